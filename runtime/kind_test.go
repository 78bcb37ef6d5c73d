package runtime

import (
	"slices"
	"strings"
	"testing"
)

func TestClassify(t *testing.T) {
	for _, tc := range []struct {
		node Node
		want string // "" for no known kind
	}{
		{Node{ID: "x", Type: "tool"}, "tool"},
		{Node{ID: "tool_read_mail"}, "tool"},
		{Node{ID: "TOOL_read_mail", Type: "Thing"}, "tool"},
		{Node{ID: "x", Type: "Skill"}, "skill"},
		{Node{ID: "x", Type: "AgentSkill"}, "skill"},
		{Node{ID: "x", Type: "resource", Resource: "AGENT_SKILL"}, "skill"},
		{Node{ID: "tool_x", Resource: "agent_skill"}, "skill"},
		{Node{ID: "x", Type: "WorkflowDefinition"}, "workflow"},
		{Node{ID: "workflow:nightly"}, "workflow"},
		{Node{ID: "Skill_Workflow:nightly", Type: "skill"}, "workflow"},
		{Node{ID: "x", Type: "agent"}, "agent"},
		{Node{ID: "tools_x"}, ""},
		{Node{ID: "workflow"}, ""},
		{Node{ID: "a:tool_x", Type: "toolbox"}, ""},
		{Node{}, ""},
	} {
		kind, ok := Classify(tc.node)
		if ok != (tc.want != "") || ok && kind.String() != tc.want {
			t.Errorf("%+v is %s, %v; want %q", tc.node, kind, ok, tc.want)
		}
	}
}

func TestKindNames(t *testing.T) {
	for _, k := range Kinds() {
		if got, err := ParseKind(k.String()); err != nil || got != k {
			t.Errorf("%s reads as %s, %v", k, got, err)
		}
	}
	if k, err := ParseKind(""); err != nil || k != Tool {
		t.Errorf("the empty name is %s, %v", k, err)
	}
	if _, err := ParseKind("Tool"); err == nil || !strings.Contains(err.Error(), "tool, skill, workflow or agent") {
		t.Errorf("an unknown kind: %v", err)
	}
	if got := Kind(200).String(); got != "kind(200)" {
		t.Error(got)
	}
}

func TestBindings(t *testing.T) {
	rec := Record{ID: "one", Server: "there", Wraps: []string{"a", "b"}}
	for kind, want := range map[Kind]Bind{
		Tool:      {AllowedTools: []string{"one"}, ToolServer: "there"},
		Skill:     {SkillName: "one", AllowedTools: []string{"a", "b"}, ToolServer: "there"},
		Workflow:  {SkillName: "one", ToolServer: "there"},
		Agent:     {AgentName: "one", ToolServer: "there"},
		Kind(200): {ToolServer: "there"},
	} {
		rec.Kind = kind
		got := BindingOf(&rec)
		if !slices.Equal(got.AllowedTools, want.AllowedTools) || got.SkillName != want.SkillName || got.AgentName != want.AgentName || got.ToolServer != want.ToolServer {
			t.Errorf("%s is bound as %+v, want %+v", kind, *got, want)
		}
	}
}

// A kind is one row of the table: with it the kind is named, read, recognised,
// bound and ranked.
func TestKindIsOneRow(t *testing.T) {
	before := slices.Clone(kinds)
	t.Cleanup(func() { kinds = before })
	kinds = append(kinds, kindRow{
		name: "recipe",
		is:   func(n Node) bool { return n.typed("recipe") },
		bind: func(b *Bind, r *Record) { b.AgentName = "cook of " + r.ID },
	})
	recipe := Kind(len(kinds) - 1)
	if got, err := ParseKind("recipe"); err != nil || got != recipe || recipe.String() != "recipe" || recipe.Instructs() {
		t.Errorf("read as %s, %v", got, err)
	}
	if got, ok := Classify(Node{Type: "Recipe"}); !ok || got != recipe {
		t.Errorf("recognised as %s, %v", got, ok)
	}
	if got := BindingOf(&Record{ID: "soup", Kind: recipe}); got.AgentName != "cook of soup" {
		t.Errorf("bound as %+v", got)
	}
	if !slices.Contains(KindNames(), "recipe") || !slices.Contains(Kinds(), recipe) {
		t.Errorf("not among %v", KindNames())
	}
	row, err := AppendRecord(nil, &Record{ID: "soup", Kind: recipe, Verbs: []Verb{Act}, Source: SourceCPD})
	if err != nil {
		t.Fatal(err)
	}
	c, err := parseCapability(strings.TrimSuffix(string(row), "\n"), 1)
	if err != nil || c.kind != recipe {
		t.Errorf("its row reads as %s, %v", c.kind, err)
	}
}
