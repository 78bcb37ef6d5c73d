package method_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/surface/method"
)

func Example() {
	table := method.NewTable(slog.New(slog.DiscardHandler))
	err := table.Handle("tide/height", func(_ context.Context, req *method.Request) (*method.Result, error) {
		var params struct {
			Port string `json:"port"`
		}
		if err := req.Decode(&params); err != nil {
			return nil, err
		}
		if params.Port != "Kiel" {
			return nil, method.Invalid("no such port", map[string]string{"port": params.Port})
		}
		return &method.Result{Value: map[string]int{"centimetres": 14}}, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	library := server.NewMCPServer("harbour", "1")
	for _, request := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tide/height","params":{"port":"Kiel"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tide/height","params":{"port":"Bern"}}`,
		`{"jsonrpc":"2.0","id":3,"method":"ping"}`,
	} {
		reply, err := json.Marshal(table.Message(context.Background(), json.RawMessage(request), library.HandleMessage))
		fmt.Println(string(reply), err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"centimetres":14}} <nil>
	// {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no such port","data":{"port":"Bern"}}} <nil>
	// {"jsonrpc":"2.0","id":3,"result":{}} <nil>
}
