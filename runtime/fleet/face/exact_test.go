package face_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
)

// listed is a tool as it stands in the bytes of a list.
type listed struct {
	Name         string
	InputSchema  json.RawMessage
	OutputSchema json.RawMessage
}

// listPages lists the tools in a session of its own, without any library, and returns
// them with the bytes of the first page.
func listPages(t testing.TB, url string) (all []listed, first []byte) {
	t.Helper()
	session := ""
	post := func(body string) []byte {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		if session != "" {
			req.Header.Set("Mcp-Session-Id", session)
			req.Header.Set("Mcp-Protocol-Version", "2025-11-25")
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if id := res.Header.Get("Mcp-Session-Id"); id != "" {
			session = id
		}
		raw, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode >= http.StatusBadRequest {
			t.Fatalf("%v %s: %s", err, res.Status, raw)
		}
		return answerIn(raw)
	}
	post(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	cursor := ""
	for {
		raw := post(`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{` + cursor + `}}`)
		if first == nil {
			first = raw
		}
		var page struct {
			Result struct {
				Tools      []listed
				NextCursor string
			}
		}
		if err := json.Unmarshal(raw, &page); err != nil {
			t.Fatalf("%v: %s", err, raw)
		}
		all = append(all, page.Result.Tools...)
		if page.Result.NextCursor == "" {
			return all, first
		}
		cursor = `"cursor":"` + page.Result.NextCursor + `"`
	}
}

// answerIn is the answer in a body: all of it, or what the last event of a stream
// holds.
func answerIn(body []byte) []byte {
	var last []byte
	lines := bufio.NewScanner(bytes.NewReader(body))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: ")); ok {
			last = bytes.Clone(data)
		}
	}
	if last != nil {
		return last
	}
	return body
}

// The schemas of a server reach the client byte for byte: white space, order,
// spellings of numbers and characters.
func TestExactSchemas(t *testing.T) {
	url := serve(t, fleettest.Server(t, "exact", fleettest.Exact))
	tools, first := listPages(t, url)
	for _, want := range []string{`"inputSchema":` + fleettest.ExactInput, `"outputSchema":` + fleettest.ExactOutput} {
		if !bytes.Contains(first, []byte(want)) {
			t.Errorf("no %s in\n%s", want, first)
		}
	}
	for _, tool := range tools {
		if tool.Name == "weigh_letters" {
			return
		}
	}
	t.Error("the tool is not listed")
}
