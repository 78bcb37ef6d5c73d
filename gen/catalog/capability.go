package catalog

import (
	"encoding/json"

	"github.com/sextant-mcp/sextant/gen/source"
)

// What the ranking of a capability rests on.
const (
	SourceCPD     = "cpd"
	SourceLexical = "lexical_fallback"
)

// The kinds of capability that the compiler itself makes: source.Kinds are all
// that there are.
const (
	KindTool  = "tool"
	KindSkill = "skill"
)

// Capability is one thing that can be routed to. It is also the canonical form
// that the input digest is taken over, so its fields are JSON and its lists
// have a fixed order.
type Capability struct {
	ID string
	// Name is the tool's own name at its server, "" where it is the ID.
	Name      string
	Title     string
	OneLine   string
	Kind      string
	Server    string
	Namespace string
	Verbs     []string // at least one; the first is primary
	Source    string   // SourceCPD or SourceLexical
	// Changes is set where labelled requests bring a capability behind a verb that
	// only reads (ReachedBy) and the guess of its verbs says that it changes
	// something.
	Changes bool `json:"-"`
	Actions []Action
	Params  []Param
	// Schema is the JSON Schema of the arguments, compact; built from Params
	// where the descriptor has none.
	Schema    json.RawMessage
	Output    json.RawMessage
	Tags      []string
	Scopes    []string
	Approval  string
	RestRoute string
	Examples  []string
	WhenToUse []string
	WhenNot   []string
	Caveats   []string
	Hints     *source.Annotations
	// Skills are the names of the skills that wrap this tool, sorted.
	Skills []string
	// Wraps are the tools that this skill wraps, as declared.
	Wraps []string
	// SkillText is what the wrapping skills say, or the skill itself: evidence
	// for the ranking, not shown.
	SkillText []string

	Pos source.Position `json:"-"`
}

// Action is one operation of a capability.
type Action struct {
	Name       string
	Note       string
	Mutates    *bool
	Idempotent *bool
}

// Param is one argument.
type Param struct {
	Name        string
	Type        string
	Required    bool
	Default     json.RawMessage
	Enum        []string
	Description string
}

func fromDescriptor(d *source.Capability) *Capability {
	c := &Capability{
		ID: d.ID, Title: d.Title, OneLine: d.OneLine, Kind: d.Kind,
		Server: d.Server, Namespace: d.Namespace, Source: SourceCPD,
		Tags: d.TypedIO.Tags, Scopes: d.Scopes, Approval: d.ApprovalClass,
		RestRoute: d.TypedIO.RestRoute, Examples: d.Examples,
		WhenToUse: d.WhenToUse, WhenNot: d.WhenNot, Caveats: d.Caveats,
		Output: compact(d.TypedIO.OutputSchema), Hints: d.Annotations, Pos: d.Pos,
	}
	if d.Name != d.ID {
		c.Name = d.Name
	}
	if c.Kind == "" {
		c.Kind = KindTool
	}
	for _, p := range d.TypedIO.Params {
		c.Params = append(c.Params, Param{
			Name: p.Name, Type: p.Type, Required: p.Required,
			Default: compact(p.Default), Enum: p.Enum, Description: p.Description,
		})
	}
	for _, a := range d.Does {
		c.Actions = append(c.Actions, Action{
			Name: a.Name, Note: a.Description, Mutates: known(a.Mutates), Idempotent: known(a.Idempotent),
		})
	}
	c.Verbs = d.IntentVerbs
	if len(c.Verbs) == 0 {
		c.Verbs = GuessVerbs(c)
		c.Source = SourceLexical
	}
	c.Schema = compact(d.TypedIO.InputSchema)
	if len(c.Schema) == 0 {
		c.Schema = schemaOf(c)
	}
	return c
}

// known is a truth value as a pointer, nil where it is unknown.
func known(t source.Tri) *bool {
	if t == source.Unknown {
		return nil
	}
	v := t == source.True
	return &v
}
