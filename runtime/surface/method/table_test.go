package method

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// clock is a table with methods of every outcome.
func clock(t testing.TB) *Table {
	t.Helper()
	table := NewTable(slog.New(slog.DiscardHandler))
	for name, h := range map[string]Handler{
		"clock/now": func(_ context.Context, req *Request) (*Result, error) {
			var params struct {
				Zone string `json:"zone"`
			}
			if err := req.Decode(&params); err != nil {
				return nil, err
			}
			return &Result{Value: map[string]any{"now": "noon", "zone": params.Zone, "modern": req.Modern}, Cache: &Cache{TTL: time.Second, Public: true}}, nil
		},
		"clock/stop": func(context.Context, *Request) (*Result, error) {
			return nil, Invalid("it has no stop", map[string]int{"tried": 1})
		},
		"clock/break":   func(context.Context, *Request) (*Result, error) { return nil, errors.New("the spring broke") },
		"clock/explode": func(context.Context, *Request) (*Result, error) { panic("boom") },
		"clock/nothing": func(context.Context, *Request) (*Result, error) { return nil, nil },
		"clock/list":    func(context.Context, *Request) (*Result, error) { return &Result{Value: []int{1}}, nil },
		"clock/empty":   func(context.Context, *Request) (*Result, error) { return &Result{Value: struct{}{}}, nil },
		"tools/list":    func(context.Context, *Request) (*Result, error) { return nil, ErrPass },
		"resources/read": func(context.Context, *Request) (*Result, error) {
			return &Result{Value: map[string]int{"contents": 0}, Cache: &Cache{}}, nil
		},
		"clock/unencodable": func(context.Context, *Request) (*Result, error) { return &Result{Value: func() {}}, nil },
	} {
		if err := table.Handle(name, h); err != nil {
			t.Fatal(err)
		}
	}
	return table
}

// library is the library behind the table.
func library() *server.MCPServer {
	s := server.NewMCPServer("clockwork", "7", server.WithToolCapabilities(false))
	s.AddTool(mcp.NewTool("chime"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("dong"), nil
	})
	return s
}

const (
	legacy = "2025-11-25"
	modern = "2026-07-28"
)

// request is a request of an era.
func request(era, name, params string) string {
	if era == modern {
		params = strings.TrimSuffix(params, "}")
		if params != "{" {
			params += ","
		}
		params += `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}`
	}
	return `{"jsonrpc":"2.0","id":"r-1","method":"` + name + `","params":` + params + `}`
}

// reply is an answer as a client decodes it.
type reply struct {
	ID     json.RawMessage
	Result struct {
		Now, Zone, ResultType, CacheScope string
		Modern                            bool
		TTLMs                             *int
		Tools                             []struct{ Name string }
		Meta                              map[string]struct{ Name, Version string } `json:"_meta"`
	}
	Error *struct {
		Code    int
		Message string
		Data    json.RawMessage
	}
}

func decode(t *testing.T, raw []byte) reply {
	t.Helper()
	var r reply
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return r
}

// message sends a request in process.
func message(t *testing.T, table *Table, raw string) reply {
	t.Helper()
	answer := table.Message(t.Context(), json.RawMessage(raw), library().HandleMessage)
	encoded, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, encoded)
}

func TestHandle(t *testing.T) {
	table := clock(t)
	h := func(context.Context, *Request) (*Result, error) { return nil, nil }
	for _, name := range []string{"", "clock/now"} {
		if err := table.Handle(name, h); err == nil {
			t.Errorf("method %q was accepted", name)
		}
	}
	if err := table.Handle("clock/new", nil); err == nil {
		t.Error("no handler was accepted")
	}
}

func TestResults(t *testing.T) {
	for _, era := range []string{legacy, modern} {
		r := message(t, clock(t), request(era, "clock/now", `{"zone":"Kiel"}`))
		if r.Error != nil || r.Result.Now != "noon" || r.Result.Zone != "Kiel" || r.Result.Modern != (era == modern) || string(r.ID) != `"r-1"` {
			t.Errorf("%s: %+v", era, r)
		}
		if era == legacy && (r.Result.ResultType != "" || r.Result.TTLMs != nil || r.Result.Meta != nil) {
			t.Errorf("fields of the newer era: %+v", r.Result)
		}
		if era == modern && (r.Result.ResultType != "complete" || r.Result.TTLMs == nil || *r.Result.TTLMs != 1000 || r.Result.CacheScope != "public" ||
			r.Result.Meta["io.modelcontextprotocol/serverInfo"].Name != "clockwork") {
			t.Errorf("fields of the newer era: %+v", r.Result)
		}
	}
	if r := message(t, clock(t), request(modern, "resources/read", `{"uri":"x"}`)); r.Result.TTLMs == nil || *r.Result.TTLMs != 0 || r.Result.CacheScope != "private" {
		t.Errorf("what nobody else may keep: %+v", r.Result)
	}
	if r := message(t, clock(t), request(modern, "clock/empty", `{}`)); r.Result.ResultType != "complete" || r.Result.TTLMs != nil {
		t.Errorf("an empty result: %+v", r)
	}
}

func TestErrors(t *testing.T) {
	for name, want := range map[string]struct {
		code int
		text string
	}{
		"clock/stop":        {mcp.INVALID_PARAMS, "it has no stop"},
		"clock/break":       {mcp.INTERNAL_ERROR, "the spring broke"},
		"clock/explode":     {mcp.INTERNAL_ERROR, "boom"},
		"clock/nothing":     {mcp.INTERNAL_ERROR, "no result"},
		"clock/list":        {mcp.INTERNAL_ERROR, "no JSON object"},
		"clock/unencodable": {mcp.INTERNAL_ERROR, "unsupported type"},
		"clock/unknown":     {mcp.METHOD_NOT_FOUND, "not found"},
	} {
		for _, era := range []string{legacy, modern} {
			r := message(t, clock(t), request(era, name, `{}`))
			if r.Error == nil || r.Error.Code != want.code || !strings.Contains(r.Error.Message, want.text) || string(r.ID) != `"r-1"` {
				t.Errorf("%s %s: %+v, want %d %s", era, name, r.Error, want.code, want.text)
			}
		}
	}
	if r := message(t, clock(t), request(legacy, "clock/stop", `{}`)); string(r.Error.Data) != `{"tried":1}` {
		t.Errorf("data: %s", r.Error.Data)
	}
	for _, params := range []string{`[1]`, `"x"`, `{"zone":7}`, `true`} {
		if r := message(t, clock(t), request(legacy, "clock/now", params)); r.Error == nil || r.Error.Code != mcp.INVALID_PARAMS {
			t.Errorf("params %s: %+v", params, r)
		}
	}
	if r := message(t, clock(t), request(legacy, "clock/now", `null`)); r.Error != nil {
		t.Errorf("no params: %+v", r.Error)
	}
}

// What the library has against a request is what its sender hears.
func TestTheLibraryJudges(t *testing.T) {
	for name, tc := range map[string]struct {
		meta string
		code int
	}{
		"no capabilities":        {`{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`, mcp.INVALID_PARAMS},
		"a revision of tomorrow": {`{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}`, mcp.UNSUPPORTED_PROTOCOL_VERSION},
	} {
		r := message(t, clock(t), `{"jsonrpc":"2.0","id":"r-1","method":"clock/now","params":{"_meta":`+tc.meta+`}}`)
		if r.Error == nil || r.Error.Code != tc.code || string(r.ID) != `"r-1"` {
			t.Errorf("%s: %+v, want %d", name, r, tc.code)
		}
	}
}

// What is not the table's reaches the library, byte for byte.
func TestPassing(t *testing.T) {
	for _, raw := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"chime"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, // its handler passes
		`{"jsonrpc":"2.0","method":"clock/now"}`,
		`{"jsonrpc":"2.0","id":null,"method":"clock/now"}`,
		`{"jsonrpc":"2.0","id":{"a":1},"method":"clock/now"}`,
		`{"jsonrpc":"1.0","id":1,"method":"clock/now"}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`,
		`[{"jsonrpc":"2.0","id":1,"method":"clock/now"}]`,
		`{"jsonrpc":`, ``, `null`, `7`,
	} {
		var got []string
		next := func(_ context.Context, m json.RawMessage) mcp.JSONRPCMessage {
			got = append(got, string(m))
			return json.RawMessage(`{"jsonrpc":"2.0","id":1,"result":{}}`)
		}
		answer := clock(t).Message(t.Context(), json.RawMessage(raw), next)
		if len(got) == 0 || got[len(got)-1] != raw || answer == nil {
			t.Errorf("%q reached the library as %q", raw, got)
		}
	}
}

func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		request(modern, "clock/now", `{"zone":"x"}`), request(legacy, "clock/stop", `{}`),
		`{"jsonrpc":"2.0","id":-1e9,"method":"clock/now","params":{"_meta":null}}`, `[]`, `[{}]`, "\xff",
	} {
		f.Add([]byte(seed))
	}
	table, next := clock(f), library().HandleMessage
	f.Fuzz(func(t *testing.T, raw []byte) {
		encoded, err := json.Marshal(table.Message(t.Context(), raw, next))
		if err != nil || !json.Valid(encoded) {
			t.Errorf("%q: %s, %v", raw, encoded, err)
		}
		if out := table.localBatch(t.Context(), raw, next); out != nil && !json.Valid(out) {
			t.Errorf("%q as a batch: %s", raw, out)
		}
	})
}
