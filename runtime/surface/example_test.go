package surface_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

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
	d, err := dispatch.New(router, dispatch.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := surface.New(d, surface.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		fmt.Println(err)
		return
	}
	// A client would keep the streams open; here one request is piped in.
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{"intent":"best pizza in town"}}}`)
	var out bytes.Buffer
	if err := s.ServeStdio(context.Background(), in, &out); err != nil {
		fmt.Println(err)
		return
	}
	var answer struct {
		Result struct {
			StructuredContent struct {
				Executed bool
				Routing  struct{ Verb, Decision string }
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+v\n", answer.Result.StructuredContent)
	// Output:
	// {Executed:false Routing:{Verb:ask Decision:no_match}}
}
