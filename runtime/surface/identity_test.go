package surface

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/internal/rawhttp"
)

// The newer era's list is the same for everybody, whatever was loaded: only the
// authorization may make a difference.
func TestPrincipals(t *testing.T) {
	s, _ := newSurface(t)
	h := s.NewHTTP(HTTPOptions{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(WithPrincipal(r.Context(), r.Header.Get("X-Test-User"))))
	}))
	t.Cleanup(srv.Close)
	t.Cleanup(h.Close)
	url := srv.URL + Path
	client := newHTTPClient(t)
	ask := func(user, method, params string, header map[string]string) string {
		all := map[string]string{"MCP-Protocol-Version": modern, "Mcp-Method": method, "X-Test-User": user}
		for k, v := range header {
			all[k] = v
		}
		meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
		_, body, _ := rawhttp.Post(t, client, url, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+meta+`}}`, all)
		return body
	}
	tool := func(user, name, args string) string {
		return ask(user, "tools/call", `"name":"`+name+`","arguments":`+args+`,`, map[string]string{"Mcp-Name": name})
	}
	stream := subscribes(t, client, url, map[string]string{"X-Test-User": "ann"})
	other := subscribes(t, client, url, map[string]string{"X-Test-User": "bob"})
	if body := tool("ann", loadName, `{"tools":["book_search"]}`); strings.Contains(body, `\"handle\"`) || !strings.Contains(body, `newly_exposed`) {
		t.Fatalf("ann loads: %s", body)
	}
	for user, want := range map[string]bool{"ann": true, "bob": false, "": false} {
		if got := strings.Contains(ask(user, "tools/list", "", nil), `"name":"book_search"`); got != want {
			t.Errorf("%q sees it: %v", user, got)
		}
		if got := strings.Contains(tool(user, "book_search", `{"query":"bees"}`), `\"args\"`); got != want {
			t.Errorf("%q may call it: %v", user, got)
		}
	}
	if !strings.Contains(ask("ann", "tools/list", "", nil), `"cacheScope":"private"`) {
		t.Error("a list that is for one principal may be shared")
	}
	buf := make([]byte, 4096)
	var got strings.Builder
	for !strings.Contains(got.String(), "tools/list_changed") {
		n, err := stream.Body.Read(buf)
		got.Write(buf[:n])
		if err != nil {
			t.Fatalf("ann's subscription ended with %v: %s", err, got.String())
		}
	}
	if !strings.Contains(got.String(), `"io.modelcontextprotocol/subscriptionId":1`) {
		t.Errorf("the notification is not tagged: %s", got.String())
	}
	h.Close()
	rest, _ := io.ReadAll(other.Body)
	if strings.Contains(string(rest), "list_changed") {
		t.Errorf("bob heard of ann's: %s", rest)
	}
	// A handle is its owner's.
	s2, _ := newSurface(t)
	handle := s2.handles.Open("ann")
	if _, err := s2.whoHolds(WithPrincipal(t.Context(), "ann"), handle); err != nil {
		t.Error(err)
	}
	if _, err := s2.whoHolds(WithPrincipal(t.Context(), "bob"), handle); err == nil {
		t.Error("bob used ann's handle")
	}
}
