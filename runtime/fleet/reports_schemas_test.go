package fleet_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// schemaReports are about schemas and descriptions, and about how much of them a
// client is shown.
func schemaReports() []report {
	return []report{
		{"firecrawl/firecrawl-mcp-server#112", "a dialect that a client does not know makes it drop every tool",
			schemaKept(`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"page":{"type":"string"}},"required":["page"]}`,
				`{"page":"x"}`, `{"page":7}`)},
		{"open-webui/computer#87", "$defs are dropped and the $ref to them is kept",
			schemaKept(`{"type":"object","properties":{"sieve":{"$ref":"#/$defs/Sieve"}},"$defs":{"Sieve":{"type":"string","enum":["fine","coarse"]}},"additionalProperties":false}`,
				`{"sieve":"fine"}`, `{"sieve":"none"}`)},
		{"microsoft-foundry/new-foundry-portal#23", "a client fails on anyOf",
			schemaKept(`{"type":"object","properties":{"leaf":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}}}`,
				`{"leaf":["x","y"]}`, `{"leaf":7}`)},
		{"inboxapi/cli#106", "an object without properties is refused", noProperties},
		{"IBM/mcp-context-forge#952", "a description of thousands of characters can't be registered", longDescription},
		{"microsoft/vscode#294055", "more tools than a client takes", smallSurface(80, 50)},
		{"codefriar/sf-mcp#5", "a client takes forty tools", smallSurface(41)},
		{"Trae-AI/TRAE#2238", "a client drops tools beyond forty without a word", smallSurface(20, 20)},
		{"1mcp-app/agent#188", "the schemas of all tools fill the context", smallSurface(60, 60, 60, 60)},
		{"stacklok/toolhive#4357", "a search tool that does not say what is behind it is not used", saysWhatIsBehind},
	}
}

// hard are the keywords that clients have failed on.
var hard = regexp.MustCompile(`"(\$schema|\$ref|\$defs|\$dynamicRef|anyOf|oneOf|allOf|not|if)":`)

// schemaKept has a tool with a schema: the verbs show none of its keywords, the
// tool by its own name shows all of them, and they are what its arguments are
// checked by.
func schemaKept(schema, good, bad string) func(t *testing.T) {
	return func(t *testing.T) {
		server := fleettest.Scripted(t, "mill", fleettest.Script{Tools: fleettest.Tools(
			`{"name":"sift_flour","description":"Sift the flour.","inputSchema":` + schema + `,"annotations":{"readOnlyHint":true}}`,
		)})
		c := serve(t, surface.ModeIntent, fleet.Options{}, server).connect(t)
		for name, tool := range c.tools(t) {
			if text := asText(t, tool.InputSchema); hard.MatchString(text) || !strings.Contains(text, `"properties"`) {
				t.Errorf("%s shows the schema %s", name, text)
			}
		}
		if got := c.ask(t, "ask", "sift the flour", good); string(got.Result) != asText(t, "sift_flour of mill with "+good) {
			t.Error(got.text)
		}
		if got := c.ask(t, "ask", "sift the flour", bad); got.Executed || got.Error == "" {
			t.Errorf("arguments that the schema refuses were sent: %s", got.text)
		}
		loaded := asText(t, c.call(t, "load_tools", map[string]any{"tools": []string{"sift_flour"}}).StructuredContent)
		shown := asText(t, c.tools(t)["sift_flour"].InputSchema)
		for _, keyword := range hard.FindAllString(schema, -1) {
			if !strings.Contains(shown, keyword) || !strings.Contains(loaded, keyword) {
				t.Errorf("%s is lost:\n%s\n%s", keyword, shown, loaded)
			}
		}
	}
}

func noProperties(t *testing.T) {
	c := serve(t, surface.ModeCondensed, fleet.Options{}, fleettest.Scripted(t, "bells", fleettest.Script{Tools: fleettest.Tools(
		`{"name":"ring","description":"Ring.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`,
		`{"name":"chime","description":"Chime.","annotations":{"readOnlyHint":true}}`,
		`{"name":"toll","description":"Toll.","inputSchema":null,"annotations":{"readOnlyHint":true}}`,
	)})).connect(t)
	tools := c.tools(t)
	for _, name := range []string{"ring", "chime", "toll"} {
		if tools[name] == nil {
			t.Fatalf("%s is missing", name)
		}
		if text := asText(t, tools[name].InputSchema); !strings.Contains(text, `"type":"object"`) || !strings.Contains(text, `"properties":{`) {
			t.Errorf("%s shows the schema %s", name, text)
		}
		if got := textOf(c.call(t, name, map[string]any{})); got != name+" of bells with {}" {
			t.Error(got)
		}
	}
}

func longDescription(t *testing.T) {
	long := strings.Repeat("It winds the clock of the tower and says much about how. ", 100)
	g := serve(t, surface.ModeIntent, fleet.Options{}, fleettest.Scripted(t, "tower", fleettest.Script{Tools: append(
		fleettest.Tools(string(fleettest.Reader("wind_clock", long))), fleettest.Reader("ring_bell", "Ring the bell."),
	)}))
	c := g.connect(t)
	if got := c.ask(t, "ask", "wind the clock of the tower", ""); string(got.Result) != `"wind_clock of tower with {}"` || len(got.text) > 2000 {
		t.Errorf("%d bytes: %.500s", len(got.text), got.text)
	}
	if found := c.ask(t, "find", "wind the clock", ""); len(found.text) > 3000 || !strings.Contains(found.text, "wind_clock") {
		t.Errorf("%d bytes: %.500s", len(found.text), found.text)
	}
	if whole := serve(t, surface.ModeCondensed, fleet.Options{}, fleettest.Scripted(t, "tower", fleettest.Script{Tools: fleettest.Tools(
		string(fleettest.Reader("wind_clock", long)))})).connect(t).tools(t)["wind_clock"]; whole == nil {
		t.Error("it is not listed")
	}
}

// smallSurface mounts servers of so many tools: what is listed stays small, and
// every tool is reached.
func smallSurface(counts ...int) func(t *testing.T) {
	return func(t *testing.T) {
		var m *gateway
		total := 0
		servers := make([]fleettest.Script, len(counts))
		for i, n := range counts {
			for k := range n {
				servers[i].Tools = append(servers[i].Tools, fleettest.Reader(fmt.Sprintf("task_%d_%d", i, k), fmt.Sprintf("Carry out task %d of list %d.", k, i)))
			}
			total += n
		}
		m = serve(t, surface.ModeIntent, fleet.Options{}, scripts(t, servers...)...)
		c := m.connect(t)
		if n := len(c.tools(t)); n != 9 {
			t.Errorf("%d tools are listed", n)
		}
		reached := 0
		for name, o := range m.Names() {
			if got := c.ask(t, "ask", "x", fmt.Sprintf(`{"tool":%q}`, name)); string(got.Result) != asText(t, fmt.Sprintf("%s of %s with {}", o.Tool, o.Server)) {
				t.Fatal(got.text)
			}
			reached++
		}
		if reached != total {
			t.Errorf("%d of %d tools were reached", reached, total)
		}
	}
}

func saysWhatIsBehind(t *testing.T) {
	g := serve(t, surface.ModeIntent, fleet.Options{}, lists(t, "harbour", "list_ships", "berth_ship"), lists(t, "weather", "read_barometer"))
	c := g.connect(t)
	text := c.InitializeResult().Instructions
	for _, tool := range c.tools(t) {
		text += "\n" + tool.Description
	}
	for _, server := range []string{"harbour", "weather"} {
		if !strings.Contains(text, server) {
			t.Errorf("nothing says that %s is behind the verbs:\n%s", server, text)
		}
	}
}

// scripts are servers that follow these scripts, called a, b and so on.
func scripts(t *testing.T, all ...fleettest.Script) (servers []config.Server) {
	t.Helper()
	for i, s := range all {
		servers = append(servers, fleettest.Scripted(t, string(rune('a'+i)), s))
	}
	return servers
}
