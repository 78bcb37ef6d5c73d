package loadout

import (
	"crypto/rand"
	"errors"
	"strings"
)

// HandlePrefix begins every handle, so that one can be told from other values.
const HandlePrefix = "loadout_"

// ErrNoHandle refuses a handle that was never given out, has expired, or belongs
// to somebody else; which of these is not told.
var ErrNoHandle = errors.New("there is no such handle: it has expired, or belongs to somebody else; load the tools again to get a new one")

// IsHandle reports whether a value has the form of a handle.
func IsHandle(value string) bool { return strings.HasPrefix(value, HandlePrefix) }

// Open begins a state of its own for a client without a session and returns the
// handle that names it: 130 random bits. It belongs to the owner; "" is whoever
// holds it.
func (s *Store) Open(owner string) (handle string) {
	handle = HandlePrefix + rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open(keyOf(handle), owner, s.sweep())
	return handle
}

// Resolve returns the key of a handle for its owner. The error is ErrNoHandle.
func (s *Store) Resolve(handle, owner string) (key string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.sweep()
	e := s.byKey[keyOf(handle)]
	if !IsHandle(handle) || e == nil || e.Value.(*state).owner != owner {
		return "", ErrNoHandle
	}
	return s.at(keyOf(handle), now).key, nil
}

// keyOf keeps handles apart from keys that others choose.
func keyOf(handle string) string { return "handle:" + handle }
