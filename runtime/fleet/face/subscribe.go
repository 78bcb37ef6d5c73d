package face

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// subscriptions are the resources that clients want to hear of.
type subscriptions struct {
	face *Face

	mu       sync.Mutex
	wanted   map[string]int                           // how many want to hear of a URI
	sessions map[string]map[string]bool               // session id -> URIs
	streams  map[server.ClientSession]map[string]bool // streams of the newer revision
}

// hook notes who subscribes to what.
func (s *subscriptions) hook(h *server.Hooks) {
	s.sessions = map[string]map[string]bool{}
	s.streams = map[server.ClientSession]map[string]bool{}
	h.AddAfterSubscribe(func(ctx context.Context, _ any, req *mcp.SubscribeRequest, _ *mcp.EmptyResult) {
		if session := server.ClientSessionFromContext(ctx); session != nil {
			s.add(session.SessionID(), req.Params.URI)
		}
	})
	h.AddAfterUnsubscribe(func(ctx context.Context, _ any, req *mcp.UnsubscribeRequest, _ *mcp.EmptyResult) {
		if session := server.ClientSessionFromContext(ctx); session != nil {
			s.drop(session.SessionID(), req.Params.URI)
		}
	})
	h.AddOnUnregisterSession(func(_ context.Context, session server.ClientSession) { s.dropAll(session.SessionID()) })
	h.AddBeforeSubscriptionsListen(s.listens)
}

func (s *subscriptions) add(session, uri string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions[session] == nil {
		s.sessions[session] = map[string]bool{}
	}
	if !s.sessions[session][uri] {
		s.sessions[session][uri] = true
		s.want(uri, 1)
	}
}

func (s *subscriptions) drop(session, uri string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions[session][uri] {
		delete(s.sessions[session], uri)
		s.want(uri, -1)
	}
}

func (s *subscriptions) dropAll(session string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for uri := range s.sessions[session] {
		s.want(uri, -1)
	}
	delete(s.sessions, session)
}

// listens notes a subscription of the newer revision for as long as it lasts.
func (s *subscriptions) listens(ctx context.Context, _ any, req *mcp.SubscriptionsListenRequest) {
	session := server.ClientSessionFromContext(ctx)
	uris := req.Params.Notifications.ResourceSubscriptions
	if session == nil || len(uris) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	set := map[string]bool{}
	for _, uri := range uris {
		if !set[uri] {
			set[uri] = true
			s.want(uri, 1)
		}
	}
	s.streams[session] = set
	context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for uri := range s.streams[session] {
			s.want(uri, -1)
		}
		delete(s.streams, session)
	})
}

// want counts who wants to hear of a resource, and has the servers told when
// the first one does and when nobody does any more. The caller holds the lock.
func (s *subscriptions) want(uri string, n int) {
	before := s.wanted[uri]
	s.wanted[uri] = before + n
	if s.wanted[uri] <= 0 {
		delete(s.wanted, uri)
	}
	if (before > 0) != (s.wanted[uri] > 0) {
		on := s.wanted[uri] > 0
		names := s.face.serversOf(uri)
		s.face.goes(func(ctx context.Context) {
			for _, name := range names {
				s.face.fleet.Subscribe(ctx, name, uri, on)
			}
		})
	}
}

// notice passes on that a resource was updated.
func (s *subscriptions) notice(_, method string, params json.RawMessage) {
	if method != mcp.MethodNotificationResourceUpdated {
		return
	}
	var p struct {
		URI string `json:"uri"`
	}
	fields := map[string]any{}
	if json.Unmarshal(params, &p) != nil || json.Unmarshal(params, &fields) != nil {
		return
	}
	delete(fields, "_meta") // it names the subscription at the server
	s.mu.Lock()
	defer s.mu.Unlock()
	for session, uris := range s.sessions {
		if uris[p.URI] {
			_ = s.face.mcp.SendNotificationToSpecificClient(session, method, fields) // it may have ended since
		}
	}
	updated := mcp.JSONRPCNotification{JSONRPC: mcp.JSONRPC_VERSION, Notification: mcp.Notification{
		Method: method, Params: mcp.NotificationParams{AdditionalFields: fields},
	}}
	for session, uris := range s.streams {
		if !uris[p.URI] {
			continue
		}
		select {
		case session.NotificationChannel() <- updated:
		default: // a stream that is not read misses it
		}
	}
}
