package surface

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/guard"
	"github.com/sextant-mcp/sextant/runtime/surface/coded"
	"github.com/sextant-mcp/sextant/runtime/surface/verbatim"
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

// HTTPOptions adjust an HTTP endpoint. The zero value serves everybody who is no
// browser and refuses the requests of pages from other machines. No CORS headers
// are sent: requests of a page whose origin is allowed are carried out, but its
// scripts can't read the answers, and browsers don't even send requests that
// they would ask about first. A page that is to talk to the endpoint needs a proxy
// on its own origin.
type HTTPOptions struct {
	// AllowedOrigins are origins, such as "https://chat.example.org", whose
	// requests are not refused. Those of pages from this machine never are.
	AllowedOrigins []string
	// Tokens are needed to use the MCP endpoint; nil lets everybody. The health
	// check needs none.
	Tokens *guard.Tokens
	// Beside serves every path but Path and HealthPath, with guards of its own;
	// nil serves none.
	Beside http.Handler
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
	known   *sessions
	handler http.Handler
	// subscriptions counts those that are open.
	subscriptions atomic.Int64
	// over ends when the endpoint is closed.
	over context.Context
	end  context.CancelFunc
}

// NewHTTP returns the surface's HTTP handler.
func (s *Surface) NewHTTP(opt HTTPOptions) *HTTP {
	return s.newHTTP(opt, MaxSessions)
}

// newHTTP keeps at most that many sessions.
func (s *Surface) newHTTP(opt HTTPOptions, most int) *HTTP {
	if opt.MaxBody == 0 {
		opt.MaxBody = DefaultMaxBody
	}
	if opt.SessionIdle == 0 {
		opt.SessionIdle = DefaultSessionIdle
	}
	h := &HTTP{surface: s, known: newSessions(most, s.forget)}
	h.over, h.end = context.WithCancel(context.Background())
	h.known.evict = h.endSession
	h.stream = server.NewStreamableHTTPServer(s.mcp,
		server.WithSessionIdManagerResolver(h.known),
		server.WithSessionIdleTTL(opt.SessionIdle),
		server.WithStreamableHTTPLogger(s.opt.Log),
	)
	if opt.Beside == nil {
		opt.Beside = http.HandlerFunc(nothingElse)
	}
	stream := limitBody(verbatim.Handler(s.methods.HTTP(h.ofCaller(h.tieStreams(coded.Handler(singleAnswers(h.stream)))))), opt.MaxBody)
	stream = guard.Bearer(withHolder(stream), opt.Tokens, guard.Plain)
	mux := http.NewServeMux()
	mux.Handle(Path, guard.Origin(stream, opt.AllowedOrigins, guard.Plain))
	mux.Handle("GET "+HealthPath, guard.Origin(http.HandlerFunc(h.health), opt.AllowedOrigins, guard.Plain))
	mux.Handle("/", opt.Beside)
	h.handler = mux
	return h
}

// withHolder makes the holder of a request's token its principal, unless a layer in
// front has named one.
func withHolder(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name := guard.Caller(r.Context()); name != "" && Principal(r.Context()) == "" {
			ctx := WithPrincipal(r.Context(), name)
			if guard.Operator(ctx) {
				ctx = WithOperator(ctx)
			}
			r = r.WithContext(ctx)
		}
		next.ServeHTTP(w, r)
	})
}

func nothingElse(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "the MCP endpoint is "+Path+", the health check "+HealthPath, http.StatusNotFound)
}

// ServeHTTP implements http.Handler.
func (h *HTTP) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.handler.ServeHTTP(w, r) }

func (h *HTTP) health(w http.ResponseWriter, _ *http.Request) {
	router := h.surface.dispatcher.Router()
	health := map[string]any{}
	if h.surface.opt.Health != nil {
		health = h.surface.opt.Health()
	}
	maps.Copy(health, map[string]any{
		"status": "ok", "name": Name, "version": h.surface.opt.Version,
		"capabilities": router.Len(), "digest": router.Tables().Digest,
	})
	if cache := router.CacheStats(); cache.Size > 0 {
		health["cache"] = cache
	}
	if mode := h.surface.opt.Mode; mode != "" {
		health["mode"] = mode
	}
	w.Header().Set("Content-Type", "application/json")
	// The client may be gone; there is nobody else to tell.
	_ = json.NewEncoder(w).Encode(health)
}
