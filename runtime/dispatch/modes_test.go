package dispatch

import (
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// Tools with modes, as servers list them.
const (
	branchTool = `{"name":"git_branch","description":"Manage branches: list, create, delete or rename them.","annotations":{"readOnlyHint":false},
		"inputSchema":{"type":"object","properties":{"mode":{"type":"string","enum":["list","create","delete","rename","show-current"],"default":"list"},
		"name":{"type":"string"}},"required":["mode"]}}`
	tabsTool = `{"name":"browser_tabs","title":"Manage tabs","description":"List, open, close or select a browser tab.","annotations":{"readOnlyHint":false,"destructiveHint":true},
		"inputSchema":{"type":"object","properties":{"action":{"type":"string","enum":["list","new","close","select"]}},"required":["action"]}}`
	stashTool = `{"name":"git_stash","description":"Keep changes aside: push, pop, drop or list what is stashed.","annotations":{"readOnlyHint":false},
		"inputSchema":{"type":"object","properties":{"mode":{"type":"string","enum":["list","push","pop","drop"],"default":"push"}}}}`
)

// The effect of a mode is read from its words; the more cautious wins.
func TestModeEffects(t *testing.T) {
	d, _ := toolsDesk(t, branchTool, tabsTool, stashTool)
	for _, tc := range []struct {
		tool, mode string
		want       Effect
	}{
		{"git_branch", "list", Read},
		{"git_branch", "show-current", Read},
		{"git_branch", "create", Mutate},
		{"git_branch", "rename", Mutate},
		{"git_branch", "delete", Destroy},
		{"git_branch", "", Mutate},
		{"browser_tabs", "list", Read},
		{"browser_tabs", "new", Destroy}, // its annotations say that something does
		{"browser_tabs", "close", Destroy},
		{"git_stash", "pop", Mutate}, // no word is known
		{"git_stash", "drop", Destroy},
	} {
		number, _ := d.Router().Lookup(tc.tool)
		chosen, err := d.now.Load().at(number)
		if err != nil {
			t.Fatal(err)
		}
		if got := chosen.assess(tc.mode); got.Effect != tc.want || got.Why == "" {
			t.Errorf("%s %s: got %v (%s), want %v", tc.tool, tc.mode, got.Effect, got.Why, tc.want)
		}
	}
}

// Which arguments are modes.
func TestFindModes(t *testing.T) {
	const values = `["list","create","delete"]`
	for _, tc := range []struct {
		name, id, param, rest string
		required              bool
		want                  bool
	}{
		{"required", "git_branch", "mode", `"enum":` + values, true, true},
		{"with a default", "git_branch", "mode", `"enum":` + values + `,"default":"list"`, false, true},
		{"optional", "git_branch", "mode", `"enum":` + values, false, false},
		{"a default that is none of them", "git_branch", "mode", `"enum":` + values + `,"default":"auto"`, false, false},
		{"in another spelling", "git_branch", "subCommand", `"enum":` + values, true, true},
		{"in capitals", "git_branch", "OPERATION", `"enum":["LIST","CREATE"]`, true, true},
		{"another argument", "git_branch", "order", `"enum":` + values, true, false},
		{"words that do nothing", "directions", "mode", `"enum":["driving","walking","list"]`, true, false},
		{"none that reads", "node", "operation", `"enum":["delete","create"]`, true, false},
		{"numbers", "git_branch", "mode", `"enum":[1,2]`, true, false},
		{"any text", "git_branch", "mode", `"type":"string"`, true, false},
		{"a tool named for a change", "delete_branch", "mode", `"enum":["preview","list"]`, true, false},
		{"a tool with a name that may be a noun", "git_tag", "mode", `"enum":` + values, true, true},
	} {
		required := "[]"
		if tc.required {
			required = `["` + tc.param + `"]`
		}
		s := parseSchema(`{"type":"object","properties":{"` + tc.param + `":{` + tc.rest + `}},"required":` + required + `}`)
		if got := s.findModes(&runtime.Record{ID: tc.id}); (got != nil) != tc.want {
			t.Errorf("%s: modes %v, want some %v", tc.name, got, tc.want)
		}
	}
	yes := true
	s := parseSchema(`{"type":"object","properties":{"mode":{"enum":` + values + `}},"required":["mode"]}`)
	if s.findModes(&runtime.Record{ID: "git_branch", Hints: &runtime.HintRecord{ReadOnly: &yes}}) != nil {
		t.Error("a tool that only reads has modes")
	}
	if s.findModes(&runtime.Record{ID: "git_branch", Actions: []runtime.ActionRecord{{Name: "a"}, {Name: "b"}}}) != nil {
		t.Error("modes beside the actions of a descriptor")
	}
	two := parseSchema(`{"type":"object","properties":{"mode":{"enum":` + values + `},"command":{"enum":` + values + `}},"required":["mode","command"]}`)
	if two.findModes(&runtime.Record{ID: "git_branch"}) != nil {
		t.Error("two arguments select what is done")
	}
}

// A mode that reads runs under the verbs that read; the others run, or are
// previewed, under those that change.
func TestModesAreDispatched(t *testing.T) {
	for _, tc := range []struct {
		verb          runtime.Verb
		intent, hints string
		// args is what the server gets, "" for no call.
		args   string
		status Status
	}{
		{runtime.Ask, "list the branches", "", `{"mode":"list"}`, OK},
		{runtime.Ask, "which branches are there", "", `{"mode":"list"}`, OK},
		{runtime.Ask, "show the current branch", "", `{"mode":"show-current"}`, OK},
		{runtime.Write, "create a branch", `{"name":"spring"}`, `{"mode":"create","name":"spring"}`, OK},
		{runtime.Write, "delete the branch", `{"name":"spring"}`, "", NeedsPlan},
		{runtime.Ask, "delete the branch spring", `{"tool":"git_branch"}`, "", NotAllowed},
		{runtime.Ask, "the branches", `{"tool":"git_branch","mode":"delete"}`, "", NotAllowed},
		{runtime.Ask, "the branches", `{"tool":"git_branch","mode":"list"}`, `{"mode":"list"}`, OK},
		{runtime.Ask, "the branches", `{"tool":"git_branch","action":"list"}`, `{"mode":"list"}`, OK},
		{runtime.Ask, "the branches", `{"tool":"git_branch","mode":"burn"}`, "", BadArguments},
		{runtime.Ask, "the branches", `{"tool":"git_branch","mode":"list","action":"create"}`, "", BadArguments},
		{runtime.Write, "git branch", `{"tool":"git_branch"}`, "", AskBack},
		{runtime.Ask, "list the browser tabs", "", `{"action":"list"}`, OK},
		{runtime.Act, "close the browser tab", "", "", NeedsPlan},
		{runtime.Act, "git stash", `{"tool":"git_stash"}`, `{}`, OK}, // the server's default
		{runtime.Ask, "list the stash", `{"tool":"git_stash"}`, `{"mode":"list"}`, OK},
	} {
		d, server := toolsDesk(t, branchTool, tabsTool, stashTool)
		reply := d.Do(t.Context(), request(tc.verb, tc.intent, tc.hints))
		got := sent(server.calls())
		if got != tc.args || reply.Status != tc.status {
			t.Errorf("%s %q %s: called with %s, status %d, want %s and %d\n%s", tc.verb, tc.intent, tc.hints, got, reply.Status, tc.args, tc.status, asJSON(t, reply))
		}
		for _, o := range reply.Routing.Options {
			if _, twice := o.Hints["action"]; twice && o.tool != "browser_tabs" {
				t.Errorf("%q: an option names the mode by another name: %s", tc.intent, o.text())
			}
		}
	}
}

// The options of a question about the mode are calls that can be made.
func TestModeOptions(t *testing.T) {
	d, server := toolsDesk(t, branchTool)
	reply := d.Do(t.Context(), request(runtime.Write, "git branch", `{"tool":"git_branch"}`))
	if len(reply.Routing.Options) != 5 || !strings.Contains(reply.Routing.Question, "create") {
		t.Fatal(asJSON(t, reply))
	}
	for _, o := range reply.Routing.Options {
		again := d.Do(t.Context(), follow(t, o))
		if again.Status != OK && again.Status != NeedsPlan {
			t.Errorf("%s gives\n%s", o.text(), asJSON(t, again))
		}
	}
	if calls := server.calls(); len(calls) != 4 {
		t.Errorf("called with %s", sent(calls))
	}
}

// A previewed mode runs as it was previewed and not as another.
func TestModeOfAPlan(t *testing.T) {
	d, server := toolsDesk(t, branchTool)
	preview := d.Do(t.Context(), request(runtime.Write, "delete the branch", `{"tool":"git_branch","name":"spring"}`))
	ref := preview.Routing.PlanRef
	if ref == "" {
		t.Fatal(asJSON(t, preview))
	}
	other := d.Do(t.Context(), request(runtime.Write, "", `{"plan_ref":"`+ref+`","mode":"create","name":"spring"}`))
	if other.Status != BadRequest || len(server.calls()) > 0 {
		t.Error(asJSON(t, other))
	}
	same := d.Do(t.Context(), request(runtime.Write, "", `{"plan_ref":"`+ref+`","mode":"delete","name":"spring"}`))
	if calls := server.calls(); same.Status != OK || len(calls) != 1 || string(calls[0].Args) != `{"mode":"delete","name":"spring"}` {
		t.Errorf("called with %s\n%s", sent(calls), asJSON(t, same))
	}
}

// Called by name, a tool with modes takes its default as the server would.
func TestModesByName(t *testing.T) {
	d, server := toolsDesk(t, branchTool, stashTool, tabsTool)
	for _, tc := range []struct {
		tool, args, want string
		status           Status
	}{
		{"git_branch", `{}`, `{"mode":"list"}`, OK},
		{"git_stash", `{}`, `{}`, OK},
		{"git_stash", `{"mode":"list"}`, `{"mode":"list"}`, OK},
		{"browser_tabs", `{"action":"list"}`, `{"action":"list"}`, OK},
		{"browser_tabs", `{"action":"close"}`, ``, NeedsPlan},
	} {
		before := len(server.calls())
		reply := d.Call(t.Context(), ToolCall{Tool: tc.tool, Args: []byte(tc.args), Caller: "ada"})
		got := sent(server.calls()[before:])
		if got != tc.want || reply.Status != tc.status {
			t.Errorf("%s %s: called with %s, status %d\n%s", tc.tool, tc.args, got, reply.Status, asJSON(t, reply))
		}
	}
}
