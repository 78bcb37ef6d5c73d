package source_test

import (
	"fmt"

	"github.com/sextant-mcp/sextant/gen/source"
)

// A bad descriptor is reported with its place, and the others come back.
func ExampleParseCapabilities() {
	file, diagnostics := source.ParseCapabilities("capabilities-power.json", []byte(`{"capabilities": [
  {"id": "read_tide", "one_line": "Tells the height of the tide at a port.", "intent_verbs": ["ask"],
   "does": [{"action": "read", "mutates": "false"}]},
  {"id": "set_alarm", "one_line": "Rings at high water.", "typed_io": {"tags": ["alarm", 7]}}
]}`))
	for _, c := range file.Capabilities {
		fmt.Println(c.ID, c.IntentVerbs, c.Does[0].Name, c.Does[0].Mutates)
	}
	fmt.Println(diagnostics)
	fmt.Println("fatal:", diagnostics.HasErrors())
	// Output:
	// read_tide [ask] read false
	// capabilities-power.json:4:90: error: capabilities[1].typed_io.tags[1] is a number, want a string (type); write it in double quotes
	// fatal: true
}

// The offsets of a skill are those of the file, so that its note can be replaced in place.
func ExampleParseSkill() {
	skill, diagnostics := source.ParseSkill("skills/kg-tide/SKILL.md", []byte(`---
name: kg-tide
description: Reads tide tables. Use when someone asks for high or low water.
tags: [sea]
---
# Tide tables

> Reads, never writes.

Name the port with `+"`port`"+`.
`))
	if err := diagnostics.Err(); err != nil {
		fmt.Println(err)
		return
	}
	tools, inferred := source.SkillTools(skill)
	fmt.Println(skill.Name, skill.Tags, tools, inferred)
	fmt.Println(skill.FieldPos["description"])
	fmt.Printf("%s, line %d: %q\n", skill.Title, skill.Note.Line, skill.Source[skill.Note.Start:skill.Note.End])
	fmt.Printf("%+v\n", skill.InlineCode[0])
	// Output:
	// kg-tide [sea] [graph_tide] true
	// skills/kg-tide/SKILL.md:3:1
	// Tide tables, line 8: "> Reads, never writes."
	// {Text:port Line:10 Column:21}
}

// Gold is one id, several ids, or an empty list for a request that nothing serves.
func ExampleParseRoutes() {
	rows, diagnostics := source.ParseRoutes("routes.jsonl", []byte(`{"verb": "ask", "intent": "is it ebb at noon", "gold": ["read_tide"]}
{"intent": "order a pizza", "gold": []}
{"intent": "when is high water", "verb": "tell", "tool": "read_tide"}
`))
	for _, r := range rows {
		fmt.Printf("%s %q %q\n", r.Pos, r.Intent, r.Gold)
	}
	fmt.Println(diagnostics)
	// Output:
	// routes.jsonl:1:1 "is it ebb at noon" ["read_tide"]
	// routes.jsonl:2:1 "order a pizza" []
	// routes.jsonl:3:42: error: verb is "tell", which is no verb (verb); write one of ask, find, write, act, manage, why
}
