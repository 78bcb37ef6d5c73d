package method

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/internal/rawhttp"
)

// endpoint serves the table in front of the library.
func endpoint(t *testing.T) (url string, client *http.Client) {
	t.Helper()
	return endpointOf(t, library())
}

func endpointOf(t *testing.T, lib *server.MCPServer) (url string, client *http.Client) {
	t.Helper()
	stream := server.NewStreamableHTTPServer(lib, server.WithStateful(true))
	srv := httptest.NewServer(clock(t).HTTP(stream))
	t.Cleanup(func() {
		_ = stream.Shutdown(context.Background())
		srv.Close()
	})
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return srv.URL, &http.Client{Transport: transport}
}

// session begins one and returns the headers that name it.
func session(t *testing.T, client *http.Client, url, version string) map[string]string {
	t.Helper()
	status, body, header := rawhttp.Post(t, client, url, rawhttp.Initialize(version), nil)
	id := header.Get(mcp.HeaderSessionID)
	if status != http.StatusOK || id == "" {
		t.Fatalf("initialize: %d %s", status, body)
	}
	return map[string]string{mcp.HeaderSessionID: id, mcp.HeaderProtocolVersion: version}
}

// answered waits until the library is done with every request so far. A goroutine of
// one outlives its answer by a moment, and what is said to the session meanwhile it
// may take and drop.
func answered(t *testing.T) {
	t.Helper()
	stacks := make([]byte, 1<<20)
	for range 1000 {
		if all := stacks[:runtime.Stack(stacks, true)]; !bytes.Contains(all, []byte("StreamableHTTPServer).handlePost")) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("a request that was answered still runs")
}

func modernHeaders(name string) map[string]string {
	return map[string]string{mcp.HeaderProtocolVersion: modern, mcp.HeaderMethod: name}
}

func with(header map[string]string, name, value string) map[string]string {
	out := map[string]string{name: value}
	for k, v := range header {
		if k != name {
			out[k] = v
		}
	}
	return out
}

// Over HTTP the newer era demands headers that agree with the body, for methods
// of the table as for the library's.
func TestHTTPModern(t *testing.T) {
	url, client := endpoint(t)
	now := modernHeaders("clock/now")
	reads := with(modernHeaders("resources/read"), mcp.HeaderName, "file:///a")
	for name, tc := range map[string]struct {
		header       map[string]string
		body         string
		status, code int
	}{
		"well-formed":          {now, request(modern, "clock/now", `{}`), 200, 0},
		"unknown param value":  {now, request(modern, "clock/now", `{"zone":1}`), 400, mcp.INVALID_PARAMS},
		"refused":              {modernHeaders("clock/stop"), request(modern, "clock/stop", `{}`), 400, mcp.INVALID_PARAMS},
		"failed":               {modernHeaders("clock/break"), request(modern, "clock/break", `{}`), 200, mcp.INTERNAL_ERROR},
		"other method":         {modernHeaders("clock/stop"), request(modern, "clock/now", `{}`), 400, mcp.HEADER_MISMATCH},
		"no method":            {map[string]string{mcp.HeaderProtocolVersion: modern}, request(modern, "clock/now", `{}`), 400, mcp.HEADER_MISMATCH},
		"no version":           {map[string]string{mcp.HeaderMethod: "clock/now"}, request(modern, "clock/now", `{}`), 400, mcp.HEADER_MISMATCH},
		"other version":        {with(now, mcp.HeaderProtocolVersion, legacy), request(modern, "clock/now", `{}`), 400, mcp.HEADER_MISMATCH},
		"no _meta":             {now, request(legacy, "clock/now", `{}`), 400, mcp.INVALID_PARAMS},
		"version of tomorrow":  {with(now, mcp.HeaderProtocolVersion, "2099-01-01"), strings.Replace(request(modern, "clock/now", `{}`), modern, "2099-01-01", 1), 400, mcp.UNSUPPORTED_PROTOCOL_VERSION},
		"a resumed stream":     {with(now, mcp.HeaderLastEventID, "4"), request(modern, "clock/now", `{}`), 400, mcp.HEADER_MISMATCH},
		"named":                {reads, request(modern, "resources/read", `{"uri":"file:///a"}`), 200, 0},
		"named otherwise":      {reads, request(modern, "resources/read", `{"uri":"file:///b"}`), 400, mcp.HEADER_MISMATCH},
		"not named":            {modernHeaders("resources/read"), request(modern, "resources/read", `{"uri":"file:///a"}`), 400, mcp.HEADER_MISMATCH},
		"left to the library":  {modernHeaders("tools/list"), request(modern, "tools/list", `{}`), 200, 0},
		"the library's own":    {modernHeaders("ping"), request(modern, "ping", `{}`), 404, mcp.METHOD_NOT_FOUND},
		"unknown to everybody": {modernHeaders("clock/gone"), request(modern, "clock/gone", `{}`), 404, mcp.METHOD_NOT_FOUND},
	} {
		status, body, header := rawhttp.Post(t, client, url, tc.body, tc.header)
		r := decode(t, []byte(body))
		code := 0
		if r.Error != nil {
			code = r.Error.Code
		}
		if status != tc.status || code != tc.code || string(r.ID) != `"r-1"` || header.Get(mcp.HeaderSessionID) != "" {
			t.Errorf("%s: %d %s, want %d and code %d", name, status, body, tc.status, tc.code)
		}
	}
}

// In the older era a request needs its session, for methods of the table as for
// the library's.
func TestHTTPLegacy(t *testing.T) {
	url, client := endpoint(t)
	known := session(t, client, url, legacy)
	body := request(legacy, "clock/now", `{}`)
	for name, tc := range map[string]struct {
		header map[string]string
		body   string
		status int
		text   string
	}{
		"well-formed":           {known, body, 200, `"now":"noon"`},
		"left to the library":   {known, request(legacy, "tools/list", `{}`), 200, "chime"},
		"refused":               {known, request(legacy, "clock/stop", `{}`), 200, "-32602"},
		"an invented session":   {with(known, mcp.HeaderSessionID, "mcp-session-invented"), body, 404, "nvalid"},
		"no such revision":      {with(known, mcp.HeaderProtocolVersion, "1999-01-01"), body, 400, "nsupported"},
		"no JSON by its header": {with(known, "Content-Type", "text/plain"), body, 400, "content type"},
		"a rebound name":        {with(known, "Host", "evil.example"), body, 403, "Forbidden"},
		"a notification":        {known, `{"jsonrpc":"2.0","method":"clock/now"}`, 202, ""},
		"a batch":               {known, "[" + body + "]", 400, "not valid json"},
		"nonsense":              {known, `{"jsonrpc"`, 400, "not valid json"},
	} {
		status, got, _ := rawhttp.Post(t, client, url, tc.body, tc.header)
		if status != tc.status || !strings.Contains(got, tc.text) {
			t.Errorf("%s: %d %s, want %d with %q", name, status, got, tc.status, tc.text)
		}
	}
	rawhttp.Do(t, client, http.MethodDelete, url, "", map[string]string{mcp.HeaderSessionID: known[mcp.HeaderSessionID]})
	if status, got, _ := rawhttp.Post(t, client, url, body, known); status != http.StatusNotFound {
		t.Errorf("in an ended session: %d %s", status, got)
	}
}

func TestHTTPBatch(t *testing.T) {
	url, client := endpoint(t)
	const batches = "2025-03-26"
	known := session(t, client, url, batches)
	one := func(id, name string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + name + `"}` }
	note := `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	status, body, header := rawhttp.Post(t, client, url, "["+one("1", "clock/now")+","+note+","+one("2", "tools/list")+","+one("3", "clock/gone")+"]", known)
	var replies []reply
	if err := json.Unmarshal([]byte(body), &replies); err != nil || status != http.StatusOK || len(replies) != 3 || header.Get("Content-Type") != "application/json" {
		t.Fatalf("%d %s: %v", status, body, err)
	}
	if replies[0].Result.Now != "noon" || len(replies[1].Result.Tools) != 1 || replies[2].Error.Code != mcp.METHOD_NOT_FOUND || string(replies[2].ID) != "3" {
		t.Errorf("%s", body)
	}
	for name, tc := range map[string]struct {
		body   string
		header map[string]string
		status int
		text   string
	}{
		"only notifications":  {"[" + note + "," + note + "]", known, 202, ""},
		"nothing":             {"[]", known, 400, "0 messages"},
		"too much":            {"[" + strings.Repeat(note+",", MaxBatch) + note + "]", known, 400, "257 messages"},
		"a handshake":         {"[" + one("1", "initialize") + "]", known, 400, "initialize"},
		"half a batch":        {"[" + note + ",", known, 400, "no valid JSON"},
		"no object":           {"[7]", known, 200, "-32"},
		"an invented session": {"[" + one("1", "clock/now") + "]", with(known, mcp.HeaderSessionID, "mcp-session-invented"), 404, "nvalid"},
	} {
		if status, body, _ := rawhttp.Post(t, client, url, tc.body, tc.header); status != tc.status || !strings.Contains(body, tc.text) {
			t.Errorf("%s: %d %s, want %d with %q", name, status, body, tc.status, tc.text)
		}
	}
}

// What the server had to say to a session is not lost when the next request is
// one of the table's, one that its handler leaves to the library, or a batch.
// Of those that wait the library itself may lose one: the one that its goroutine has
// just taken when the answer is ready.
func TestNotificationsArePassedOn(t *testing.T) {
	const waiting = 5
	one := func(name string) string { return `{"jsonrpc":"2.0","id":"r-1","method":"` + name + `"}` }
	for name, body := range map[string]string{
		"ours": one("clock/now"), "passed": one("tools/list"), "batch": "[" + one("clock/now") + "," + one("tools/list") + "]",
	} {
		lib := library()
		url, client := endpointOf(t, lib)
		known := session(t, client, url, "2025-03-26")
		answered(t)
		for range waiting {
			if err := lib.SendNotificationToSpecificClient(known[mcp.HeaderSessionID], "notifications/tools/list_changed", nil); err != nil {
				t.Fatal(err)
			}
		}
		status, got, header := rawhttp.Post(t, client, url, body, known)
		messages := strings.Split(strings.TrimSpace(got), "\n\n")
		notes, reply := messages[:len(messages)-1], messages[len(messages)-1]
		if status != http.StatusOK || header.Get("Content-Type") != eventStream || len(notes) < waiting-1 || len(notes) > waiting ||
			!strings.Contains(reply, `"r-1"`) || strings.Contains(reply, `"error"`) || strings.Contains(reply, "list_changed") {
			t.Errorf("%s: %d %s", name, status, got)
		}
		for _, note := range notes {
			if strings.Count(note, "list_changed") != 1 {
				t.Errorf("%s: want one notification a message: %s", name, note)
			}
		}
		if _, got, _ := rawhttp.Post(t, client, url, body, known); strings.Contains(got, "list_changed") {
			t.Errorf("%s: said twice: %s", name, got)
		}
	}
}
