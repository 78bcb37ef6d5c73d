package surface

import (
	"crypto/rand"
	"fmt"
	"sync"
)

// sessions gives out and knows the session ids of the older protocol revisions.
// An id that has ended is forgotten, and unknown ids are refused, so that a
// client whose session is gone begins a new one.
type sessions struct {
	mu    sync.Mutex
	known map[string]bool
	// ended is told of each session that is over.
	ended func(id string)
}

// Generate implements server.SessionIdManager.
func (s *sessions) Generate() string {
	id := "session-" + rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[id] = true
	return id
}

// Validate implements server.SessionIdManager.
func (s *sessions) Validate(id string) (isTerminated bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.known[id] {
		return false, fmt.Errorf("no session %q", id)
	}
	return false, nil
}

// Terminate implements server.SessionIdManager.
func (s *sessions) Terminate(id string) (isNotAllowed bool, err error) {
	s.mu.Lock()
	known := s.known[id]
	delete(s.known, id)
	s.mu.Unlock()
	if known {
		s.ended(id)
	}
	return false, nil
}
