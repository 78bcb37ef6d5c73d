package guard_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/sextant-mcp/sextant/runtime/guard"
)

func Example() {
	tokens, err := guard.ReadTokens("tokens", strings.NewReader("ada  6f1ed002ab5595859014ebf0951522d9\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	hello := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { fmt.Println("hello", guard.Caller(r.Context())) })
	handler := guard.Origin(guard.Bearer(hello, tokens, guard.Plain), nil, guard.Plain)
	for _, authorization := range []string{"", "Bearer 6f1ed002ab5595859014ebf0951522d9"} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Authorization", authorization)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		fmt.Println(w.Code)
	}
	// Output:
	// 401
	// hello bearer:ada
	// 200
}
