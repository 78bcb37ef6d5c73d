package rest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// discard is a response that nobody reads.
type discard struct{ header http.Header }

func (d discard) Header() http.Header       { return d.header }
func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) WriteHeader(int)             {}

// What a request costs on the shipped surface, its call aside.
func BenchmarkRequests(b *testing.B) {
	k := newDesk(b, shipped, "", Options{})
	for _, bb := range []struct{ name, method, path, body string }{
		{"tool", http.MethodPost, "/graph/query", `{"cypher":"MATCH (n) RETURN n"}`},
		{"verb", http.MethodPost, "/intent/ask", `{"intent":"which services depend on the billing database"}`},
		{"unknown", http.MethodPost, "/nowhere", `{}`},
		{"openapi", http.MethodGet, OpenAPIPath, ""},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequestWithContext(b.Context(), bb.method, bb.path, strings.NewReader(bb.body))
				r.Header.Set("Content-Type", "application/json")
				k.ServeHTTP(discard{http.Header{}}, r)
			}
		})
	}
}
