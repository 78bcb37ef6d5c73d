package catalog_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/templates"
)

func parse(t *testing.T, descriptors string) []source.Capability {
	t.Helper()
	file, diags := source.ParseCapabilities("test.json", []byte(`{"capabilities":[`+descriptors+`]}`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return file.Capabilities
}

func skill(name, tier string, wraps ...string) source.Skill {
	return source.Skill{Name: name, Tier: tier, Wraps: wraps, Path: name + "/SKILL.md", Description: "About " + name + ".", Title: name}
}

func notes(t *testing.T) catalog.NoteRenderer {
	t.Helper()
	texts, err := templates.Load("")
	if err != nil {
		t.Fatal(err)
	}
	n, err := catalog.ParseNotes(texts[templates.NoteCore], texts[templates.NoteModality])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

const goals = `{"id":"graph_goals","one_line":"Goals.","intent_verbs":["act","manage"]},{"id":"spec_ticket","one_line":"Tickets.","intent_verbs":["write"]}`

func TestSkillsAreJoinedWithTheirTools(t *testing.T) {
	cat, diags := catalog.Build(catalog.Input{
		Descriptors: parse(t, goals),
		Skills:      []source.Skill{skill("kg-goals", "core", "graph_goals", "spec_ticket"), skill("kg-spec", "core"), skill("kg-intent", "meta"), skill("notes", "")},
		Notes:       notes(t),
	})
	if len(diags) != 0 {
		t.Fatal(diags)
	}
	wrapped := cat.Lookup("graph_goals")
	if !slices.Equal(wrapped.Skills, []string{"kg-goals"}) || !strings.Contains(strings.Join(wrapped.SkillText, " "), "About kg-goals.") {
		t.Errorf("graph_goals: skills %v, text %q", wrapped.Skills, wrapped.SkillText)
	}
	for _, s := range cat.Skills {
		switch s.Name {
		case "kg-goals":
			if s.Verb != "act" || !strings.HasPrefix(s.Note, "> ") || !strings.Contains(s.Note, "`graph_goals`, `spec_ticket`") || !strings.Contains(s.Note, "`act`") {
				t.Errorf("kg-goals: verb %q, note %q", s.Verb, s.Note)
			}
			if strings.Count(s.Note, "\n") != strings.Count(s.Note, "\n> ")+1 {
				t.Errorf("kg-goals: a line of the note is no quote: %q", s.Note)
			}
		default:
			if s.Note != "" || len(s.Tools) != 0 {
				t.Errorf("%s: tools %v, note %q; it wraps nothing that exists", s.Name, s.Tools, s.Note)
			}
		}
	}
	if got := cat.Lookup("kg-goals"); got == nil || got.Kind != catalog.KindSkill || !slices.Equal(got.Wraps, []string{"graph_goals", "spec_ticket"}) {
		t.Errorf("the skill as a capability: %+v", got)
	}
}

func TestSlugNamesTheTool(t *testing.T) {
	cat, _ := catalog.Build(catalog.Input{Descriptors: parse(t, goals), Skills: []source.Skill{skill("kg-goals", "core")}})
	if s := cat.Skills[0]; !s.Inferred || !slices.Equal(s.Tools, []string{"graph_goals"}) {
		t.Errorf("tools %v, inferred %v; want graph_goals read from the slug", s.Tools, s.Inferred)
	}
}

func TestBuildReportsWhatItLeavesOut(t *testing.T) {
	for name, tt := range map[string]struct {
		in   catalog.Input
		code string
		left int // capabilities that stay
	}{
		"a skill named like a tool": {catalog.Input{Descriptors: parse(t, goals), Skills: []source.Skill{skill("graph_goals", "")}}, "duplicate-id", 2},
		"two skills of one name":    {catalog.Input{Descriptors: parse(t, goals), Skills: []source.Skill{skill("x", ""), skill("x", "")}}, "duplicate-id", 3},
		"a tool nobody described":   {catalog.Input{Descriptors: parse(t, goals), Skills: []source.Skill{skill("x", "core", "gone")}}, "unknown-tool", 3},
		"a gold nobody described": {catalog.Input{Descriptors: parse(t, goals), Skills: []source.Skill{skill("x", "")},
			Routes: map[string][]source.Route{"x": {{Intent: "do it", Gold: []string{"gone"}}}}}, "unknown-gold", 3},
		"a test that is trained on": {catalog.Input{Descriptors: parse(t, `{"id":"a","one_line":"A.","examples":["Do  it"]}`), Skills: []source.Skill{skill("x", "")},
			Tests: map[string][]source.Route{"x": {{Intent: "do it", Gold: []string{"a"}}}}}, "trained-test", 2},
	} {
		t.Run(name, func(t *testing.T) {
			cat, diags := catalog.Build(tt.in)
			if len(diags) != 1 || diags[0].Code != tt.code || diags[0].Hint == "" {
				t.Errorf("diagnostics %v, want one of code %s with a hint", diags, tt.code)
			}
			if len(cat.Capabilities) != tt.left {
				t.Errorf("%d capabilities stay, want %d", len(cat.Capabilities), tt.left)
			}
		})
	}
}

func TestSchemaFromParameters(t *testing.T) {
	cat, _ := catalog.Build(catalog.Input{Descriptors: parse(t, `
		{"id":"a","one_line":"A.","does":[{"action":"list"},{"action":"drop"}],"typed_io":{"input_params":[
			{"name":"action","type":"string","default":"gone"},{"name":"n","type":"integer","required":true,"default":3},{"name":"x","type":"any"}]}},
		{"id":"b","one_line":"B."},
		{"id":"c","one_line":"C.","typed_io":{"input_schema":{"type": "object", "oneOf": [{"required": ["p"]}]}}}`)})
	for id, want := range map[string]string{
		"a": `{"type":"object","properties":{"action":{"type":"string","enum":["list","drop"]},"n":{"type":"integer","default":3},"x":{}},"required":["n"],"additionalProperties":false}`,
		"b": `{"type":"object"}`,
		"c": `{"type":"object","oneOf":[{"required":["p"]}]}`,
	} {
		if got := string(cat.Lookup(id).Schema); got != want || !json.Valid([]byte(got)) {
			t.Errorf("%s:\n got %s\nwant %s", id, got, want)
		}
	}
}

func TestDigestFollowsContentNotOrder(t *testing.T) {
	one, two := `{"id":"a","one_line":"A."}`, `{"id":"b","one_line":"B."}`
	digest := func(descriptors string) string {
		cat, _ := catalog.Build(catalog.Input{Descriptors: parse(t, descriptors)})
		return cat.Digest()
	}
	if digest(one+","+two) != digest(two+" , "+one) {
		t.Error("the order of entries changes the digest")
	}
	if digest(one+","+two) == digest(one+","+strings.Replace(two, "B.", "C.", 1)) {
		t.Error("a changed sentence does not change the digest")
	}
}

// The skills and descriptors of this repository are the example that everyone
// starts from.
func TestOwnSurface(t *testing.T) {
	root := filepath.Join("..", "..")
	cat, diags, err := catalog.Load(catalog.Paths{
		Descriptors: []string{filepath.Join(root, "capabilities-power.json")},
		Skills:      filepath.Join(root, "skills"), Templates: filepath.Join(root, "templates"),
	})
	if err != nil || len(diags) != 0 {
		t.Fatal(err, diags)
	}
	for _, c := range cat.Capabilities {
		if c.Kind == catalog.KindTool && len(c.Examples) < 12 {
			t.Errorf("%s has %d examples, want 12 or more", c.ID, len(c.Examples))
		}
	}
	for _, s := range cat.Skills {
		if len(s.Tests) < 5 {
			t.Errorf("%s is measured on %d requests, want 5 or more", s.Name, len(s.Tests))
		}
		data, err := os.ReadFile(s.Path)
		if err != nil {
			t.Fatal(err)
		}
		if s.Note != "" && !strings.Contains(string(data), "# "+s.Title+"\n\n"+s.Note) {
			t.Errorf("%s does not carry its current note right after the H1; run skillsweep -fix skills", s.Path)
		}
	}
}

// The surface carries over names, verbs, actions, parameters and routes.
func TestOwnSurfaceAgreesWithTheFacts(t *testing.T) {
	data := os.Getenv("SEXTANT_DATA")
	if data == "" {
		t.Skip("SEXTANT_DATA is not set")
	}
	root := filepath.Join("..", "..")
	cat, _, err := catalog.Load(catalog.Paths{Descriptors: []string{filepath.Join(root, "capabilities-power.json")}, Skills: filepath.Join(root, "skills")})
	if err != nil {
		t.Fatal(err)
	}
	for line := range lines(t, filepath.Join(data, "graph-os", "tools.facts.jsonl")) {
		checkTool(t, cat, line)
	}
	for line := range lines(t, filepath.Join(data, "graph-os", "skills.facts.jsonl")) {
		var fact struct {
			Name, Tier, Verb string
			Tools            []string
		}
		unmarshal(t, line, &fact)
		i := slices.IndexFunc(cat.Skills, func(s *catalog.Skill) bool { return s.Name == fact.Name })
		if i < 0 {
			t.Errorf("no skill %s", fact.Name)
			continue
		}
		if s := cat.Skills[i]; s.Tier != fact.Tier || s.Verb != fact.Verb || !slices.Equal(s.Tools, fact.Tools) {
			t.Errorf("%s: tier %s, verb %s, tools %v; want %+v", s.Name, s.Tier, s.Verb, s.Tools, fact)
		}
	}
}

// moreVerbs are verbs that the surface adds: what explains answers questions too,
// as the platform's own cases have it.
var moreVerbs = map[string][]string{"graph_explain": {"ask"}}

func checkTool(t *testing.T, cat *catalog.Catalog, line string) {
	t.Helper()
	var fact struct {
		Tool       string
		Verbs      []string
		VerbsHand  []string `json:"verbs_hand"`
		RestRoute  string   `json:"rest_route"`
		Approval   string   `json:"approval_class"`
		Actions    []string
		Scopes     []string
		Tags       []string
		Parameters []struct {
			Name, Type string
			Required   bool
			Default    json.RawMessage
		} `json:"params"`
	}
	unmarshal(t, line, &fact)
	c := cat.Lookup(fact.Tool)
	if c == nil {
		t.Errorf("no capability %s", fact.Tool)
		return
	}
	verbs := slices.Clone(fact.VerbsHand)
	for _, v := range append(fact.Verbs, moreVerbs[fact.Tool]...) {
		if !slices.Contains(verbs, v) {
			verbs = append(verbs, v)
		}
	}
	if !slices.Equal(c.Verbs, verbs) || c.RestRoute != fact.RestRoute || c.Approval != fact.Approval || !slices.Equal(c.Tags, fact.Tags) || !slices.Equal(c.Scopes, fact.Scopes) {
		t.Errorf("%s: verbs %v, route %s, approval %s, tags %v, scopes %v; want %+v", c.ID, c.Verbs, c.RestRoute, c.Approval, c.Tags, c.Scopes, fact)
	}
	for _, a := range fact.Actions {
		// A tool whose list is its own name hid its actions in prose; they are
		// spelled out here.
		if a != fact.Tool && !slices.ContainsFunc(c.Actions, func(have catalog.Action) bool { return have.Name == a }) {
			t.Errorf("%s lacks the action %s", c.ID, a)
		}
	}
	for i, p := range fact.Parameters {
		if i >= len(c.Params) || c.Params[i].Name != p.Name || c.Params[i].Type != p.Type || c.Params[i].Required != p.Required {
			t.Errorf("%s: parameter %d is not %+v", c.ID, i, p)
		}
	}
	if len(c.Params) != len(fact.Parameters) {
		t.Errorf("%s has %d parameters, want %d", c.ID, len(c.Params), len(fact.Parameters))
	}
}

func lines(t *testing.T, path string) func(func(string) bool) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Lines(string(data))
}

func unmarshal(t *testing.T, line string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(line), into); err != nil {
		t.Fatal(err)
	}
}
