package index

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
)

// capabilityRows writes the record of every number of the lock.
func capabilityRows(cat *catalog.Catalog, lock *Lock) (string, error) {
	var b []byte
	for _, id := range lock.IDs {
		c := cat.Lookup(id)
		if c == nil {
			b = runtime.AppendRetired(b)
			continue
		}
		r, err := recordOf(c)
		if err != nil {
			return "", err
		}
		if b, err = runtime.AppendRecord(b, r); err != nil {
			return "", err
		}
	}
	return rawSafe.Replace(string(b)), nil
}

func recordOf(c *catalog.Capability) (*runtime.Record, error) {
	kind, err := runtime.ParseKind(c.Kind)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Pos, err)
	}
	r := &runtime.Record{
		ID: c.ID, Kind: kind, Name: c.Name, Title: c.Title, OneLine: c.OneLine, Server: c.Server,
		Namespace: c.Namespace, Source: c.Source, Changes: c.Changes, Tags: c.Tags, Scopes: c.Scopes,
		Approval: c.Approval, RestRoute: c.RestRoute, WhenToUse: c.WhenToUse,
		WhenNot: c.WhenNot, Caveats: c.Caveats, Skills: c.Skills, Wraps: c.Wraps,
		Output: c.Output,
	}
	for _, name := range c.Verbs {
		v, err := runtime.ParseVerb(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Pos, err)
		}
		r.Verbs = append(r.Verbs, v)
	}
	for _, a := range c.Actions {
		r.Actions = append(r.Actions, runtime.ActionRecord{Name: a.Name, Note: a.Note, Mutates: a.Mutates, Idempotent: a.Idempotent})
	}
	for _, p := range c.Params {
		r.Params = append(r.Params, runtime.ParamRecord{
			Name: p.Name, Type: p.Type, Required: p.Required, Default: p.Default, Enum: p.Enum, Description: p.Description,
		})
	}
	if h := c.Hints; h != nil {
		r.Hints = &runtime.HintRecord{ReadOnly: h.ReadOnly, Destructive: h.Destructive, Idempotent: h.Idempotent, OpenWorld: h.OpenWorld}
	}
	return r, nil
}

// schemaRows writes the input schema of every number of the lock, an empty
// line where there is none.
func schemaRows(cat *catalog.Catalog, lock *Lock) string {
	return rawSafe.Replace(exactSchemas(cat, lock))
}

// exactSchemas are those rows with every character as it was written, for tables
// that do not become source text.
func exactSchemas(cat *catalog.Catalog, lock *Lock) string {
	size := len(lock.IDs)
	for _, c := range cat.Capabilities {
		size += len(c.Schema)
	}
	var b strings.Builder
	b.Grow(size)
	for _, id := range lock.IDs {
		if c := cat.Lookup(id); c != nil {
			b.Write(c.Schema)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// noteRows writes the condensed note of every skill that carries one.
func noteRows(cat *catalog.Catalog) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // rows are reviewed by people
	for _, s := range cat.Skills {
		if s.Note == "" {
			continue
		}
		if err := e.Encode(runtime.NoteRow{Skill: s.Name, Text: s.Note}); err != nil {
			return "", fmt.Errorf("note of %s: %w", s.Name, err)
		}
	}
	return rawSafe.Replace(b.String()), nil
}

// skillBundle packs the files of every skill.
func skillBundle(cat *catalog.Catalog) (string, error) {
	var b []byte
	for _, s := range cat.Skills {
		for _, f := range s.Files {
			var err error
			if b, err = runtime.AppendFile(b, s.Name, f.Path, f.Data); err != nil {
				return "", fmt.Errorf("skill %s: %w", s.Name, err)
			}
		}
	}
	return string(b), nil
}
