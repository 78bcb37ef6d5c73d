package rest

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/guard"
)

const (
	// DefaultMaxBody bounds the body of a request, in bytes.
	DefaultMaxBody = 4 << 20
	// DefaultTimeout bounds one request. It is longer than a call may take
	// (dispatch.DefaultCallTimeout), so that a slow upstream is named as such.
	DefaultTimeout = 75 * time.Second
)

// Options adjust a handler. The zero value serves everybody who is no browser
// page from elsewhere.
type Options struct {
	// Version is the version of the API as the OpenAPI document gives it; ""
	// is "dev".
	Version string
	// MaxBody bounds a request's body in bytes; zero is DefaultMaxBody.
	MaxBody int64
	// Timeout bounds one request, reading its body included; zero is
	// DefaultTimeout.
	Timeout time.Duration
	// AllowedOrigins are origins, such as "https://chat.example.org", whose
	// requests are not refused. Those of pages from this machine never are. No
	// CORS headers are sent.
	AllowedOrigins []string
	// Tokens are needed for everything here; nil lets everybody.
	Tokens *guard.Tokens
	// Log takes what goes wrong; nil is slog.Default.
	Log *slog.Logger
}

// Handler serves the twins of the verbs, a route for each tool and the OpenAPI
// document. It is safe for concurrent use.
type Handler struct {
	dispatcher *dispatch.Dispatcher
	opt        Options
	guarded    http.Handler
	routes     atomic.Pointer[table]
	building   sync.Mutex
}

// New returns the handler of a dispatcher's surface.
func New(d *dispatch.Dispatcher, opt Options) (*Handler, error) {
	if d == nil {
		return nil, errors.New("rest: no dispatcher")
	}
	if opt.MaxBody < 0 || opt.Timeout < 0 {
		return nil, fmt.Errorf("rest: the limits are %d bytes and %v; give zero for the defaults of %d and %v", opt.MaxBody, opt.Timeout, DefaultMaxBody, DefaultTimeout)
	}
	if opt.MaxBody == 0 {
		opt.MaxBody = DefaultMaxBody
	}
	if opt.Timeout == 0 {
		opt.Timeout = DefaultTimeout
	}
	if opt.Version == "" {
		opt.Version = "dev"
	}
	if opt.Log == nil {
		opt.Log = slog.Default()
	}
	h := &Handler{dispatcher: d, opt: opt}
	behind := guard.Bearer(http.HandlerFunc(h.serve), opt.Tokens, refuse)
	h.guarded = guard.Origin(behind, opt.AllowedOrigins, refuse)
	h.table()
	return h, nil
}

// Routes lists what is served, the verbs first, then the tools in their declared
// order.
func (h *Handler) Routes() []Route { return append([]Route(nil), h.table().list...) }

// table returns the routes of the surface as it is now. They are made anew only
// when the dispatcher has another router than before.
func (h *Handler) table() *table {
	router := h.dispatcher.Router()
	if t := h.routes.Load(); t != nil && t.router == router {
		return t
	}
	h.building.Lock()
	defer h.building.Unlock()
	if t := h.routes.Load(); t != nil && t.router == router {
		return t
	}
	t := newTable(router, h.opt)
	h.routes.Store(t)
	return t
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	h.guarded.ServeHTTP(w, r)
}

func (h *Handler) serve(w http.ResponseWriter, r *http.Request) {
	t := h.table()
	if r.URL.Path == OpenAPIPath {
		t.serveDocument(w, r)
		return
	}
	rt := t.byPath[r.URL.Path]
	switch {
	case rt == nil:
		unknownPath(w, r.URL.Path)
	case r.Method != http.MethodPost:
		wrongMethod(w, r, http.MethodPost)
	default:
		h.call(w, r, t, rt)
	}
}
