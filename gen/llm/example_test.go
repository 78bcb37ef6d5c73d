package llm_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/sextant-mcp/sextant/gen/llm"
)

// Ask a model for one answer. A real endpoint takes the place of the server.
func Example() {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"choices":[{"message":{"content":"wren, rook, swift"}}],"usage":{"prompt_tokens":12,"completion_tokens":6}}`)
	}))
	defer srv.Close()

	client, err := llm.New(srv.URL+"/v1", "tiny", llm.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	reply, err := client.Chat(context.Background(), llm.Request{
		Messages: []llm.Message{{Role: llm.User, Content: "Name three birds."}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reply.Text, reply.Usage.Prompt)
	// Output: wren, rook, swift 12
}
