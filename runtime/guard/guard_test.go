package guard_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/guard"
)

// echo answers with the caller and with the token, which it must not get.
var echo = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "%s|%s", guard.Caller(r.Context()), r.Header.Get("Authorization"))
})

func TestOrigin(t *testing.T) {
	h := guard.Origin(echo, []string{"https://chat.example.org"}, guard.Plain)
	for _, tt := range []struct {
		origins []string
		want    int
	}{
		{nil, 200},
		{[]string{"http://localhost:3000"}, 200},
		{[]string{"http://127.0.0.1"}, 200},
		{[]string{"http://[::1]:80"}, 200},
		{[]string{"https://chat.example.org"}, 200},
		{[]string{"https://chat.example.org.evil.example"}, 403},
		{[]string{"https://evil.example"}, 403},
		{[]string{"null"}, 403},
		{[]string{"file://localhost"}, 403},
		{[]string{"http://localhost.evil.example"}, 403},
		{[]string{"http://localhost", "https://evil.example"}, 403},
	} {
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		r.Header["Origin"] = tt.origins
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != tt.want {
			t.Errorf("%q: %d, want %d", tt.origins, w.Code, tt.want)
		}
	}
}

const (
	secretA = "6f1ed002ab5595859014ebf0951522d9"
	secretB = "abcdefghijklmnop-._~+/="
)

func TestBearer(t *testing.T) {
	tokens, err := guard.ReadTokens("f", strings.NewReader("# holders\n\nada "+secretA+"\n"+secretB+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	h := guard.Bearer(echo, tokens, guard.Plain)
	for _, tt := range []struct {
		name    string
		headers []string
		want    int
		says    string // the body, or the WWW-Authenticate header
	}{
		{"none", nil, 401, `Bearer realm="sextant"`},
		{"a named holder", []string{"Bearer " + secretA}, 200, "bearer:ada|"},
		{"an unnamed one", []string{"bearer  " + secretB}, 200, "bearer:line-4|"},
		{"a wrong one", []string{"Bearer " + secretA + "0"}, 401, `error="invalid_token"`},
		{"an empty one", []string{"Bearer "}, 401, `error="invalid_token"`},
		{"another scheme", []string{"Basic " + secretA}, 401, `Bearer realm="sextant"`},
		{"no scheme", []string{secretA}, 401, `Bearer realm="sextant"`},
		{"two", []string{"Bearer " + secretA, "Bearer " + secretA}, 401, `Bearer realm="sextant"`},
	} {
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		r.Header["Authorization"] = tt.headers
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		got := w.Header().Get("WWW-Authenticate")
		if w.Code == 200 {
			got = w.Body.String()
		}
		if w.Code != tt.want || !strings.Contains(got, tt.says) || strings.Contains(w.Body.String(), secretA[:8]) {
			t.Errorf("%s: %d %q %q, want %d %q", tt.name, w.Code, got, w.Body, tt.want, tt.says)
		}
	}
}

func TestNoTokensLetEverybodyThrough(t *testing.T) {
	w := httptest.NewRecorder()
	guard.Bearer(echo, nil, guard.Plain).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != 200 || w.Body.String() != "|" {
		t.Error(w.Code, w.Body)
	}
}

// Who may do everything says so in the file, and nowhere else.
func TestOperators(t *testing.T) {
	tokens, err := guard.ReadTokens("f", strings.NewReader("ada "+secretA+" operator\nbob "+secretB+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	for secret, want := range map[string]string{secretA: "bearer:ada true", secretB: "bearer:bob false"} {
		h := guard.Bearer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, guard.Caller(r.Context()), " ", guard.Operator(r.Context()))
		}), tokens, guard.Plain)
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Authorization", "Bearer "+secret)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Body.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if guard.Operator(t.Context()) {
		t.Error("nobody is an operator")
	}
}

func TestReadTokensErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "f: no token",
		"# only this\n":                      "f: no token",
		"a short":                            "f:1: the token of a is shorter",
		"\na b " + secretA:                   "f:2: 3 words",
		"a " + secretA + "\nb " + secretA:    "f:2: two holders",
		"a " + secretA + "\na " + secretB:    "f:2: the name a stands there twice",
		"a " + secretA + "\u00e9":            "f:1: the token of a has characters",
		"a " + strings.Repeat("x", 80<<10):   "f: ",
		"a " + secretA + "\n\n\nb  tooshort": "f:4: ",
	} {
		tokens, err := guard.ReadTokens("f", strings.NewReader(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), secretA) {
			t.Errorf("%.40q: %v %v, want %q", text, tokens, err, want)
		}
	}
}

func TestWith(t *testing.T) {
	a, err := guard.OneToken("a", secretA)
	if err != nil {
		t.Fatal(err)
	}
	b, err := guard.OneToken("b", secretB)
	if err != nil {
		t.Fatal(err)
	}
	var none *guard.Tokens
	for _, tt := range []struct {
		name      string
		one, more *guard.Tokens
		knows     []string
		fails     bool
	}{
		{"both", a, b, []string{secretA, secretB}, false},
		{"one", a, none, []string{secretA}, false},
		{"the other", none, b, []string{secretB}, false},
		{"the same", a, a, nil, true},
	} {
		both, err := tt.one.With(tt.more)
		if err != nil != tt.fails {
			t.Errorf("%s: %v", tt.name, err)
		}
		for _, secret := range tt.knows {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Authorization", "Bearer "+secret)
			w := httptest.NewRecorder()
			guard.Bearer(echo, both, guard.Plain).ServeHTTP(w, r)
			if w.Code != 200 {
				t.Errorf("%s does not know %s", tt.name, secret)
			}
		}
	}
	if both, err := none.With(none); both != nil || err != nil {
		t.Error(both, err)
	}
}
