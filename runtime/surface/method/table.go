package method

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// Handler answers the requests of one method. An *Error is sent as it is; any
// other error is an internal one. Handlers run concurrently.
type Handler func(ctx context.Context, req *Request) (*Result, error)

// ErrPass is what a handler returns that leaves a request to the library after
// all.
var ErrPass = errors.New("left to the library")

// Request is a request of a method of the table.
type Request struct {
	Method string
	// Params are the parameters as they were sent, nil when there are none.
	Params json.RawMessage
	// Modern is set in the revisions without sessions.
	Modern bool
	// Header holds the HTTP headers; nil on other transports.
	Header http.Header
}

// Decode reads the parameters into a struct. No parameters read as an empty
// object; anything else that does not fit is an *Error that says so.
func (r *Request) Decode(to any) error {
	if len(r.Params) == 0 {
		return nil
	}
	if err := json.Unmarshal(r.Params, to); err != nil {
		return Invalid(fmt.Sprintf("the params of %s do not fit: %v", r.Method, err), nil)
	}
	return nil
}

// Result is what a handler found.
type Result struct {
	// Value encodes to a JSON object without _meta, the result as the method
	// defines it.
	Value any
	// Cache says how long the result holds; nil for a result that the newer era
	// gives no such statement.
	Cache *Cache
}

// Cache says how long and for whom a result may be kept.
type Cache struct {
	TTL time.Duration // zero: it may be stale at once
	// Public is set for what is the same for every caller.
	Public bool
}

// Error is an error as JSON-RPC sends it.
type Error struct {
	Code    int
	Message string
	Data    any // encodes to JSON; nil for none
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

// Invalid is the error of parameters that can't be served.
func Invalid(message string, data any) *Error {
	return &Error{Code: mcp.INVALID_PARAMS, Message: message, Data: data}
}

// Table holds the handlers, by method. Fill it before it serves; from then on it
// may be used by any number of goroutines.
type Table struct {
	handlers map[string]Handler
	log      *slog.Logger
}

// NewTable returns an empty table, which lets everything through. Each request
// that a handler answers is a line in the log, as the library logs its own, whose
// line for the stand-in comes before it.
func NewTable(log *slog.Logger) *Table { return &Table{handlers: map[string]Handler{}, log: log} }

// Handle adds the handler of a method. A method has one: a second one is an
// error.
func (t *Table) Handle(method string, h Handler) error {
	if method == "" || h == nil {
		return fmt.Errorf("method %q: a name and a handler are needed", method)
	}
	if t.handlers[method] != nil {
		return fmt.Errorf("method %q has a handler already", method)
	}
	t.handlers[method] = h
	return nil
}
