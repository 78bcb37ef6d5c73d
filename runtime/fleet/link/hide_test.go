package link_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// Servers repeat what they were given in confidence: on their standard error, in the
// page of an error, in an error of the protocol. Errors do not.
func TestErrorsTellNoSecrets(t *testing.T) {
	const secret = "hush-4711"
	process := func(script string) config.Server {
		return config.Server{Name: "s", Command: "sh", Args: []string{"-c", script, "--api-key=" + secret + "-arg"}, Env: []config.Variable{{Name: "WORD", Value: secret}}}
	}
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "the key "+r.Header.Get("X-Key")+" of "+r.URL.RawQuery+" is not known", http.StatusInternalServerError)
	}))
	defer page.Close()
	at := func(url string) config.Server {
		return config.Server{Name: "s", Kind: config.HTTP, URL: url, Headers: []config.Variable{{Name: "X-Key", Value: secret}}}
	}
	for what, c := range map[string]struct {
		server config.Server
		want   string
	}{
		"standard error":                      {process(`echo "no such user: $WORD" >&2; exit 3`), "no such user: ***"},
		"an argument":                         {process(`echo "started with $0" >&2; exit 3`), "started with --api-key=***"},
		"cut within the secret":               {process(`echo "${WORD}` + strings.Repeat("y", 395) + `" >&2; exit 3`), "yyy"},
		"an error of the protocol":            {process(`while read line; do id=${line#*'"id":'}; id=${id%%[,\}]*}; printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"bad %s"}}\n' "$id" "$WORD"; done`), "bad ***"},
		"the page of an error":                {at(page.URL + "/?token=" + secret), "the key *** of *** is not known"},
		"an address as the library writes it": {at("http://someone:" + secret + "@127.0.0.1:1/" + secret + "/?token=" + secret), "refused"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		conn, err := link.Open(ctx, c.server, link.Options{})
		cancel()
		if err == nil {
			conn.Close()
			t.Errorf("%s: it was reached", what)
			continue
		}
		if text := err.Error(); strings.Contains(text, "4711") || !strings.Contains(text, c.want) {
			t.Errorf("%s: %s", what, text)
		}
	}
}

// What a process says at its end is an error of the calls that it leaves.
func TestLastWordsTellNoSecrets(t *testing.T) {
	conn := open(t, fleettest.Dies, link.Options{}, "SNACK", "of cheese")
	_, err := conn.Request(t.Context(), "tools/call", params("x", `{}`))
	if err == nil || !strings.Contains(err.Error(), "fatal: out ***") {
		t.Error(err)
	}
}
