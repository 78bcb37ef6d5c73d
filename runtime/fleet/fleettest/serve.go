package fleettest

import (
	"encoding/json"
	"sync"
)

// host is a server that works as it should, with hooks for those that do not.
type host struct {
	*wire
	name string
	// tools are listed in one page, unless list is set.
	tools []json.RawMessage
	list  func(cursor json.RawMessage) any
	// call handles tools/call; nil is that of the plain server.
	call func(h *host, id json.RawMessage, name string, params json.RawMessage)
	// ready is called after the handshake.
	ready func()
	// capabilities are what it says of itself, "" for the usual ones; other answers
	// what is not about tools, if it can.
	capabilities json.RawMessage
	other        func(message) bool

	mu       sync.Mutex
	canceled map[string]chan struct{}
}

func newHost(w *wire, name string) *host {
	return &host{wire: w, name: name, tools: PlainTools(), call: plainCall, canceled: map[string]chan struct{}{}}
}

// PlainTools are the tools of the plain server, as it lists them.
func PlainTools() []json.RawMessage {
	var out []json.RawMessage
	for _, tool := range plainTools {
		out = append(out, json.RawMessage(tool))
	}
	return out
}

// plainTools hold keywords that a typed reader would lose.
var plainTools = []string{
	`{"name":"echo_number","title":"Echo a number","description":"Give a number back exactly as it came.","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"n":{"type":"integer","title":"N"}},"required":["n"],"additionalProperties":false,"patternProperties":{"^x-":{}}},"outputSchema":{"type":"object","properties":{"n":{"type":"integer"}}},"annotations":{"readOnlyHint":true},"_meta":{"example.org/k":9007199254740993}}`,
	`{"name":"count_slowly","description":"Count to a number, slowly, telling of the progress.","inputSchema":{"type":"object","properties":{"to":{"type":"integer"},"every":{"type":"integer"}},"required":["to"]},"annotations":{"readOnlyHint":true}}`,
	`{"name":"always_fails","description":"Report an error, always.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`,
	`{"name":"show_picture","description":"Show a small picture with a caption.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`,
	`{"name":"read_book","description":"Read a long book aloud.","inputSchema":{"type":"object","properties":{"bytes":{"type":"integer"}},"required":["bytes"]},"annotations":{"readOnlyHint":true}}`,
	`{"name":"ask_person","description":"Ask the person in front of the client for their favourite colour.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`,
	`{"name":"wait_forever","description":"Wait until the call is given up.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`,
	`{"name":"remember_note","description":"Store a note.","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]},"annotations":{"readOnlyHint":false,"destructiveHint":false}}`,
	`{"name":"delete_note","description":"Delete a note for good.","inputSchema":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]},"annotations":{"destructiveHint":true}}`,
}

// run serves until the input ends.
func (h *host) run() {
	for {
		m, ok := h.read()
		if !ok {
			return
		}
		h.take(m)
	}
}

func (h *host) take(m message) {
	if h.other != nil && h.other(m) {
		return
	}
	switch m.Method {
	case "":
		raw, _ := json.Marshal(m.Result)
		if m.Error != nil {
			raw, _ = json.Marshal(m.Error)
		}
		h.settle(m, raw)
	case "initialize":
		h.answer(m.ID, map[string]any{
			"protocolVersion": "2025-11-25", "serverInfo": map[string]string{"name": h.name, "version": "1"},
			"capabilities": h.said(),
		})
	case "notifications/initialized":
		if h.ready != nil {
			h.ready()
		}
	case "notifications/cancelled":
		h.cancel(m.Params)
	case "ping", "logging/setLevel":
		h.answer(m.ID, map[string]any{})
	case "tools/list":
		var p struct{ Cursor json.RawMessage }
		_ = json.Unmarshal(m.Params, &p) // no parameters, no cursor
		if h.list != nil {
			h.answer(m.ID, h.list(p.Cursor))
			return
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		h.answer(m.ID, map[string]any{"tools": append([]json.RawMessage{}, h.tools...)})
	case "tools/call":
		var p struct{ Name string }
		_ = json.Unmarshal(m.Params, &p) // no name, no tool
		go h.call(h, m.ID, p.Name, m.Params)
	default:
		if len(m.ID) > 0 {
			h.refuse(m.ID, -32601, "Method not found")
		}
	}
}

// usual are the capabilities of a server whose list may change.
const usual = `{"tools":{"listChanged":true},"logging":{}}`

func (h *host) said() json.RawMessage {
	if len(h.capabilities) > 0 {
		return h.capabilities
	}
	return json.RawMessage(usual)
}

// cancel ends the wait of a call that was given up.
func (h *host) cancel(params json.RawMessage) {
	var p struct{ RequestID json.RawMessage }
	_ = json.Unmarshal(params, &p) // nothing to cancel
	h.mu.Lock()
	defer h.mu.Unlock()
	if gone := h.canceled[string(p.RequestID)]; gone != nil {
		close(gone)
		delete(h.canceled, string(p.RequestID))
	}
}

// gone is closed when a call is given up.
func (h *host) gone(id json.RawMessage) chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	gone := make(chan struct{})
	h.canceled[string(id)] = gone
	return gone
}
