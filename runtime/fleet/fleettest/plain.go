package fleettest

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"
)

// text is a result of one text.
func text(s string) map[string]any {
	return map[string]any{"content": []map[string]string{{"type": "text", "text": s}}}
}

// Pixel is the picture that show_picture shows.
const Pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// plainCall carries out the calls of the plain server.
func plainCall(h *host, id json.RawMessage, name string, params json.RawMessage) {
	var p struct {
		Arguments map[string]json.RawMessage
		Meta      map[string]json.RawMessage `json:"_meta"`
	}
	_ = json.Unmarshal(params, &p) // no arguments
	switch name {
	case "echo_number":
		h.writeRaw([]byte(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"%s"}],"structuredContent":{"n":%s},"_meta":{"example.org/seen":%s}}}`,
			id, p.Arguments["n"], p.Arguments["n"], p.Arguments["n"])))
	case "count_slowly":
		h.answer(id, h.count(p.Arguments, p.Meta["progressToken"]))
	case "always_fails":
		out := text("it is closed on Mondays")
		out["isError"] = true
		h.answer(id, out)
	case "show_picture":
		h.answer(id, map[string]any{"content": []map[string]any{
			{"type": "text", "text": "a pixel", "annotations": map[string]any{"audience": []string{"user"}}},
			{"type": "image", "data": Pixel, "mimeType": "image/png", "_meta": map[string]int{"example.org/width": 1}},
			{"type": "resource_link", "uri": "pixel://1", "name": "pixel"},
		}})
	case "read_book":
		var n int
		_ = json.Unmarshal(p.Arguments["bytes"], &n) // a book without length is empty
		h.answer(id, text(book(n)))
	case "ask_person":
		answer := h.ask("question-"+string(id), "elicitation/create", map[string]any{
			"mode": "form", "message": "Which colour?",
			"requestedSchema": map[string]any{"type": "object", "properties": map[string]any{"colour": map[string]string{"type": "string"}}},
		})
		h.answer(id, text("the client answered "+string(answer)))
	case "wait_forever":
		<-h.gone(id)
		fmt.Fprintln(os.Stderr, "given up")
		if path := os.Getenv("MARK"); path != "" {
			_ = os.WriteFile(path, []byte("given up"), 0o600) // the test will miss it
		}
	case "remember_note", "delete_note":
		h.answer(id, text(name+" did it: "+string(params)))
	case "where_am_i":
		h.answer(id, text(h.name+" "+os.Getenv("PLACE")))
	default:
		h.refuse(id, -32602, "Unknown tool: "+name)
	}
}

// count counts with a notice for each step.
func (h *host) count(args map[string]json.RawMessage, token json.RawMessage) map[string]any {
	to, every := 1, 10
	_ = json.Unmarshal(args["to"], &to)       // as it is
	_ = json.Unmarshal(args["every"], &every) // as it is
	for i := range to {
		time.Sleep(time.Duration(every) * time.Millisecond)
		if token != nil {
			h.notify("notifications/progress", map[string]any{"progressToken": token, "progress": i + 1, "total": to, "message": fmt.Sprint("step ", i+1)})
		}
		h.notify("notifications/message", map[string]any{"level": "info", "data": fmt.Sprint("counted ", i+1)})
	}
	return text(fmt.Sprint("counted to ", to))
}

// book is a text of a length, each line of which is numbered.
func book(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "line %d of the book\n", i)
	}
	return b.String()[:n]
}
