package surface

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// MaxSubscriptions is how many subscriptions an endpoint keeps open at once.
const MaxSubscriptions = 1024

// noSession refuses a session that there is not for the caller.
const noSession = "the session is unknown or has ended; initialize a new one"

// ofCaller lets through what concerns no session, or one of the caller's, by a
// method that the endpoint has. The library would take an id from whoever has
// heard of it, and say of sessions that there never were that it ended them.
func (h *HTTP) ofCaller(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, modern := r.Header.Get(mcp.HeaderSessionID), r.Header.Get(mcp.HeaderProtocolVersion) == mcp.ProtocolVersion20260728
		ends := r.Method == http.MethodDelete && !modern
		switch {
		case !slices.Contains(served, r.Method):
			w.Header().Set("Allow", strings.Join(served, ", "))
			http.Error(w, "the MCP endpoint has no method "+r.Method, http.StatusMethodNotAllowed)
		case ends && id == "":
			http.Error(w, "name the session to end in the header "+mcp.HeaderSessionID, http.StatusBadRequest)
		case h.known.isOthers(id, Principal(r.Context())), ends && !h.known.has(id):
			http.Error(w, noSession, http.StatusNotFound)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// served are the HTTP methods of the endpoint.
var served = []string{http.MethodPost, http.MethodGet, http.MethodHead, http.MethodDelete}

// tieStreams lets the streams on which sessions wait for notifications end with
// their session, and refuses those of unknown sessions: the library would take
// any id there, and keep it. The revision without sessions has subscriptions
// instead, which end when the endpoint is closed.
func (h *HTTP) tieStreams(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.Header.Get(mcp.HeaderMethod) == string(mcp.MethodSubscriptionsListen) {
			defer h.subscriptions.Add(-1)
			if h.subscriptions.Add(1) > MaxSubscriptions {
				http.Error(w, fmt.Sprintf("%d subscriptions are open, and no more can be; end one, or list again from time to time", MaxSubscriptions), http.StatusServiceUnavailable)
				return
			}
			ctx, end := context.WithCancel(r.Context())
			defer end()
			defer context.AfterFunc(h.over, end)()
			next.ServeHTTP(w, r.WithContext(ctx))
			return
		}
		if r.Method != http.MethodGet || r.Header.Get(mcp.HeaderProtocolVersion) == mcp.ProtocolVersion20260728 {
			next.ServeHTTP(w, r)
			return
		}
		over, ok := h.known.use(r.Header.Get(mcp.HeaderSessionID))
		if !ok {
			http.Error(w, noSession, http.StatusNotFound)
			return
		}
		ctx, end := context.WithCancel(r.Context())
		defer end()
		defer context.AfterFunc(over, end)()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// endSession ends a session as its client would, for that is the only way to
// have the library drop all that it keeps of one.
func (h *HTTP) endSession(id string) {
	r := &http.Request{Method: http.MethodDelete, URL: &url.URL{Path: Path}, Header: http.Header{}}
	r.Header.Set(mcp.HeaderSessionID, id)
	h.stream.ServeHTTP(nobody{}, r)
}

// nobody takes the answer to a request that no client made.
type nobody struct{}

func (nobody) Header() http.Header         { return http.Header{} }
func (nobody) Write(p []byte) (int, error) { return len(p), nil }
func (nobody) WriteHeader(int)             {}
