package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/rest"
)

// catalogue is a server that knows one book.
type catalogue struct{}

func (catalogue) Name() string { return "catalogue" }

func (catalogue) Call(context.Context, dispatch.Call) (dispatch.Result, error) {
	return dispatch.Result{Structured: json.RawMessage(`["The Life of the Bee"]`)}, nil
}

func Example() {
	cat, _, err := catalog.Load(catalog.Paths{Descriptors: []string{"../dispatch/testdata/surface.json"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	router, err := index.Router(context.Background(), cat, index.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := dispatch.New(router, dispatch.Options{Upstreams: dispatch.NewUpstreams(catalogue{})})
	if err != nil {
		fmt.Println(err)
		return
	}
	api, err := rest.New(d, rest.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	server := httptest.NewServer(api)
	defer server.Close()

	for _, r := range []struct{ path, body string }{
		{"/intent/ask", `{"intent":"search the catalogue","hints":{"query":"bees"}}`},
		{"/tools/book_search", `{"query":"bees"}`},
		{"/tools/book_search", `{"querry":"bees"}`},
		{"/tools/book_delete", `{"id":7}`},
	} {
		res, err := http.Post(server.URL+r.path, "application/json", strings.NewReader(r.body))
		if err != nil {
			fmt.Println(err)
			return
		}
		var answer struct {
			Result json.RawMessage
			Type   string
		}
		raw, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil || json.Unmarshal(raw, &answer) != nil {
			fmt.Println(err, string(raw))
			return
		}
		if res.StatusCode != http.StatusOK {
			fmt.Println(res.StatusCode, answer.Type)
			continue
		}
		fmt.Println(res.StatusCode, string(answer.Result))
	}
	// Output:
	// 200 ["The Life of the Bee"]
	// 200 ["The Life of the Bee"]
	// 422 urn:sextant:problem:bad-arguments
	// 428 urn:sextant:problem:needs-plan
}
