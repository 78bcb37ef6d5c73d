package surface

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/guard"
)

// The holder of a token is the principal of its requests; a layer in front that
// named one has the last word.
func TestHoldersArePrincipals(t *testing.T) {
	const secret = "0123456789abcdef"
	tokens, err := guard.OneToken("ada", secret)
	if err != nil {
		t.Fatal(err)
	}
	for named, want := range map[string]string{"": "bearer:ada", "grace": "grace"} {
		got := "nothing"
		h := guard.Bearer(withHolder(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = Principal(r.Context()) })), tokens, guard.Plain)
		r := httptest.NewRequestWithContext(WithPrincipal(t.Context(), named), http.MethodPost, Path, nil)
		r.Header.Set("Authorization", "Bearer "+secret)
		h.ServeHTTP(httptest.NewRecorder(), r)
		if got != want {
			t.Errorf("with %q in front the principal is %q, want %q", named, got, want)
		}
	}
}

// What is beside the endpoint is served every other path, and guards itself.
func TestBeside(t *testing.T) {
	s, _ := newSurface(t)
	tokens, err := guard.OneToken("ada", "0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	h := s.NewHTTP(HTTPOptions{Tokens: tokens, Beside: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })})
	defer h.Close()
	for path, want := range map[string]int{Path: http.StatusUnauthorized, HealthPath: http.StatusOK, "/": http.StatusTeapot, "/else": http.StatusTeapot} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
	}
}
