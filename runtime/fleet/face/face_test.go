package face_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/face"
	"github.com/sextant-mcp/sextant/runtime/fleet/fixture"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/internal/rawhttp"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

func TestMain(m *testing.M) {
	fleettest.Main(m, map[string]fleettest.Serve{"fixture": func(in io.Reader, out io.Writer) {
		if err := fixture.Serve(context.Background(), in, out); err != nil {
			panic(err)
		}
	}})
}

// serve serves servers, verbs and all tools listed, and returns the address.
func serve(t *testing.T, servers ...config.Server) (url string) {
	t.Helper()
	_, s := surfaceOf(t, surface.ModeBoth, servers...)
	return address(t, s)
}

// surfaceOf is the surface of a fleet of servers.
func surfaceOf(t *testing.T, mode surface.Mode, servers ...config.Server) (*fleet.Overlay, *surface.Surface) {
	t.Helper()
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	f := fleet.Start(servers, fleet.Options{Log: quiet})
	t.Cleanup(f.Close)
	f.Settle(t.Context(), 20*time.Second)
	overlay, err := fleet.NewOverlay(t.Context(), f, fleet.OverlayOptions{LexicalOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(overlay.Close)
	fc := face.New(f, overlay.Entry)
	t.Cleanup(fc.Close)
	s, err := surface.New(overlay.Dispatcher(), surface.Options{Mode: mode, Log: quiet, Beside: fc})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return overlay, s
}

// address serves a surface over HTTP.
func address(t *testing.T, s *surface.Surface) (url string) {
	t.Helper()
	h := s.NewHTTP(surface.HTTPOptions{})
	t.Cleanup(h.Close)
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.URL + surface.Path
}

// person answers what servers ask.
type person struct {
	mu  sync.Mutex
	got []string // methods of notifications
}

// Elicit implements client.ElicitationHandler.
func (*person) Elicit(_ context.Context, req mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	return &mcp.ElicitationResult{ElicitationResponse: mcp.ElicitationResponse{
		Action: mcp.ElicitationResponseActionAccept, Content: map[string]any{"username": "ada", "name": "ada", "ok": true, "color": "blue", "context": "bees", "confirm": true},
	}}, nil
}

// CreateMessage implements client.SamplingHandler.
func (*person) CreateMessage(context.Context, mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	return &mcp.CreateMessageResult{SamplingMessage: mcp.SamplingMessage{Role: mcp.RoleAssistant, Content: mcp.NewTextContent("buzz")}, Model: "bee"}, nil
}

// ListRoots implements client.RootsHandler.
func (*person) ListRoots(context.Context, mcp.ListRootsRequest) (*mcp.ListRootsResult, error) {
	return &mcp.ListRootsResult{Roots: []mcp.Root{{URI: "file:///hive", Name: "hive"}}}, nil
}

func (p *person) note(n mcp.JSONRPCNotification) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.got = append(p.got, n.Method)
}

func (p *person) count(method string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.got {
		if m == method {
			n++
		}
	}
	return n
}

// connect is a client of a revision, with somebody in front of it.
func connect(t *testing.T, url, revision string) (*client.Client, *person) {
	t.Helper()
	p := &person{}
	var options []transport.StreamableHTTPCOption
	if !mcp.IsModernProtocol(revision) {
		//lint:ignore SA1019 the older revisions need it
		options = append(options, transport.WithContinuousListening())
	}
	options = append(options, transport.WithHTTPLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
	wire, err := transport.NewStreamableHTTP(url, options...)
	if err != nil {
		t.Fatal(err)
	}
	c := client.NewClient(wire, client.WithProtocolVersion(revision), client.WithElicitationHandler(p), client.WithSamplingHandler(p), client.WithRootsHandler(p))
	c.OnNotification(p.note)
	if err := c.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := c.Initialize(t.Context(), mcp.InitializeRequest{Params: mcp.InitializeParams{ClientInfo: mcp.Implementation{Name: "test", Version: "1"}}}); err != nil {
		t.Fatal(err)
	}
	if c.ProtocolVersion() != revision {
		t.Fatalf("%s is spoken, want %s", c.ProtocolVersion(), revision)
	}
	return c, p
}

func call(t *testing.T, c *client.Client, name string, args map[string]any) string {
	t.Helper()
	var req mcp.CallToolRequest
	req.Params.Name, req.Params.Arguments = name, args
	req.Params.Meta = &mcp.Meta{ProgressToken: "p-" + name}
	res, err := c.CallTool(t.Context(), req)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	raw, err := json.Marshal(res)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// arguments are those of the tools that need some.
var arguments = map[string]map[string]any{"test_sampling": {"prompt": "x"}, "test_elicitation": {"message": "x"}}

var revisions = []string{mcp.ProtocolVersion20251125, mcp.ProtocolVersion20260728}

// What a server asks during a call reaches the client, and its answer the
// server, whichever revision each speaks.
func TestQuestions(t *testing.T) {
	url := serve(t, fleettest.Server(t, "fixture", "fixture"))
	for _, revision := range revisions {
		t.Run(revision, func(t *testing.T) {
			c, _ := connect(t, url, revision)
			for name, want := range map[string]string{
				"test_sampling": "buzz", "test_elicitation": "ada", "test_elicitation_sep1034_defaults": "accept",
				"test_input_required_result_elicitation": "ada", "test_input_required_result_sampling": "buzz",
				"test_input_required_result_list_roots": "1 roots", "test_input_required_result_request_state": "state-ok",
				"test_input_required_result_multiple_inputs": "ada, buzz, 1 roots", "test_input_required_result_multi_round": "ada likes blue",
			} {
				if got := call(t, c, name, arguments[name]); !strings.Contains(got, want) {
					t.Errorf("%s answers %s, want %s in it", name, got, want)
				}
			}
			var req mcp.GetPromptRequest
			req.Params.Name = "test_input_required_result_prompt"
			prompt, err := c.GetPrompt(t.Context(), req)
			if err != nil || len(prompt.Messages) != 1 {
				t.Error(prompt, err)
			}
		})
	}
}

// A server of an older revision asks while it works; a client of the newer one
// is asked in the answer, and the call goes on with what it says.
func TestQuestionsAcrossRevisions(t *testing.T) {
	url := serve(t, fleettest.Server(t, "plain", fleettest.Plain))
	for _, revision := range revisions {
		c, _ := connect(t, url, revision)
		if got := call(t, c, "ask_person", nil); !strings.Contains(got, `\"username\":\"ada\"`) {
			t.Errorf("%s: %s", revision, got)
		}
	}
	// A state that is nobody's goes on with nothing, and neither does that of a
	// call with other arguments.
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}`
	first := post(t, url, "ask_person", `{"name":"ask_person","arguments":{},`+meta+`}`)
	state := between(first, `"requestState":"`, `"`)
	if !strings.Contains(first, `"input_required"`) || !strings.Contains(first, "Which colour?") || len(state) < 30 {
		t.Fatal(first)
	}
	answer := `"inputResponses":{"question-1":{"action":"decline"}}`
	for _, params := range []string{
		`{"name":"ask_person","arguments":{},"requestState":"sextant-call-of-somebody-else",` + answer + `,` + meta + `}`,
		`{"name":"show_picture","arguments":{},"requestState":"` + state + `",` + answer + `,` + meta + `}`,
	} {
		name := between(params, `"name":"`, `"`)
		if got := post(t, url, name, params); !strings.Contains(got, "make the call anew") || !strings.Contains(got, "-32602") {
			t.Error(got)
		}
	}
	if got := post(t, url, "ask_person", `{"name":"ask_person","arguments":{},"requestState":"`+state+`",`+answer+`,`+meta+`}`); !strings.Contains(got, "decline") {
		t.Error(got)
	}
}

func between(text, before, after string) string {
	_, rest, _ := strings.Cut(text, before)
	found, _, _ := strings.Cut(rest, after)
	return found
}

// post makes a call of the newer revision and returns the body of the answer.
func post(t *testing.T, url, name, params string) string {
	t.Helper()
	return ask(t, url, map[string]string{
		mcp.HeaderProtocolVersion: mcp.ProtocolVersion20260728, mcp.HeaderMethod: "tools/call", mcp.HeaderName: name,
	}, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+params+`}`)
}

func ask(t *testing.T, url string, headers map[string]string, body string) string {
	t.Helper()
	maps.DeleteFunc(headers, func(_, value string) bool { return value == "" })
	_, raw, _ := rawhttp.Post(t, http.DefaultClient, url, body, headers)
	return raw
}

// open begins a session of an older revision.
func open(t *testing.T, url, revision string) (session string) {
	t.Helper()
	_, _, header := rawhttp.Post(t, http.DefaultClient, url, rawhttp.Initialize(revision), nil)
	return header.Get(mcp.HeaderSessionID)
}

// Notices that belong to a call reach who made it.
func TestNotices(t *testing.T) {
	url := serve(t, fleettest.Server(t, "fixture", "fixture"))
	for _, revision := range revisions {
		t.Run(revision, func(t *testing.T) {
			c, p := connect(t, url, revision)
			//lint:ignore SA1019 the older revisions need it
			if err := c.SetLevel(t.Context(), mcp.SetLevelRequest{Params: mcp.SetLevelParams{Level: mcp.LoggingLevelDebug}}); err != nil {
				t.Fatal(err)
			}
			call(t, c, "test_tool_with_progress", nil)
			call(t, c, "test_tool_with_logging", nil)
			if n := p.count("notifications/progress"); n != 3 {
				t.Errorf("%d notices of progress", n)
			}
			if n := p.count("notifications/message"); n != 3 {
				t.Errorf("%d log messages", n)
			}
		})
	}
}

// Prompts, resources, templates and completions are the server's.
func TestOffers(t *testing.T) {
	url := serve(t, fleettest.Server(t, "fixture", "fixture"), fleettest.Server(t, "again", "fixture"))
	for _, revision := range revisions {
		t.Run(revision, func(t *testing.T) {
			c, _ := connect(t, url, revision)
			prompts, err := c.ListPrompts(t.Context(), mcp.ListPromptsRequest{})
			if err != nil {
				t.Fatal(err)
			}
			names := map[string]bool{}
			for _, p := range prompts.Prompts {
				names[p.Name] = true
			}
			if !names["test_simple_prompt"] || !names["again__test_simple_prompt"] {
				t.Error(names)
			}
			var get mcp.GetPromptRequest
			get.Params.Name, get.Params.Arguments = "again__test_prompt_with_arguments", map[string]string{"arg1": "a", "arg2": "b"}
			if prompt, err := c.GetPrompt(t.Context(), get); err != nil || !strings.Contains(asJSON(t, prompt), "arg1='a'") {
				t.Error(prompt, err)
			}
			for uri, want := range map[string]string{"test://static-text": "never changes", "test://static-binary": "iVBOR", "test://template/7/data": `\"id\":\"7\"`} {
				var read mcp.ReadResourceRequest
				read.Params.URI = uri
				res, err := c.ReadResource(t.Context(), read)
				if err != nil || !strings.Contains(asJSON(t, res), want) {
					t.Error(uri, asJSON(t, res), err)
				}
			}
			var none mcp.ReadResourceRequest
			none.Params.URI = "test://none"
			if _, err := c.ReadResource(t.Context(), none); err == nil {
				t.Error("a resource that is not there was read")
			}
			var complete mcp.CompleteRequest
			complete.Params.Ref = mcp.PromptReference{Type: "ref/prompt", Name: "again__test_prompt_with_arguments"}
			complete.Params.Argument = mcp.CompleteArgument{Name: "arg1", Value: "be"}
			if res, err := c.Complete(t.Context(), complete); err != nil || len(res.Completion.Values) != 2 || res.Completion.Values[0] != "be-one" {
				t.Error(res, err)
			}
		})
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Schemas arrive with every keyword, and content with every field, at a client of
// another library.
func TestWhole(t *testing.T) {
	url := serve(t, fleettest.Server(t, "fixture", "fixture"), fleettest.Server(t, "plain", fleettest.Plain))
	c := sdk.NewClient(&sdk.Implementation{Name: "peer", Version: "1"}, nil)
	session, err := c.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url, MaxRetries: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		raw := asJSON(t, tool.InputSchema)
		if tool.Name == "json_schema_2020_12_tool" {
			for _, keyword := range []string{"$schema", "$defs", "$anchor", "$ref", "allOf", "anyOf", `"if"`, `"then"`, `"else"`, "additionalProperties"} {
				if !strings.Contains(raw, keyword) {
					t.Errorf("%s is lost: %s", keyword, raw)
				}
			}
		}
		if tool.Name == "echo_number" && (!strings.Contains(raw, "patternProperties") || tool.Meta["example.org/k"] == nil) {
			t.Error(raw, tool.Meta)
		}
	}
	res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "show_picture"})
	if err != nil || len(res.Content) != 3 {
		t.Fatal(res, err)
	}
	picture, ok := res.Content[1].(*sdk.ImageContent)
	if !ok || picture.Meta["example.org/width"] == nil || len(picture.Data) == 0 {
		t.Errorf("%+v", res.Content[1])
	}
	if link, ok := res.Content[2].(*sdk.ResourceLink); !ok || link.URI != "pixel://1" {
		t.Errorf("%+v", res.Content[2])
	}
	_, err = session.CallTool(t.Context(), &sdk.CallToolParams{Name: "test_missing_capability"})
	if err == nil || !strings.Contains(err.Error(), "declare sampling") {
		t.Error(err)
	}
}

// Clients hear that lists have changed and that a resource was updated.
func TestChanges(t *testing.T) {
	url := serve(t, fleettest.Server(t, "fixture", "fixture"))
	c, p := connect(t, url, mcp.ProtocolVersion20251125)
	var sub mcp.SubscribeRequest
	sub.Params.URI = "test://watched-resource"
	//lint:ignore SA1019 the older revisions need it
	if err := c.Subscribe(t.Context(), sub); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the resource is updated", func() bool { return p.count(mcp.MethodNotificationResourceUpdated) > 0 })
	call(t, c, "test_trigger_tool_change", nil)
	eventually(t, "the tools have changed", func() bool { return p.count(mcp.MethodNotificationToolsListChanged) > 0 })
	call(t, c, "test_trigger_prompt_change", nil)
	eventually(t, "the prompts have changed", func() bool { return p.count(mcp.MethodNotificationPromptsListChanged) > 0 })

	modern, q := connect(t, url, mcp.ProtocolVersion20260728)
	stop, err := modern.ListenAsync(t.Context(), mcp.SubscriptionFilter{PromptsListChanged: true, ResourceSubscriptions: []string{"test://watched-resource"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	eventually(t, "the resource is updated", func() bool { return q.count(mcp.MethodNotificationResourceUpdated) > 0 })
	call(t, modern, "test_trigger_prompt_change", nil)
	eventually(t, "the prompts have changed", func() bool { return q.count(mcp.MethodNotificationPromptsListChanged) > 0 })
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 500 {
		if is() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("it never came to be: " + what)
}

// What goes away at a server goes away here, and nothing else does.
func TestOffersThatGo(t *testing.T) {
	upstream := server.NewMCPServer("web", "1", server.WithPromptCapabilities(true), server.WithResourceCapabilities(true, true))
	text := func(_ context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, Text: "theirs"}}, nil
	}
	prompt := func(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []mcp.PromptMessage{{Role: mcp.RoleUser, Content: mcp.NewTextContent("x")}}}, nil
	}
	upstream.AddResource(mcp.NewResource("test://stays", "stays"), text)
	upstream.AddResource(mcp.NewResource("test://goes", "goes"), text)
	upstream.AddResourceTemplate(mcp.NewResourceTemplate("test://goes/{id}", "goes"), text)
	upstream.AddPrompt(mcp.Prompt{Name: "stays"}, prompt)
	upstream.AddPrompt(mcp.Prompt{Name: "goes"}, prompt)
	srv := httptest.NewServer(server.NewStreamableHTTPServer(upstream))
	t.Cleanup(srv.Close) // after the fleet
	url := serve(t, config.Server{Name: "web", Kind: config.HTTP, URL: srv.URL})
	c, _ := connect(t, url, mcp.ProtocolVersion20260728)
	lists := func() string {
		var all []any
		for _, list := range []func() (any, error){
			func() (any, error) { return c.ListPrompts(t.Context(), mcp.ListPromptsRequest{}) },
			func() (any, error) { return c.ListResources(t.Context(), mcp.ListResourcesRequest{}) },
			func() (any, error) { return c.ListResourceTemplates(t.Context(), mcp.ListResourceTemplatesRequest{}) },
		} {
			one, err := list()
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, one)
		}
		return asJSON(t, all)
	}
	if got := lists(); strings.Count(got, `"goes"`) != 3 || strings.Count(got, `"stays"`) != 2 {
		t.Fatal(got)
	}
	upstream.DeletePrompts("goes")
	upstream.DeleteResources("test://goes")
	upstream.SetResourceTemplates()
	upstream.AddResource(mcp.NewResource("test://joins", "joins"), text)
	eventually(t, "the lists have changed", func() bool {
		got := lists()
		return !strings.Contains(got, `"goes"`) && strings.Count(got, `"stays"`) == 2 && strings.Contains(got, `"joins"`)
	})
}

// A person's yes to a call that destroys and the server's own questions do not
// get into each other's way.
func TestYesAndQuestions(t *testing.T) {
	upstream := server.NewMCPServer("web", "1", server.WithToolCapabilities(true))
	upstream.AddTool(mcp.NewTool("delete_hive", mcp.WithDescription("Delete a hive for good."), mcp.WithDestructiveHintAnnotation(true)),
		func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if answer := server.ElicitationResponse(req.Params.InputResponses, "confirm"); answer != nil && req.Params.RequestState == "theirs" {
				return mcp.NewToolResultText("deleted"), nil
			}
			return server.NewInputRequestBuilder("theirs").Elicit("confirm", mcp.ElicitationParams{
				Mode: mcp.ElicitationModeForm, Message: "With the bees?", RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{"ok": map[string]any{"type": "boolean"}}},
			}).ToolResult(), nil
		})
	srv := httptest.NewServer(server.NewStreamableHTTPServer(upstream))
	t.Cleanup(srv.Close)
	url := serve(t, config.Server{Name: "web", Kind: config.HTTP, URL: srv.URL})
	for _, revision := range revisions {
		c, _ := connect(t, url, revision)
		if got := call(t, c, "delete_hive", nil); !strings.Contains(got, "deleted") {
			t.Errorf("%s: %s", revision, got)
		}
		if got := call(t, c, "act", map[string]any{"intent": "delete a hive for good"}); !strings.Contains(got, "deleted") {
			t.Errorf("%s: %s", revision, got)
		}
	}
}

// The verbs pass on too what is for eyes, and what a server asks.
func TestVerbs(t *testing.T) {
	url := serve(t, fleettest.Server(t, "plain", fleettest.Plain), fleettest.Server(t, "fixture", "fixture"))
	for _, revision := range revisions {
		c, _ := connect(t, url, revision)
		got := call(t, c, "ask", map[string]any{"intent": "show a small picture with a caption"})
		if !strings.Contains(got, `"type":"image"`) || !strings.Contains(got, fleettest.Pixel) || !strings.Contains(got, `"chosen_tool":"show_picture"`) {
			t.Errorf("%s: %s", revision, got)
		}
		for verb, tool := range map[string]string{"ask": "ask_person", "act": "test_input_required_result_elicitation"} {
			got := call(t, c, verb, map[string]any{"intent": "x", "hints": map[string]any{"tool": tool}})
			if !strings.Contains(got, "ada") {
				t.Errorf("%s: %s: %s", revision, tool, got)
			}
		}
	}
}
