package fleet_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// callReports are about the shapes in which models write calls, and about tools
// that can't be reached though they are there.
func callReports() []report {
	return []report{
		{"redhat-data-and-ai/template-agent#249", "a nested object is sent as a string",
			understood(`{"key":"A-1","fields":"{\"summary\":\"x\"}"}`, `{"fields":{"summary":"x"},"key":"A-1"}`)},
		{"nicobailon/pi-mcp-adapter#363", "the whole call is nested in args, as a string",
			understood(`{"args":"{\"key\":\"A-1\"}"}`, `{"key":"A-1"}`)},
		{"NousResearch/hermes-agent#56253", "arguments inside of arguments",
			understood(`{"arguments":{"arguments":{"key":"A-1"}}}`, `{"key":"A-1"}`)},
		{"firecrawl/firecrawl-mcp-server#279", "the envelope of an example is copied into the call",
			understood(`{"name":"edit_ticket","arguments":{"key":"A-1"}}`, `{"key":"A-1"}`)},
		{"stacklok/toolhive#optimizer.go:235", "the tool's name stands among its parameters", nameInParameters},
		{"microsoft/vscode#328189", "the error of a tool that was not shown yet misleads", notShownYet},
		{"docker/mcp-gateway#316", "a client that does not list again can't call what was loaded", loadedAtOnce},
		{"mixelpixx/Konnect#67", "the client's own search shadows what was loaded", loadedAtOnce},
		{"docker/mcp-gateway#420", "nothing shows what is loaded", showsWhatIsLoaded},
		{"openai/codex#24536", "the one tool that matters is deferred among ninety", pinnedTool},
		{"openai/codex#33608", "a client that defers tools has no search", func(t *testing.T) {
			c := serve(t, surface.ModeIntent, fleet.Options{}, lists(t, "attic", "count_boxes", "weigh_boxes")).connect(t)
			if got := c.ask(t, "ask", "count the boxes", ""); string(got.Result) != `"count_boxes of attic with {}"` {
				t.Error(got.text)
			}
		}},
		{"github/github-mcp-server#275", "no index of what can be enabled, and limits that do not limit", limitsHold},
		{"stacklok/toolhive#4374", "the search names tools that the caller may not use", hiddenTools},
		{"homeassistant-ai/ha-mcp#955", "create is called set, and the tool is found by nobody", createIsSet},
		{"PrefectHQ/fastmcp#3131", "a shortlist for a prompt, before any model has seen it", shortlist},
	}
}

// ticket is a tool with a nested argument.
const ticket = `{"name":"edit_ticket","description":"Edit a ticket. Usage: {\"name\":\"edit_ticket\",\"arguments\":{\"key\":\"A-1\"}}","inputSchema":{"type":"object","properties":{
	"key":{"type":"string"},"fields":{"type":"object","properties":{"summary":{"type":"string"}}}},"required":["key"],"additionalProperties":false},
	"annotations":{"readOnlyHint":false,"destructiveHint":false}}`

// understood makes a call in some shape, through a verb and by the tool's own name,
// and has it arrive in the right one.
func understood(shape, want string) func(t *testing.T) {
	return func(t *testing.T) {
		server := fleettest.Scripted(t, "desk", fleettest.Script{Tools: fleettest.Tools(ticket)})
		c := serve(t, surface.ModeBoth, fleet.Options{}, server).connect(t)
		wantText := "edit_ticket of desk with " + want
		var hints map[string]json.RawMessage
		if err := json.Unmarshal([]byte(shape), &hints); err != nil {
			t.Fatal(err)
		}
		if got := textOf(c.call(t, "edit_ticket", hints)); got != wantText {
			t.Errorf("by its own name: %s", got)
		}
		if _, named := hints["name"]; !named {
			hints["tool"] = json.RawMessage(`"edit_ticket"`)
		}
		if got := c.ask(t, "write", "edit the ticket", asText(t, hints)); string(got.Result) != asText(t, wantText) {
			t.Errorf("through a verb: %s", got.text)
		}
	}
}

func nameInParameters(t *testing.T) {
	c := serve(t, surface.ModeIntent, fleet.Options{}, fleettest.Scripted(t, "desk", fleettest.Script{Tools: append(fleettest.Tools(ticket),
		fleettest.Tools(`{"name":"burn_ticket","description":"Burn a ticket.","inputSchema":{"type":"object","properties":{"key":{"type":"string"}},"required":["key"],"additionalProperties":false},"annotations":{"destructiveHint":true}}`)...)})).connect(t)
	// What is allowed and what is called are the same tool, wherever its name stands.
	for _, hints := range []string{`{"parameters":{"tool_name":"burn_ticket","key":"A-1"}}`, `{"name":"burn_ticket","parameters":{"key":"A-1"}}`} {
		if got := c.ask(t, "write", "edit the ticket A-1", hints); got.Executed {
			t.Errorf("%s: %s", hints, got.text)
		}
	}
}

func notShownYet(t *testing.T) {
	c := serve(t, surface.ModeIntent, fleet.Options{}, lists(t, "attic", "count_boxes")).connect(t)
	res := c.call(t, "count_boxes", map[string]any{})
	text := textOf(res)
	if !res.IsError || !strings.Contains(text, "not loaded in this conversation") || !strings.Contains(text, `load_tools`) || strings.Contains(text, "disabled") {
		t.Fatal(text)
	}
	var said struct {
		Next []struct {
			Tool      string
			Arguments map[string]any
		}
	}
	if err := json.Unmarshal([]byte(text), &said); err != nil || len(said.Next) != 2 {
		t.Fatal(err, text)
	}
	// Each of the calls that it names works as it stands.
	if got := c.call(t, said.Next[1].Tool, said.Next[1].Arguments); got.IsError || !strings.Contains(textOf(got), "count_boxes of attic") {
		t.Error(textOf(got))
	}
	if got := c.call(t, said.Next[0].Tool, said.Next[0].Arguments); got.IsError {
		t.Error(textOf(got))
	}
	if got := textOf(c.call(t, "count_boxes", map[string]any{})); got != "count_boxes of attic with {}" {
		t.Error(got)
	}
}

// loadedAtOnce never lists again: what was loaded can be called with what the answer
// gives, by its own name and through a verb.
func loadedAtOnce(t *testing.T) {
	c := serve(t, surface.ModeIntent, fleet.Options{}, lists(t, "attic", "count_boxes")).connect(t)
	var loaded struct {
		Exposed []struct {
			Name      string
			Schema    map[string]any `json:"input_schema"`
			HowToCall struct {
				Tool      string
				Arguments map[string]any
			} `json:"how_to_call"`
		} `json:"newly_exposed"`
	}
	raw := asText(t, c.call(t, "load_tools", map[string]any{"servers": []string{"attic"}}).StructuredContent)
	if err := json.Unmarshal([]byte(raw), &loaded); err != nil || len(loaded.Exposed) != 1 || loaded.Exposed[0].Schema["type"] != "object" {
		t.Fatal(err, raw)
	}
	next := loaded.Exposed[0].HowToCall
	if got := textOf(c.call(t, next.Tool, next.Arguments)); got != "count_boxes of attic with {}" {
		t.Error(got)
	}
	if got := c.ask(t, "ask", "count the boxes", ""); string(got.Result) != `"count_boxes of attic with {}"` {
		t.Error(got.text)
	}
}

func showsWhatIsLoaded(t *testing.T) {
	c := serve(t, surface.ModeIntent, fleet.Options{}, lists(t, "attic", "count_boxes", "weigh_boxes", "open_hatch")).connect(t)
	c.call(t, "load_tools", map[string]any{"tools": []string{"count_boxes", "weigh_boxes"}})
	c.call(t, "unload_tools", map[string]any{"tools": []string{"count_boxes"}})
	var shown struct {
		Loaded []struct{ Name, Why string }
		Total  int `json:"session_total"`
		All    int `json:"total_registered"`
	}
	raw := asText(t, c.call(t, "find_tools", map[string]any{}).StructuredContent)
	if err := json.Unmarshal([]byte(raw), &shown); err != nil || shown.Total != 1 || len(shown.Loaded) != 1 || shown.Loaded[0].Name != "weigh_boxes" || shown.Loaded[0].Why == "" || shown.All != 5 {
		t.Error(err, raw)
	}
}

func pinnedTool(t *testing.T) {
	var s fleettest.Script
	for i := range 90 {
		s.Tools = append(s.Tools, fleettest.Reader(fmt.Sprintf("errand_%d", i), fmt.Sprintf("Run errand %d of the list.", i)))
	}
	c := serve(t, surface.ModeIntent, fleet.Options{}, fleettest.Scripted(t, "errands", s), lists(t, "duty", "light_beacon")).connect(t)
	c.call(t, "load_tools", map[string]any{"tools": []string{"light_beacon"}})
	if c.tools(t)["light_beacon"] == nil {
		t.Error("it is not on the surface")
	}
	if got := textOf(c.call(t, "light_beacon", map[string]any{})); got != "light_beacon of duty with {}" {
		t.Error(got)
	}
}

// filtered is a gateway that shows only some tools.
func filtered(t *testing.T, filter surface.Filter, script fleettest.Script) *gateway {
	t.Helper()
	m := &mounted{Fleet: fleet.Start(scripts(t, script), fleet.Options{Log: silence})}
	t.Cleanup(m.Fleet.Close)
	m.Settle(t.Context(), 20*time.Second)
	var err error
	m.Overlay, err = fleet.NewOverlay(t.Context(), m.Fleet, fleet.OverlayOptions{
		LexicalOnly: true,
		Prepare: func(r *runtime.Router, _ *dispatch.Upstreams) (*runtime.Router, error) {
			restricted, _, err := filter.Apply(r)
			return restricted, err
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Overlay.Close)
	return expose(t, surface.ModeIntent, m)
}

func limitsHold(t *testing.T) {
	// The tool that is added later is outside of the limit too.
	c := filtered(t, surface.Filter{EnabledTools: []string{"list_*", "grow"}}, fleettest.Script{
		Tools:   []json.RawMessage{fleettest.Reader("list_wharves", "List the wharves."), fleettest.Reader("close_wharf", "Close a wharf."), fleettest.Reader("grow", "Grow.")},
		Grows:   map[string][]json.RawMessage{"grow": {fleettest.Reader("close_port", "Close the port."), fleettest.Reader("list_ports", "List the ports.")}},
		Notices: 1,
	}).connect(t)
	c.ask(t, "ask", "x", `{"tool":"grow"}`)
	eventually(t, "the new tool is there", func() bool {
		return c.ask(t, "ask", "x", `{"tool":"list_ports"}`).Executed
	})
	for _, name := range []string{"close_wharf", "close_port"} {
		loaded := asText(t, c.call(t, "load_tools", map[string]any{"tools": []string{name}, "servers": []string{"a"}}).StructuredContent)
		if strings.Contains(strings.ReplaceAll(loaded, `"unknown":[{"kind":"tool","name":"`+name+`"`, ""), name) {
			t.Errorf("%s was loaded: %s", name, loaded)
		}
		if got := c.ask(t, "act", "x", fmt.Sprintf(`{"tool":%q,"override_verb":true}`, name)); got.Executed {
			t.Error(got.text)
		}
	}
	if index := asText(t, c.call(t, "find_tools", map[string]any{"query": "list the wharves"}).StructuredContent); !strings.Contains(index, "list_wharves") {
		t.Error(index)
	}
}

func hiddenTools(t *testing.T) {
	c := filtered(t, surface.Filter{DisabledTools: []string{"flood_valley"}}, fleettest.Script{Tools: []json.RawMessage{
		fleettest.Reader("flood_valley", "Flood the valley behind the dam."), fleettest.Reader("read_gauge", "Read the gauge of the dam."),
	}}).connect(t)
	for _, verb := range []string{"find", "ask", "why"} {
		if got := c.ask(t, verb, "flood the valley", ""); strings.Contains(got.text, "flood_valley") || strings.Contains(got.text, "behind the dam") {
			t.Errorf("%s: %s", verb, got.text)
		}
	}
	if found := asText(t, c.call(t, "find_tools", map[string]any{"query": "flood the valley"}).StructuredContent); strings.Contains(found, "flood_valley") {
		t.Error(found)
	}
}

func createIsSet(t *testing.T) {
	var s fleettest.Script
	for name, text := range map[string]string{
		"house_config_set_automation": "Set an automation of the house: triggers, conditions, actions.", "house_get_automation_traces": "Get the traces of an automation.",
		"house_config_list_helpers": "List the helpers.", "house_get_state": "Get the state of an entity.",
	} {
		s.Tools = append(s.Tools, fleettest.Reader(name, text))
	}
	c := serve(t, surface.ModeIntent, fleet.Options{}, fleettest.Scripted(t, "house", s)).connect(t)
	var found []struct{ ID string }
	got := c.ask(t, "find", "create an automation for the house", "")
	if err := json.Unmarshal(got.Result, &found); err != nil || len(found) == 0 || found[0].ID != "house_config_set_automation" {
		t.Error(err, got.text)
	}
}

func shortlist(t *testing.T) {
	c := serve(t, surface.ModeIntent, fleet.Options{}, lists(t, "attic", "count_boxes", "weigh_boxes", "open_hatch", "sweep_floor")).connect(t)
	for intent, most := range map[string]int{"could somebody please count the boxes in the attic?": 2, "who won the regatta of 1904": 0} {
		var found []struct{ ID string }
		res := c.call(t, "find", map[string]any{"intent": intent, "top_k": 2})
		var got answer
		if err := json.Unmarshal([]byte(asText(t, res.StructuredContent)), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(got.Result, &found); err != nil || len(found) > most || most > 0 && (len(found) == 0 || found[0].ID != "count_boxes") {
			t.Errorf("%s: %v %s", intent, err, got.Result)
		}
	}
}
