package fleettest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"testing"
)

// ServeReplay lists the tools of the tools/list answer in a file, on a pair of
// streams until the input ends. Every call is answered with the name that it is for.
func ServeReplay(in io.Reader, out io.Writer, file string) error {
	return replay(newWire(in, out), file)
}

func replay(w *wire, file string) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var answer struct{ Tools []json.RawMessage }
	if err := json.Unmarshal(raw, &answer); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	h := newHost(w, "replay")
	h.tools = answer.Tools
	h.call = func(h *host, id json.RawMessage, name string, _ json.RawMessage) {
		h.answer(id, text("replayed "+name))
	}
	h.run()
	return nil
}

// ReplayHTTP serves the lists of many files as as many servers, in one process: each
// at the path that is called like its file.
func ReplayHTTP(t testing.TB, files []string) http.Handler {
	t.Helper()
	lists := map[string]json.RawMessage{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var answer struct {
			Tools json.RawMessage `json:"tools"`
		}
		if err := json.Unmarshal(raw, &answer); err != nil {
			t.Fatal(err)
		}
		lists[filepath.Base(file)] = answer.Tools
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tools, known := lists[path.Base(r.URL.Path)]
		if !known || r.Method != http.MethodPost {
			http.Error(w, "nothing is replayed here", http.StatusMethodNotAllowed)
			return
		}
		replayHTTP(w, r, tools)
	})
}

// replayHTTP answers one message.
func replayHTTP(w http.ResponseWriter, r *http.Request, tools json.RawMessage) {
	var m message
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if m.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	answer := `"error":{"code":-32601,"message":"it only replays lists"}`
	switch m.Method {
	case "initialize":
		answer = `"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"replay","version":"1"}}`
	case "ping":
		answer = `"result":{}`
	case "tools/list":
		answer = `"result":{"tools":` + string(tools) + `}`
	case "tools/call":
		answer = `"result":{"content":[{"type":"text","text":"replayed"}]}`
	}
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,%s}`, m.ID, answer)
}
