package surface

import (
	"container/list"
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/server"
)

// MaxSessions is how many sessions an endpoint keeps; beyond, the one that was
// heard of least recently ends. Its client is told so and begins a new one.
const MaxSessions = 4096

// session is one that has not ended.
type session struct {
	id string
	// holder is the principal who began it, "" when nobody is authenticated.
	holder string
	// over ends with the session.
	over context.Context
	end  context.CancelFunc
}

// sessions gives out and knows the session ids of the older protocol revisions.
// An id that has ended is forgotten, and unknown ids are refused, so that a
// client whose session is gone begins a new one.
type sessions struct {
	most int
	// ended is told of each session that is over.
	ended func(id string)
	// evict has to end a session for good, Terminate included, when there are
	// too many.
	evict func(id string)

	mu     sync.Mutex
	known  map[string]*list.Element
	recent list.List // of *session, the one heard of last in front
}

func newSessions(most int, ended func(id string)) *sessions {
	return &sessions{most: most, ended: ended, known: map[string]*list.Element{}}
}

// Generate implements server.SessionIdManager, for a session of nobody.
func (s *sessions) Generate() string { return s.generate("") }

// generate begins a session of a principal.
func (s *sessions) generate(holder string) string {
	id := "session-" + rand.Text()
	for _, old := range s.add(id, holder) {
		s.evict(old)
	}
	return id
}

// ResolveSessionIdManager implements server.SessionIdManagerResolver: sessions
// that a request begins are those of its principal.
func (s *sessions) ResolveSessionIdManager(r *http.Request) server.SessionIdManager {
	if r == nil {
		return s
	}
	return begun{s, Principal(r.Context())}
}

// begun are the sessions as a principal begins them.
type begun struct {
	*sessions
	holder string
}

// Generate implements server.SessionIdManager.
func (b begun) Generate() string { return b.generate(b.holder) }

// has reports a session that was begun and has not ended.
func (s *sessions) has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[id] != nil
}

// isOthers reports the session of another principal. An id is no secret that is
// kept as well as a token, so it alone must not open what somebody else has there.
func (s *sessions) isOthers(id, principal string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.known[id]
	return e != nil && e.Value.(*session).holder != principal
}

// add makes an id known and returns those that must go for it.
func (s *sessions) add(id, holder string) (tooMany []string) {
	one := &session{id: id, holder: holder}
	one.over, one.end = context.WithCancel(context.Background())
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[id] = s.recent.PushFront(one)
	e := s.recent.Back()
	for range s.recent.Len() - s.most {
		tooMany = append(tooMany, e.Value.(*session).id)
		e = e.Prev()
	}
	return tooMany
}

// Validate implements server.SessionIdManager.
func (s *sessions) Validate(id string) (isTerminated bool, err error) {
	if _, ok := s.use(id); !ok {
		return false, fmt.Errorf("no session %q", id)
	}
	return false, nil
}

// use notes that a session was heard of and returns what ends with it.
func (s *sessions) use(id string) (over context.Context, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.known[id]
	if e == nil {
		return nil, false
	}
	s.recent.MoveToFront(e)
	return e.Value.(*session).over, true
}

// Terminate implements server.SessionIdManager.
func (s *sessions) Terminate(id string) (isNotAllowed bool, err error) {
	s.mu.Lock()
	e := s.known[id]
	if e != nil {
		s.recent.Remove(e)
		delete(s.known, id)
	}
	s.mu.Unlock()
	if e != nil {
		e.Value.(*session).end()
		s.ended(id)
	}
	return false, nil
}
