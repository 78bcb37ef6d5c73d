package args

import (
	"encoding/json"
	"sync"

	"github.com/sextant-mcp/sextant/runtime"
)

// Reader reads arguments for the tools of a router. It may be used from several
// goroutines.
type Reader struct {
	router *runtime.Router
	mu     sync.Mutex
	known  map[int]*Tool
}

// NewReader returns a reader for a router's tools.
func NewReader(router *runtime.Router) *Reader {
	return &Reader{router: router, known: map[int]*Tool{}}
}

// ReadArguments returns the values that the intent gives beyond doubt for a
// capability, by parameter, none for an id that is not the router's.
func (r *Reader) ReadArguments(id, intent string) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	if t := r.Tool(id); t != nil {
		for _, a := range t.Read(intent) {
			out[a.Name] = a.Value
		}
	}
	return out
}

// Tool returns what is known of a capability, nil for an id that is not the
// router's.
func (r *Reader) Tool(id string) *Tool {
	number, ok := r.router.Lookup(id)
	if !ok {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if t := r.known[number]; t != nil {
		return t
	}
	rec, err := r.router.Record(number)
	if err != nil {
		return nil
	}
	t := Parse(r.router.Schema(number), rec.Params)
	r.known[number] = t
	return t
}
