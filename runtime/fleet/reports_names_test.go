package fleet_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// nameReports are about what tools are called, and which one a name means.
func nameReports() []report {
	return []report{
		{"docker/mcp-gateway#228", "a colon in a name takes the whole list down", strangeNames("atlas:get-sheet-index", "recall:make_entities")},
		{"openai/codex#8174", "a dotted name is refused by the model's API", strangeNames("agenda.dayPlan", "attic.search")},
		{"sxhxliang/mcp-access-point#10", "colons, slashes and braces are refused", strangeNames("GET:/shelves/labels", "POST:/shelves/{id}")},
		{"dcloudio/uni-app-x-ai-rules#4", "a name with blanks can't be called", strangeNames("Measure every plank under the roof")},
		{"openai/openai-agents-js#1934", "two names of one server become the same", strangeNames("seek-a", "seek_a", "seek.a", "seek a")},
		{"metatool-ai/metamcp#69", "a server's name that holds the separator is split in the wrong place", func(t *testing.T) {
			reaches(t, lists(t, "Hive__Whole", "buzz", "hum"), lists(t, "Hive", "Whole__buzz", "hum"), lists(t, "Whole", "buzz"))
		}},
		{"BerriAI/litellm#12372", "an underscore in a server's name makes two tools one", func(t *testing.T) {
			reaches(t, lists(t, "river_gauges", "search", "level"), lists(t, "river", "gauges_search", "level", "search"))
		}},
		{"langchain-ai/langchain-mcp-adapters#605", "the second server's tool replaces the first's", twoScales},
		{"grafana/mcp-grafana#286", "of two instances the first always wins", twoInstances},
		{"dnic-dev/bw-modeling-mcp#26", "three instances that nothing tells apart, and a guess for a change", threeInstances},
		{"agentgateway/agentgateway#495", "a second server renames every tool", lateRival},
		{"executeautomation/mcp-playwright#145", "names beyond 60 characters are hidden", longNames},
		{"cursor/cursor#3606", "servers whose names begin alike are ignored without a word", func(t *testing.T) {
			reaches(t, lists(t, "filesystem", "peek"), lists(t, "filesystem-docs", "peek"), lists(t, "filesystem_docs", "peek"))
		}},
	}
}

// lists is a server whose tools only read.
func lists(t *testing.T, server string, tools ...string) config.Server {
	t.Helper()
	var s fleettest.Script
	for _, name := range tools {
		s.Tools = append(s.Tools, fleettest.Reader(name, "Do the work of "+name+" at "+server+"."))
	}
	return fleettest.Scripted(t, server, s)
}

// reaches calls every tool of every server by the name that it is listed under, by
// that name through a verb, and has each call arrive where it belongs.
func reaches(t *testing.T, servers ...config.Server) {
	t.Helper()
	g := serve(t, surface.ModeBoth, fleet.Options{}, servers...)
	c := g.connect(t)
	listed, names, reached := c.tools(t), g.Names(), map[fleet.Origin]string{}
	for name, o := range names {
		if listed[name] == nil || !accepted(name, fleet.DefaultNameLimit) {
			t.Errorf("%q is not listed, or no client accepts it", name)
			continue
		}
		want := fmt.Sprintf("%s of %s with {}", o.Tool, o.Server)
		if got := fmt.Sprint(textOf(c.call(t, name, map[string]any{}))); got != want {
			t.Errorf("%s answers %s, want %s", name, got, want)
		}
		if got := c.ask(t, "ask", "x", fmt.Sprintf(`{"tool":%q}`, name)); string(got.Result) != asText(t, want) {
			t.Errorf("a pin of %s answers %s, want %s", name, got.text, want)
		}
		if other := reached[o]; other != "" {
			t.Errorf("%v is behind %s and %s", o, other, name)
		}
		reached[o] = name
	}
	for _, s := range g.Status() {
		n := 0
		for o := range reached {
			if o.Server == s.Name {
				n++
			}
		}
		if s.Tools == 0 || n != s.Tools {
			t.Errorf("%d of %d tools of %s have a name", n, s.Tools, s.Name)
		}
	}
}

// accepted reports a name that every known client accepts.
func accepted(name string, limit int) bool {
	return name != "" && len(name) <= limit && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
}

// strangeNames lists tools under these names; each can be called, and pinned by
// the name that its server gave it.
func strangeNames(tools ...string) func(*testing.T) {
	return func(t *testing.T) {
		server := lists(t, "odd", tools...)
		reaches(t, server)
		g := serve(t, surface.ModeIntent, fleet.Options{}, server)
		c := g.connect(t)
		for _, name := range tools {
			got := c.ask(t, "ask", "x", asText(t, map[string]string{"tool": name}))
			if string(got.Result) != asText(t, name+" of odd with {}") && !strings.Contains(got.Error, "the name of several") {
				t.Errorf("a pin of %q: %s", name, got.text)
			}
		}
	}
}

func twoScales(t *testing.T) {
	first, second := lists(t, "pigeons", "weigh_letter"), lists(t, "balloons", "weigh_letter")
	reaches(t, first, second)
	g := serve(t, surface.ModeIntent, fleet.Options{}, first, second)
	c := g.connect(t)
	if got := c.ask(t, "ask", "weigh a letter", ""); got.Routing.Decision != "ask_back" || len(got.Routing.Options) != 2 {
		t.Errorf("nothing tells the two apart, so it has to be asked: %s", got.text)
	}
	if got := c.ask(t, "ask", "weigh a letter at balloons", ""); string(got.Result) != `"weigh_letter of balloons with {}"` {
		t.Error(got.text)
	}
}

// searcher and writer are tools of which each instance lists the same.
const (
	searcher = `{"name":"search_logs","description":"Search the logs of the stove.","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}},"annotations":{"readOnlyHint":true}}`
	writer   = `{"name":"set_heat","description":"Set the heat of the stove.","inputSchema":{"type":"object","properties":{"degrees":{"type":"integer"}},"required":["degrees"]},"annotations":{"readOnlyHint":false,"destructiveHint":false}}`
)

func stove(t *testing.T, name string) config.Server {
	return fleettest.Scripted(t, name, fleettest.Script{Tools: fleettest.Tools(searcher, writer)})
}

func twoInstances(t *testing.T) {
	g := serve(t, surface.ModeIntent, fleet.Options{}, stove(t, "stove_prod"), stove(t, "stove_staging"))
	c := g.connect(t)
	if got := c.ask(t, "ask", "search the logs of the stove on stove staging", ""); string(got.Result) != `"search_logs of stove_staging with {}"` {
		t.Error(got.text)
	}
	if got := c.ask(t, "ask", "search the logs of the stove", ""); got.Executed || !strings.Contains(got.text, "stove_prod") || !strings.Contains(got.text, "stove_staging") {
		t.Errorf("it has to be asked which: %s", got.text)
	}
}

func threeInstances(t *testing.T) {
	g := serve(t, surface.ModeBoth, fleet.Options{}, stove(t, "dev"), stove(t, "qa"), stove(t, "prod"))
	c := g.connect(t)
	schema := asText(t, c.tools(t)["set_heat"].InputSchema)
	if !strings.Contains(schema, `"enum":["dev","qa","prod"]`) || !strings.Contains(schema, `"required":["server","degrees"]`) {
		t.Errorf("the schema does not say which there are: %s", schema)
	}
	if got := c.ask(t, "act", "set the heat of the stove", `{"degrees":200}`); got.Executed || !strings.Contains(got.text, "server") {
		t.Errorf("a change was guessed: %s", got.text)
	}
	if res := c.call(t, "set_heat", map[string]any{"degrees": 200}); !res.IsError {
		t.Errorf("a change was guessed: %s", textOf(res))
	}
	if got := c.ask(t, "act", "set the heat of the stove", `{"degrees":200,"server":"qa"}`); string(got.Result) != asText(t, `set_heat of qa with {"degrees":200}`) {
		t.Error(got.text)
	}
}

// lateRival has a server join whose tools have the names of those that are there.
func lateRival(t *testing.T) {
	gate := filepath.Join(t.TempDir(), "gate")
	late := fleettest.Script{Tools: fleettest.Tools(string(fleettest.Reader("search_code", "Search code at the rival."))), Gate: gate}
	m := &mounted{Fleet: fleet.Start([]config.Server{fleettest.Scripted(t, "rival", late), lists(t, "first", "search_code", "read_code")}, fleet.Options{Log: silence})}
	t.Cleanup(m.Fleet.Close)
	eventually(t, "first is ready", func() bool { return state(m.Fleet, "first").State == fleet.Ready })
	var err error
	if m.Overlay, err = fleet.NewOverlay(t.Context(), m.Fleet, fleet.OverlayOptions{LexicalOnly: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Overlay.Close)
	c := expose(t, surface.ModeBoth, m).connect(t)
	before := c.tools(t)
	open(t, gate)
	c.hears(t)
	after := c.tools(t)
	for name := range before {
		if after[name] == nil {
			t.Errorf("%s is gone", name)
		}
	}
	if got := textOf(c.call(t, "search_code", map[string]any{})); got != "search_code of first with {}" {
		t.Errorf("search_code is another tool now: %s", got)
	}
	if got := textOf(c.call(t, "rival__search_code", map[string]any{})); got != "search_code of rival with {}" {
		t.Error(got)
	}
}

// open lets a server begin that waits for a file.
func open(t *testing.T, gate string) {
	t.Helper()
	if err := os.WriteFile(gate, nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

func longNames(t *testing.T) {
	server, tool := "github.com/example/mcp-puppeteer-of-many-strings", "puppeteer_iframe_click_and_wait_until_it_has_loaded"
	for _, limit := range []int{60, 64, 128} {
		var given [][]string
		for range 2 {
			m := mount(t, fleet.Options{NameLimit: limit}, lists(t, "plain", tool), lists(t, server, tool, tool+"_and_again"))
			var names []string
			for name := range m.Names() {
				if !accepted(name, limit) {
					t.Errorf("%q is longer than %d", name, limit)
				}
				if got := m.do(t.Context(), runtime.Ask, "x", fmt.Sprintf(`{"tool":%q}`, name)); got.Failed() {
					t.Error(asText(t, got))
				}
				names = append(names, name)
			}
			slices.Sort(names)
			given = append(given, names)
		}
		if len(given[0]) != 3 || !slices.Equal(given[0], given[1]) {
			t.Errorf("the names differ from start to start: %v", given)
		}
	}
}

// textOf is all text of a result.
func textOf(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	var res struct{ Content []struct{ Text string } }
	if err := json.Unmarshal(raw, &res); err != nil {
		return err.Error()
	}
	var parts []string
	for _, one := range res.Content {
		parts = append(parts, one.Text)
	}
	return strings.Join(parts, "\n")
}
