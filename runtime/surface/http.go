package surface

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const (
	// Path is the path of the MCP endpoint.
	Path = "/mcp"
	// HealthPath answers 200 while the server is up.
	HealthPath = "/healthz"
	// DefaultMaxBody bounds the body of a request, in bytes.
	DefaultMaxBody = 4 << 20
	// DefaultSessionIdle is how long a session may be idle before it ends.
	DefaultSessionIdle = 30 * time.Minute
)

// HTTPOptions adjust an HTTP endpoint. The zero value serves browsers on the
// same machine and everybody who is no browser.
type HTTPOptions struct {
	// AllowedOrigins are origins, such as "https://chat.example.org", whose
	// pages may call the endpoint. Pages from this machine always may.
	AllowedOrigins []string
	// MaxBody bounds a request's body in bytes; zero is DefaultMaxBody.
	MaxBody int64
	// SessionIdle ends sessions that are idle for longer; zero is
	// DefaultSessionIdle.
	SessionIdle time.Duration
}

// HTTP is the surface as an HTTP handler: the MCP endpoint at Path and the
// health check at HealthPath. Close it when it is no longer served.
type HTTP struct {
	surface *Surface
	stream  *server.StreamableHTTPServer
	handler http.Handler
	// closing ends the streams that wait for notifications only.
	closing context.Context
	close   context.CancelFunc
}

// NewHTTP returns the surface's HTTP handler.
func (s *Surface) NewHTTP(opt HTTPOptions) *HTTP {
	if opt.MaxBody == 0 {
		opt.MaxBody = DefaultMaxBody
	}
	if opt.SessionIdle == 0 {
		opt.SessionIdle = DefaultSessionIdle
	}
	h := &HTTP{surface: s}
	h.closing, h.close = context.WithCancel(context.Background())
	h.stream = server.NewStreamableHTTPServer(s.mcp,
		server.WithSessionIdManager(&sessions{known: map[string]bool{}, ended: s.dispatcher.Forget}),
		server.WithSessionIdleTTL(opt.SessionIdle),
		server.WithStreamableHTTPLogger(s.opt.Log),
	)
	mux := http.NewServeMux()
	mux.Handle(Path, limitBody(h.endListening(h.stream), opt.MaxBody))
	mux.HandleFunc("GET "+HealthPath, h.health)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "the MCP endpoint is "+Path+", the health check "+HealthPath, http.StatusNotFound)
	})
	h.handler = checkOrigin(mux, opt.AllowedOrigins)
	return h
}

// ServeHTTP implements http.Handler.
func (h *HTTP) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.handler.ServeHTTP(w, r) }

// endListening ends subscriptions when the endpoint closes. Nothing else would:
// they have no session, and wait for as long as their client does.
func (h *HTTP) endListening(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get(mcp.HeaderMethod) == string(mcp.MethodSubscriptionsListen) {
			ctx, end := context.WithCancel(r.Context())
			defer end()
			defer context.AfterFunc(h.closing, end)()
			r = r.WithContext(ctx)
		}
		next.ServeHTTP(w, r)
	})
}

func (h *HTTP) health(w http.ResponseWriter, _ *http.Request) {
	router := h.surface.dispatcher.Router()
	w.Header().Set("Content-Type", "application/json")
	// The client may be gone; there is nobody else to tell.
	_ = json.NewEncoder(w).Encode(map[string]any{
		"status": "ok", "name": Name, "version": h.surface.opt.Version, "mode": h.surface.opt.Mode,
		"capabilities": router.Len(), "digest": router.Tables().Digest,
	})
}
