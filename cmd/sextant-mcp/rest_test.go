package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// answer makes a request and returns its status and body; headers are pairs.
func answer(t *testing.T, method, url, body string, headers ...string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(raw)
}

func (s *server) stop(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, s.stderr.String())
	}
}

// The twins are served beside the MCP endpoint, with the shipped surface.
func TestREST(t *testing.T) {
	s := start(t, "-http", "127.0.0.1:0")
	base, _ := s.greeting(t)
	for _, tt := range []struct {
		method, path, body string
		status             int
		has                string
	}{
		{"POST", "/intent/ask", `{"intent":"how many tools are loaded on this surface"}`, 200, `"chosen_tool":"sextant_surface_stats"`},
		{"POST", "/intent/find", `{"intent":"schedule a nightly job","top_k":3}`, 200, `"id":"graph_schedules"`},
		{"POST", "/tools/sextant_surface_stats", ``, 200, `"executed":true`},
		{"POST", "/tools/sextant_read_skill", `{}`, 422, `"template"`},
		{"POST", "/graph/query", `{"cypher":"MATCH (n) RETURN n"}`, 503, "urn:sextant:problem:not-connected"},
		{"POST", "/graph/query", `{"query":"MATCH (n) RETURN n"}`, 422, `graph_query has no argument`},
		{"POST", "/intent/ask", `{"intent":"book me a table for two"}`, 404, "urn:sextant:problem:no-match"},
		{"GET", "/openapi.json", ``, 200, `"/graph/query"`},
		{"GET", "/healthz", ``, 200, `"status":"ok"`},
		{"GET", "/elsewhere", ``, 404, "/openapi.json lists every route"},
	} {
		status, body := answer(t, tt.method, base+tt.path, tt.body)
		if status != tt.status || !strings.Contains(body, tt.has) {
			t.Errorf("%s %s %s: %d %.600s", tt.method, tt.path, tt.body, status, body)
		}
	}
	s.stop(t)
}

// Whatever MCP clients see, the twins and the tools' routes are there; what a
// filter or a part takes out is not.
func TestRESTInEveryMode(t *testing.T) {
	for _, tt := range []struct {
		flags  []string
		status map[string]int // by path
	}{
		{[]string{"-mode", "condensed"}, map[string]int{"/tools/sextant_surface_stats": 200, "/graph/feeds": 409}},
		{[]string{"-mode", "verbose"}, map[string]int{"/tools/sextant_surface_stats": 200, "/graph/feeds": 409}},
		{[]string{"-mode", "both", "-disabled-tools", "graph_feeds"}, map[string]int{"/tools/sextant_surface_stats": 200, "/graph/feeds": 404}},
		{[]string{"-namespace", "sextant_surface_stats"}, map[string]int{"/tools/sextant_surface_stats": 200, "/graph/feeds": 404}},
	} {
		s := start(t, append(tt.flags, "-http", "127.0.0.1:0")...)
		base := s.base(t)
		for path, want := range tt.status {
			if status, body := answer(t, http.MethodPost, base+path, "{}"); status != want {
				t.Errorf("%v %s: %d %.600s", tt.flags, path, status, body)
			}
		}
		if status, body := answer(t, http.MethodGet, base+"/openapi.json", ""); status != 200 || strings.Contains(body, `"/graph/feeds"`) != (tt.status["/graph/feeds"] != 404) {
			t.Errorf("%v: %d", tt.flags, status)
		}
		s.stop(t)
	}
}

// base reads where the server is from the first line of its greeting.
func (s *server) base(t *testing.T) string {
	t.Helper()
	line, err := s.stdout.ReadString('\n')
	if err != nil {
		t.Fatalf("%v\n%s", err, s.stderr.String())
	}
	base, _, _ := strings.Cut(strings.TrimPrefix(line, "serving MCP at "), "/mcp ")
	return base
}

// The line that the greeting shows works as it is printed.
func TestRESTGreeting(t *testing.T) {
	line := restTrial("http://127.0.0.1:1", trials)
	s := start(t, "-http", "127.0.0.1:0")
	base, _ := s.greeting(t)
	body := line[strings.Index(line, "-d '")+4 : len(line)-1]
	if status, got := answer(t, http.MethodPost, base+"/intent/ask", body); status != 200 || !strings.Contains(got, `"executed":true`) {
		t.Errorf("%s: %d %s", line, status, got)
	}
	s.stop(t)
}

// With tokens nobody gets at anything but the health check without one: neither
// over MCP nor over REST.
func TestTokens(t *testing.T) {
	const ada, env = "0123456789abcdef-ada", "0123456789abcdef-env"
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, []byte("# who, and the token\nada "+ada+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(tokenVariable, env)
	s := start(t, "-http", "127.0.0.1:0", "-tokens", file)
	base, _ := s.greeting(t)
	const ping = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	const ask = `{"intent":"how many tools are loaded on this surface"}`
	for _, tt := range []struct {
		path, body, token string
		status            int
	}{
		{"/mcp", ping, "", 401},
		{"/mcp", ping, "guess", 401},
		{"/mcp", ping, ada, 200},
		{"/mcp", ping, env, 200},
		{"/intent/ask", ask, "", 401},
		{"/intent/ask", ask, "guess", 401},
		{"/intent/ask", ask, ada, 200},
		{"/tools/sextant_surface_stats", "{}", "", 401},
		{"/tools/sextant_surface_stats", "{}", env, 200},
	} {
		headers := []string{"Accept", "application/json, text/event-stream"}
		if tt.token != "" {
			headers = append(headers, "Authorization", "Bearer "+tt.token)
		}
		if status, body := answer(t, http.MethodPost, base+tt.path, tt.body, headers...); status != tt.status {
			t.Errorf("%s with %q: %d %.300s", tt.path, tt.token, status, body)
		}
	}
	if status, _ := answer(t, http.MethodGet, base+"/healthz", ""); status != 200 {
		t.Errorf("health: %d", status)
	}
	if status, _ := answer(t, http.MethodGet, base+"/openapi.json", ""); status != 401 {
		t.Errorf("openapi: %d", status)
	}
	s.stop(t)
	if log := s.stderr.String(); strings.Contains(log, ada) || strings.Contains(log, env) {
		t.Errorf("a token is logged: %s", log)
	}
}

// Callers with tokens see and forget what their own calls taught, over MCP and over
// REST; an operator what everybody's did.
func TestTokensAndRewards(t *testing.T) {
	const ada, bob, ann = "0123456789abcdef-ada", "0123456789abcdef-bob", "0123456789abcdef-ann"
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, []byte("ada "+ada+"\nbob "+bob+"\nann "+ann+" operator\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(storeVariable, "memory")
	s := start(t, "-http", "127.0.0.1:0", "-tokens", file)
	base, _ := s.greeting(t)
	rest := func(token, path, body string) string {
		_, got := answer(t, http.MethodPost, base+path, body, "Authorization", "Bearer "+token)
		return got
	}
	list := func(token string) map[string]string {
		const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
		_, mcp := answer(t, http.MethodPost, base+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{"intent":"list the learned rewards of this router"},`+meta+`}}`,
			"Authorization", "Bearer "+token, "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "ask", "Accept", "application/json, text/event-stream")
		return map[string]string{"REST": rest(token, "/tools/sextant_rewards_list", "{}"), "MCP": mcp}
	}
	for _, token := range []string{ada, bob} {
		rest(token, "/intent/ask", `{"intent":"how many tools are loaded on this surface"}`)
	}
	scope := func(name string) string { return runtime.ScopeOf("bearer:" + name).String() }
	see := func(token string, want, not []string) {
		for how, got := range list(token) {
			for _, name := range want {
				if !strings.Contains(got, scope(name)) {
					t.Errorf("%s over %s does not see %s: %s", token, how, name, got)
				}
			}
			for _, name := range not {
				if strings.Contains(got, scope(name)) {
					t.Errorf("%s over %s sees %s: %s", token, how, name, got)
				}
			}
		}
	}
	see(ada, []string{"ada"}, []string{"bob"})
	see(bob, []string{"bob"}, []string{"ada"})
	see(ann, []string{"ada", "bob"}, nil)
	forget := func(token, args string) string {
		var preview struct {
			Routing struct {
				PlanRef string `json:"plan_ref"`
			}
		}
		body := rest(token, "/tools/sextant_rewards_reset?execute=false", args)
		if err := json.Unmarshal([]byte(body), &preview); err != nil || preview.Routing.PlanRef == "" {
			t.Fatalf("no preview: %s %v", body, err)
		}
		_, got := answer(t, http.MethodPost, base+"/tools/sextant_rewards_reset", args, "Authorization", "Bearer "+token, "Sextant-Plan-Ref", preview.Routing.PlanRef)
		return got
	}
	if got := forget(bob, `{"scope":"`+scope("ada")+`"}`); !strings.Contains(got, "an operator may") {
		t.Errorf("bob resets ada: %s", got)
	}
	if got := forget(bob, `{"all":true}`); !strings.Contains(got, `"forgotten":`) {
		t.Errorf("bob: %s", got)
	}
	see(ann, []string{"ada"}, []string{"bob"})
	if got := forget(ann, `{"all":true}`); !strings.Contains(got, `"forgotten":`) {
		t.Errorf("ann: %s", got)
	}
	see(ann, nil, []string{"ada", "bob"})
	s.stop(t)
}

// A plan belongs to the holder of a token where nothing rests on a session: it is
// redeemed by any door, over REST and over MCP, and by nobody else. What was previewed
// in a session is that session's alone.
func TestPlansByEveryDoor(t *testing.T) {
	const ada, bob = "0123456789abcdef-ada", "0123456789abcdef-bob"
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, []byte("ada "+ada+"\nbob "+bob+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(storeVariable, "memory")
	s := start(t, "-http", "127.0.0.1:0", "-tokens", file)
	base, _ := s.greeting(t)
	overREST := func(token, ref string) string {
		headers := []string{"Authorization", "Bearer " + token}
		if ref != "" {
			headers = append(headers, "Sextant-Plan-Ref", ref)
		}
		_, got := answer(t, http.MethodPost, base+"/tools/sextant_rewards_reset", `{"all":true}`, headers...)
		return got
	}
	call := func(ref, meta string) string {
		hints := `{"tool":"sextant_rewards_reset","all":true}`
		if ref != "" {
			hints = `{"plan_ref":"` + ref + `"}`
		}
		return `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"manage","arguments":{"intent":"","hints":` + hints + `}` + meta + `}}`
	}
	overMCP := func(token, ref string) string {
		const meta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
		_, got := answer(t, http.MethodPost, base+"/mcp", call(ref, meta),
			"Authorization", "Bearer "+token, "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "manage", "Accept", "application/json, text/event-stream")
		return got
	}
	session := s.session(t, base, ada)
	inSession := func(_, ref string) string {
		_, got := answer(t, http.MethodPost, base+"/mcp", call(ref, ""), "Authorization", "Bearer "+ada, "Mcp-Session-Id", session,
			"MCP-Protocol-Version", "2025-11-25", "Accept", "application/json, text/event-stream")
		return got
	}
	for _, c := range []struct {
		name            string
		preview, redeem func(token, ref string) string
		holder          string
		want            bool
	}{
		{"REST, then MCP", overREST, overMCP, ada, true},
		{"MCP, then REST", overMCP, overREST, ada, true},
		{"REST, then MCP of another", overREST, overMCP, bob, false},
		{"MCP, then REST of another", overMCP, overREST, bob, false},
		{"in a session", inSession, inSession, ada, true},
		{"in a session, then REST", inSession, overREST, ada, false},
		{"REST, then in a session", overREST, inSession, ada, false},
		{"in a session, then MCP", inSession, overMCP, ada, false},
	} {
		ref := planRefs.FindString(c.preview(ada, ""))
		if ref == "" {
			t.Errorf("%s: there is no preview", c.name)
			continue
		}
		got := c.redeem(c.holder, ref)
		if executed := strings.Contains(got, `"forgotten"`); executed != c.want || !c.want && !strings.Contains(got, "there is no such plan") {
			t.Errorf("%s: executed is %t: %s", c.name, executed, got)
		}
	}
	s.stop(t)
}

var planRefs = regexp.MustCompile(`plan_[A-Z2-7]{20,}`)

// session begins a session of the older eras and returns its id.
func (s *server) session(t *testing.T, base, token string) string {
	t.Helper()
	const body = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	id := res.Header.Get("Mcp-Session-Id")
	if id == "" {
		t.Fatalf("no session: %s", res.Status)
	}
	return id
}

// With tokens a part of the surface knows whose request it is: where there are no
// sessions its tools are enabled for the holder, and for nobody else.
func TestTokensOfAPart(t *testing.T) {
	const ada, bob = "0123456789abcdef-ada", "0123456789abcdef-bob"
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, []byte("ada "+ada+"\nbob "+bob+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, "-http", "127.0.0.1:0", "-tokens", file, "-namespace", "sextant")
	line, err := s.stdout.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	base, _, _ := strings.Cut(strings.TrimPrefix(line, "serving MCP at "), "/mcp")
	send := func(token, method, name, params string) string {
		const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
		headers := []string{"Authorization", "Bearer " + token, "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method, "Accept", "application/json, text/event-stream"}
		if name != "" {
			headers = append(headers, "Mcp-Name", name)
		}
		_, body := answer(t, http.MethodPost, base+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+meta+`}}`, headers...)
		return body
	}
	if body := send(ada, "tools/call", "sextant.tools", `"name":"sextant.tools","arguments":{},`); !strings.Contains(body, `"enabled":true`) {
		t.Errorf("nothing is enabled for ada: %s", body)
	}
	for token, want := range map[string]bool{ada: true, bob: false} {
		if got := strings.Contains(send(token, "tools/list", "", ""), `"name":"sextant_surface_stats"`); got != want {
			t.Errorf("%s sees what ada has enabled: %v", token, got)
		}
		body := send(token, "tools/call", "sextant_surface_stats", `"name":"sextant_surface_stats","arguments":{},`)
		if got := strings.Contains(body, `"ok":true`); got != want {
			t.Errorf("%s calls what ada has enabled: %v %s", token, got, body)
		}
	}
	if _, body := answer(t, http.MethodGet, base+"/healthz", ""); !strings.Contains(body, `"capabilities":7`) || strings.Contains(body, `"mode"`) {
		t.Errorf("health: %s", body)
	}
	s.stop(t)
}
