package fleettest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

// Script says what a server lists and answers. The zero value lists nothing and
// answers every call with the call: "NAME of TOOL with ARGUMENTS".
type Script struct {
	// Tools are the entries of its list.
	Tools []json.RawMessage `json:"tools,omitempty"`
	// Results are the answers of calls by tool, each a whole result.
	Results map[string]json.RawMessage `json:"results,omitempty"`
	// Errors are the errors that requests are refused with: calls by tool, other
	// requests by method.
	Errors map[string]json.RawMessage `json:"errors,omitempty"`
	// Answers are the results of other requests by method, such as "prompts/list".
	Answers map[string]json.RawMessage `json:"answers,omitempty"`
	// Grows are the tools that are listed once a tool was called, and Notices how
	// often the client is told of it.
	Grows   map[string][]json.RawMessage `json:"grows,omitempty"`
	Notices int                          `json:"notices,omitempty"`
	// Capabilities are what it says of itself; "" is that its list may change.
	Capabilities json.RawMessage `json:"capabilities,omitempty"`
	// Gate is a file that has to be there before it begins to answer.
	Gate string `json:"gate,omitempty"`
	// Life names a file in which each start, each reading of its list and each call
	// leaves a line.
	Life string `json:"life,omitempty"`
	// Dies names a tool whose call ends the process.
	Dies string `json:"dies,omitempty"`
	// Cancelled names a file that is written when a call is given up.
	Cancelled string `json:"cancelled,omitempty"`
	// Slow is how long each call takes.
	Slow time.Duration `json:"slow,omitempty"`
}

// scripted is the behaviour of servers that follow a script.
const scripted = "scripted"

const scriptVariable = "SEXTANT_FLEETTEST_SCRIPT"

// Scripted is the configuration of a server that follows a script.
func Scripted(t testing.TB, name string, s Script) config.Server {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "script.json")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return Server(t, name, scripted, scriptVariable, path, nameVariable, name)
}

const nameVariable = "SEXTANT_FLEETTEST_NAME"

// Tools are entries of a list as they are written here.
func Tools(entries ...string) (out []json.RawMessage) {
	for _, e := range entries {
		out = append(out, json.RawMessage(e))
	}
	return out
}

// Reader is the entry of a tool that only reads and takes anything.
func Reader(name, description string) json.RawMessage {
	raw, err := json.Marshal(map[string]any{
		"name": name, "description": description, "inputSchema": map[string]any{"type": "object"},
		"annotations": map[string]any{"readOnlyHint": true},
	})
	if err != nil {
		panic(err)
	}
	return raw
}

func follow(w *wire) {
	raw, err := os.ReadFile(os.Getenv(scriptVariable))
	if err != nil {
		panic(err)
	}
	var s Script
	if err := json.Unmarshal(raw, &s); err != nil {
		panic(err)
	}
	if s.Life != "" {
		leave(s.Life, fmt.Sprintln("started", os.Getpid()))
	}
	for s.Gate != "" {
		if _, err := os.Stat(s.Gate); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	h := newHost(w, os.Getenv(nameVariable))
	h.tools, h.call, h.capabilities = s.Tools, s.call, s.Capabilities
	h.other = func(m message) bool {
		if s.Life != "" && m.Method == "tools/list" {
			leave(s.Life, "listed\n")
		}
		if refusal, ok := s.Errors[m.Method]; ok {
			h.fail(m.ID, refusal)
			return true
		}
		result, ok := s.Answers[m.Method]
		if ok {
			h.answer(m.ID, result)
		}
		return ok
	}
	h.run()
}

// leave adds to a file. A test that looks for it will miss it if that fails.
func leave(path, text string) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	_, _ = f.WriteString(text)
	_ = f.Close()
}

func (s *Script) call(h *host, id json.RawMessage, name string, params json.RawMessage) {
	gone := h.gone(id)
	if s.Life != "" {
		leave(s.Life, "called\n")
	}
	if name == s.Dies && name != "" {
		os.Exit(4)
	}
	var p struct{ Arguments json.RawMessage }
	_ = json.Unmarshal(params, &p) // no arguments
	if s.Slow > 0 {
		select {
		case <-time.After(s.Slow):
		case <-gone:
			leave(s.Cancelled, "given up\n")
			return
		}
	}
	if added := s.Grows[name]; added != nil {
		h.mu.Lock()
		h.tools = append(h.tools, added...)
		h.mu.Unlock()
		for range s.Notices {
			h.notify("notifications/tools/list_changed", map[string]any{})
		}
	}
	if refusal, ok := s.Errors[name]; ok {
		h.fail(id, refusal)
		return
	}
	if result, ok := s.Results[name]; ok {
		h.writeRaw([]byte(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)))
		return
	}
	h.answer(id, text(fmt.Sprintf("%s of %s with %s", name, h.name, p.Arguments)))
}
