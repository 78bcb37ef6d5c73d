package fleettest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"sync"
)

// message is a JSON-RPC message.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  any             `json:"result,omitempty"`
	Error   *failure        `json:"error,omitempty"`
}

type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// wire reads and writes messages, one a line.
type wire struct {
	in  *bufio.Reader
	mu  sync.Mutex
	out io.Writer
	// answers wait for what the client answers, by id.
	answers sync.Map
	// times is how often every answer is written.
	times int
}

func newWire(in io.Reader, out io.Writer) *wire {
	return &wire{in: bufio.NewReader(in), out: out, times: 1}
}

// read returns the next message, false at the end of the input.
func (w *wire) read() (message, bool) {
	line, err := w.in.ReadBytes('\n')
	if err != nil {
		return message{}, false
	}
	var m message
	if json.Unmarshal(line, &m) != nil {
		return message{}, true
	}
	return m, true
}

func (w *wire) write(m message) {
	m.Version = "2.0"
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // as servers in other languages write
	if err := e.Encode(m); err != nil {
		panic(err)
	}
	w.writeRaw(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

func (w *wire) writeRaw(raw []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, _ = w.out.Write(append(raw, '\n')) // the client may be gone
}

func (w *wire) answer(id json.RawMessage, result any) {
	for range w.times {
		w.write(message{ID: id, Result: result})
	}
}

func (w *wire) refuse(id json.RawMessage, code int, text string) {
	w.write(message{ID: id, Error: &failure{code, text}})
}

// fail refuses a request with an error as it is written.
func (w *wire) fail(id, refusal json.RawMessage) {
	w.writeRaw([]byte(`{"jsonrpc":"2.0","id":` + string(id) + `,"error":` + string(refusal) + `}`))
}

func (w *wire) notify(method string, params any) {
	raw, err := json.Marshal(params)
	if err != nil {
		panic(err)
	}
	w.write(message{Method: method, Params: raw})
}

// ask asks the client for something and waits for the answer.
func (w *wire) ask(id, method string, params any) json.RawMessage {
	raw, err := json.Marshal(params)
	if err != nil {
		panic(err)
	}
	answer := make(chan json.RawMessage, 1)
	quoted, _ := json.Marshal(id)
	w.answers.Store(string(quoted), answer)
	w.write(message{ID: quoted, Method: method, Params: raw})
	return <-answer
}

// settle gives an answer to who waits for it.
func (w *wire) settle(m message, raw []byte) {
	if to, ok := w.answers.LoadAndDelete(string(m.ID)); ok {
		to.(chan json.RawMessage) <- raw
	}
}
