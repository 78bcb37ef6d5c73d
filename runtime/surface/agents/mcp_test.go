package agents

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The protocol revisions that clients of the tests speak: the last with sessions,
// and the first without.
const (
	legacy = "2025-11-25"
	modern = "2026-07-28"
)

// peer is a client of another library, and what it was told.
type peer struct {
	*mcp.ClientSession
	t       *testing.T
	changed chan struct{}
}

// dial serves the surface over HTTP and connects clients that speak an era.
func dial(t *testing.T, s *Surface, era string) func() *peer {
	t.Helper()
	stream := server.NewStreamableHTTPServer(s.Server("test", slog.New(slog.DiscardHandler)), server.WithStateful(true))
	srv := httptest.NewServer(stream)
	t.Cleanup(func() {
		_ = stream.Shutdown(context.Background())
		srv.CloseClientConnections()
		srv.Close()
	})
	return func() *peer {
		return connect(t, &mcp.StreamableClientTransport{Endpoint: srv.URL}, era, &mcp.ClientOptions{})
	}
}

// connect connects a client that speaks an era.
func connect(t *testing.T, transport mcp.Transport, era string, opt *mcp.ClientOptions) *peer {
	t.Helper()
	p := &peer{t: t, changed: make(chan struct{}, 16)}
	opt.ToolListChangedHandler = func(context.Context, *mcp.ToolListChangedRequest) { p.changed <- struct{}{} }
	client := mcp.NewClient(&mcp.Implementation{Name: "peer", Version: "1"}, opt)
	var err error
	p.ClientSession, err = client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: era})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// names are the listed tools.
func (p *peer) names() []string {
	p.t.Helper()
	list, err := p.ListTools(p.t.Context(), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	var out []string
	for _, tool := range list.Tools {
		out = append(out, tool.Name)
	}
	slices.Sort(out)
	return out
}

// call makes a call and checks its answer against the schema that is served for
// the tool.
func (p *peer) call(tool, arguments string) (Answer, *mcp.CallToolResult) {
	p.t.Helper()
	res, err := p.CallTool(p.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		p.t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		p.t.Fatal(err)
	}
	p.check(tool, raw)
	if text := res.Content[0].(*mcp.TextContent).Text; !equalJSON(p.t, text, string(raw)) {
		p.t.Errorf("%s: the text is %s, the structured content %s", tool, text, raw)
	}
	var a Answer
	if err := json.Unmarshal(raw, &a); err != nil {
		p.t.Fatal(err)
	}
	if id, ok := res.Meta["sextant/tool"].(string); ok {
		a.Tool = id
	}
	return a, res
}

// check validates content against the served output schema of a tool; that of a
// tool that is not listed is the one of ask.
func (p *peer) check(tool string, content json.RawMessage) {
	p.t.Helper()
	list, err := p.ListTools(p.t.Context(), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	at := slices.IndexFunc(list.Tools, func(one *mcp.Tool) bool { return one.Name == tool })
	if at < 0 {
		at = slices.IndexFunc(list.Tools, func(one *mcp.Tool) bool { return strings.HasSuffix(one.Name, "."+askName) })
	}
	raw, err := json.Marshal(list.Tools[at].OutputSchema)
	if err != nil {
		p.t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	if err != nil {
		p.t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("served.json", document); err != nil {
		p.t.Fatal(err)
	}
	schema, err := c.Compile("served.json")
	if err != nil {
		p.t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(content)))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		p.t.Errorf("%s answered %s: %v", tool, content, err)
	}
}

func equalJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal([]byte(a), &x); err != nil {
		t.Fatalf("%v: %s", err, a)
	}
	if err := json.Unmarshal([]byte(b), &y); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	first, _ := json.Marshal(x)
	second, _ := json.Marshal(y)
	return string(first) == string(second)
}

// follow makes the call that an option is, as a client would.
func (p *peer) follow(o Option, fill map[string]any) (Answer, *mcp.CallToolResult) {
	p.t.Helper()
	inner := o.Arguments
	if hints, ok := o.Arguments["hints"].(map[string]any); ok {
		inner = hints
	}
	for _, name := range o.Fill {
		value, ok := fill[name]
		if !ok {
			p.t.Fatalf("nothing to fill %s in with: %+v", name, o)
		}
		inner[name] = value
	}
	if !slices.Contains(p.names(), o.Tool) {
		p.t.Errorf("an option calls %s, which is not listed", o.Tool)
	}
	raw, err := json.Marshal(o.Arguments)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.call(o.Tool, string(raw))
}

// inBothEras runs a test with clients of the revisions with sessions and without.
func inBothEras(t *testing.T, test func(t *testing.T, era string)) {
	for _, era := range []string{legacy, modern} {
		t.Run(era, func(t *testing.T) { test(t, era) })
	}
}

func TestAskEndToEnd(t *testing.T) {
	inBothEras(t, func(t *testing.T, era string) {
		s, upstream := newTestSurface(t)
		p := dial(t, s, era)()
		for _, tt := range []struct {
			tool, args, want string
			answer           string
			items            string
			caveat           string
		}{
			{"feed.ask", `{"question":"what should I look at first today","user":"ada","limit":2}`, "feed.list",
				"2 items:\n- Sparse coding in small networks <https://papers.example/11>\n- A survey of tactile sensing <https://papers.example/12>",
				`[{"id":11,"url":"https://papers.example/11"},{"id":12,"url":"https://papers.example/12"}]`,
				"ada has rated nothing yet, so this is the order of arrival & no more.\nRanking follows the reader's own ratings; a reader with few of them gets little more than the interests text."},
			{"feed.ask", `{"question":"search the archive for tactile sensing","user":"ada"}`, "feed.search",
				"1 items:\n- A survey of tactile sensing <https://papers.example/12>", `[{"id":12,"url":"https://papers.example/12"}]`,
				"Only what the feed has collected is searched; nothing is fetched from the network."},
			{"ask", `{"question":"which runs are recorded"}`, "runs.list", "3 runs in 1 family.", `[{"id":"d0"},{"id":"d3"},{"id":"d5"}]`, ""},
			{"runs.ask", `{"question":"which arm of the sweep came out best","family":"dropout"}`, "runs.compare", "d3 leads with 0.88.",
				`[{"id":"d3"},{"id":"d5"},{"id":"d0"}]`,
				"one seed an arm\nthe lead is within the usual spread\nA metric whose direction nobody declared is not ranked."},
			{"sym.ask", `{"question":"simplify this expression","expr":"(x+1)**2 - x**2"}`, "sym.simplify", "2*x+1", `[]`, ""},
			{"feed.ask", `{"question":"that one was useful","user":"ada","item_id":12,"useful":true}`, "feed.rate", "Item 12 is marked for ada.", `[{"id":12}]`, ""},
		} {
			a, res := p.call(tt.tool, tt.args)
			raw, _ := json.Marshal(a.Items)
			caveat := ""
			if a.Caveat != nil {
				caveat = *a.Caveat
			}
			if !a.OK || res.IsError || a.Tool != tt.want || a.Answer != tt.answer || string(raw) != tt.items || caveat != tt.caveat {
				t.Errorf("%s %s\ngot  %t %s %q %s %q\nwant true %s %q %s %q", tt.tool, tt.args, a.OK, a.Tool, a.Answer, raw, caveat, tt.want, tt.answer, tt.items, tt.caveat)
			}
		}
		if got, want := upstream.called(), []string{"feed.list", "feed.search", "runs.list", "runs.compare", "sym.simplify", "feed.rate"}; !slices.Equal(got, want) {
			t.Errorf("called %v, want %v", got, want)
		}
	})
}

// Failures and questions come in the same form, and every option is a call that
// can be made.
func TestAskFailsInTheSameForm(t *testing.T) {
	inBothEras(t, func(t *testing.T, era string) {
		s, _ := newTestSurface(t)
		p := dial(t, s, era)()
		for _, tt := range []struct {
			tool, args, says string
			isError          bool
		}{
			{"feed.ask", `{"question":"book a flight to Rome"}`, "Nothing in feed serves that request.", false},
			{"ask", `{"question":"book a flight to Rome"}`, "Nothing here serves that request.", false},
			{"feed.ask", `{"question":""}`, "the intent is empty", true},
			{"feed.ask", `{}`, "question must be a text", true},
			{"feed.ask", `{"question":"rate it","colour":"red"}`, `no tool here has an argument "colour"`, true},
			{"feed.ask", `{"question":"show the best unread items"}`, "What is user?", false},
			{"feed.ask", `{"question":"show it","hints":"{broken"}`, "the hints are no JSON object", true},
			{"feed.ask", `{"question":"show it","hints":{"tool":"feed.lost"}}`, `no capability is called "feed.lost"`, true},
			{"feed.ask", `{"question":"rate item 99 useful","user":"ada","item_id":99,"useful":true}`, "there is no item 99", true},
			{"feed.ask", `{"question":"show me the best unread items","user":7}`, "user", true},
			{"runs.ask", `{"question":"rescan the run artifacts on disk"}`, "Nothing was done yet.", false},
			{"cite.ask", `{"question":"which bibliographic sources are configured"}`, "has no executor here", true},
		} {
			a, res := p.call(tt.tool, tt.args)
			if a.OK || !strings.Contains(a.Answer, tt.says) || res.IsError != tt.isError {
				t.Errorf("%s %s: got %+v, isError %t; want %q, isError %t", tt.tool, tt.args, a, res.IsError, tt.says, tt.isError)
			}
			listed := p.names()
			for _, o := range a.Options {
				if !slices.Contains(listed, o.Tool) {
					t.Errorf("%s %s: an option calls %s, which is not listed", tt.tool, tt.args, o.Tool)
				}
			}
		}
	})
}

// A question that misses an argument is answered by its option, filled in.
func TestOptionsLead(t *testing.T) {
	inBothEras(t, func(t *testing.T, era string) {
		s, _ := newTestSurface(t)
		p := dial(t, s, era)()
		a, _ := p.call("feed.ask", `{"question":"show the best unread items","limit":1}`)
		if len(a.Options) != 1 || a.Options[0].Tool != "feed.ask" {
			t.Fatalf("got %+v, want one option of feed.ask", a)
		}
		if a, _ := p.follow(a.Options[0], map[string]any{"user": "jonas"}); !a.OK || a.Tool != "feed.list" || len(a.Items) != 1 {
			t.Errorf("the option led to %+v", a)
		}
	})
}

// What another namespace serves is handed over with the call that goes there.
func TestHandOver(t *testing.T) {
	s, upstream := newTestSurface(t)
	p := dial(t, s, legacy)()
	a, _ := p.call("sym.ask", `{"question":"which arm won in the dropout family"}`)
	if a.OK || len(a.Options) == 0 || a.Options[0].Tool != "runs.ask" {
		t.Fatalf("got %+v, want an option of runs.ask", a)
	}
	if len(upstream.called()) > 0 {
		t.Errorf("%v was called", upstream.called())
	}
	if a, _ := p.follow(a.Options[0], nil); a.Tool != "runs.compare" {
		t.Errorf("the option led to %+v", a)
	}
}

// ask never does what needs a confirmation: the preview's option does, once.
func TestConfirmation(t *testing.T) {
	inBothEras(t, func(t *testing.T, era string) {
		s, upstream := newTestSurface(t)
		p := dial(t, s, era)()
		for _, args := range []string{
			`{"question":"delete the reader jonas for good","name":"jonas"}`,
			`{"question":"delete the reader jonas for good","name":"jonas","confirm":true}`,
			`{"question":"delete the reader","hints":{"tool":"feed.persona_delete","name":"jonas","confirm":true}}`,
			`{"question":"delete the reader","hints":"{\"tool\":\"feed.persona_delete\",\"arguments\":{\"name\":\"jonas\",\"confirm\":true}}"}`,
		} {
			a, res := p.call("feed.ask", args)
			if a.OK || res.IsError || a.Tool != "feed.persona_delete" || len(a.Options) != 1 || a.Caveat == nil {
				t.Fatalf("%s: got %+v, want a preview", args, a)
			}
			if hints, _ := a.Options[0].Arguments["hints"].(map[string]any); hints["plan_ref"] == nil {
				t.Errorf("%s: the option carries no plan_ref: %+v", args, a.Options[0])
			}
		}
		if len(upstream.called()) > 0 {
			t.Fatalf("%v was called without a plan", upstream.called())
		}
		a, _ := p.call("ask", `{"question":"delete the reader jonas for good","hints":{"name":"jonas"}}`)
		if len(a.Options) != 1 {
			t.Fatalf("got %+v, want a preview", a)
		}
		done, _ := p.follow(a.Options[0], nil)
		if !done.OK || done.Answer != "jonas is deleted." {
			t.Errorf("the option led to %+v", done)
		}
		if again, _ := p.follow(a.Options[0], nil); again.OK {
			t.Errorf("the plan was executed twice: %+v", again)
		}
	})
}

// tools lists what there is and enables it for this conversation, beside what it
// has enabled before; other conversations see nothing of it.
func TestToolsEnables(t *testing.T) {
	s, _ := newTestSurface(t)
	connect := dial(t, s, legacy)
	p, other := connect(), connect()
	doors := []string{"ask", "cite.ask", "cite.tools", "feed.ask", "feed.tools", "kg.ask", "kg.tools", "runs.ask", "runs.tools", "sym.ask", "sym.tools"}
	if got := p.names(); !slices.Equal(got, doors) {
		t.Fatalf("at first: %v, want %v", got, doors)
	}
	for i, ns := range []string{"sym", "kg"} {
		p.enable(ns)
		<-p.changed
		want := len(doors) + []int{7, 12}[i]
		if got := p.names(); len(got) != want {
			t.Errorf("after %s.tools: %v, want %d", ns, got, want)
		}
	}
	if got := other.names(); !slices.Equal(got, doors) {
		t.Errorf("another conversation sees %v", got)
	}
	if a, _ := p.call("sym.simplify", `{"expr":"x + x"}`); !a.OK || a.Answer != "2*x" {
		t.Errorf("by name: %+v", a)
	}
	if a, res := other.call("sym.simplify", `{"expr":"x + x"}`); a.OK || !res.IsError || len(a.Options) != 2 {
		t.Errorf("not enabled: %+v", a)
	} else if a, _ := other.follow(a.Options[1], nil); !a.OK || a.Answer != "2*x" {
		t.Errorf("the option led to %+v", a)
	}
	// An option of what is enabled is a call by name.
	a, _ := p.call("sym.ask", `{"question":"simplify that expression"}`)
	if len(a.Options) != 1 || a.Options[0].Tool != "sym.simplify" {
		t.Fatalf("got %+v, want an option of sym.simplify", a)
	}
	if a, _ := p.follow(a.Options[0], map[string]any{"expr": "x - x"}); !a.OK || a.Answer != "0" {
		t.Errorf("the option led to %+v", a)
	}
}

func (p *peer) enable(ns string) Listing {
	p.t.Helper()
	res, err := p.CallTool(p.t.Context(), &mcp.CallToolParams{Name: ns + ".tools"})
	if err != nil || res.IsError {
		p.t.Fatal(res, err)
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		p.t.Fatal(err)
	}
	p.check(ns+".tools", raw)
	var l Listing
	if err := json.Unmarshal(raw, &l); err != nil {
		p.t.Fatal(err)
	}
	return l
}

// A preview of a call by name is had done by a call by name.
func TestConfirmationByName(t *testing.T) {
	s, upstream := newTestSurface(t, "feed")
	p := dial(t, s, legacy)()
	p.enable("feed")
	a, _ := p.call("feed.persona_delete", `{"name":"ada","confirm":true}`)
	if a.OK || len(upstream.called()) > 0 || len(a.Options) != 1 || a.Options[0].Tool != "feed.persona_delete" {
		t.Fatalf("got %+v, want a preview", a)
	}
	if a, _ := p.follow(a.Options[0], nil); !a.OK || a.Answer != "ada is deleted." {
		t.Errorf("the option led to %+v", a)
	}
}

// Without a session nothing is enabled, for nobody could be told apart.
func TestToolsFailsClosed(t *testing.T) {
	s, _ := newTestSurface(t, "sym")
	p := dial(t, s, modern)()
	l := p.enable("sym")
	if l.Enabled || len(l.Tools) != 7 || !strings.Contains(l.Note, "sym.ask") {
		t.Errorf("got %+v", l)
	}
	if got := p.names(); !slices.Equal(got, []string{"sym.ask", "sym.tools"}) {
		t.Errorf("listed: %v", got)
	}
	if a, res := p.call("sym.simplify", `{"expr":"x + x"}`); a.OK || !res.IsError {
		t.Errorf("by name: %+v", a)
	} else if a, _ := p.follow(a.Options[1], nil); !a.OK {
		t.Errorf("the option led to %+v", a)
	}
}
