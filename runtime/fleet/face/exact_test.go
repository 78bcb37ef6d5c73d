package face_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/internal/rawhttp"
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
	_, _, begun := rawhttp.Post(t, http.DefaultClient, url, rawhttp.Initialize("2025-11-25"), nil)
	header := map[string]string{"Mcp-Session-Id": begun.Get("Mcp-Session-Id"), "Mcp-Protocol-Version": "2025-11-25"}
	post := func(body string) []byte {
		status, answer, _ := rawhttp.Post(t, http.DefaultClient, url, body, header)
		if status >= http.StatusBadRequest {
			t.Fatalf("%d: %s", status, answer)
		}
		return []byte(rawhttp.Message(answer))
	}
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
