package loadout

import (
	"cmp"
	"container/list"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// The bounds that hold where Options do not say otherwise.
const (
	DefaultKeys  = 4096
	DefaultTools = 512
	DefaultIdle  = 30 * time.Minute
)

// maxWhy is how many bytes of a reason are kept.
const maxWhy = 200

// Options bound a store. The zero value takes the defaults.
type Options struct {
	// Keys is how many keys have state at once.
	Keys int
	// Tools is how many tools one key has loaded at once.
	Tools int
	// Idle is how long the state of a key lasts after its last use.
	Idle time.Duration
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// ErrNoKey refuses the empty key.
var ErrNoKey = errors.New("nobody is known to load tools for")

// Entry is one loaded tool.
type Entry struct {
	Name string
	// Why is the reason that was given with it, Since when it was loaded.
	Why   string
	Since time.Time
	// AutoUnload is set when the next successful call retracts it.
	AutoUnload bool
	// Calls counts the successful ones.
	Calls int
	seq   int
}

// Store holds the state of all keys. It is safe for concurrent use.
type Store struct {
	opt Options

	mu     sync.Mutex
	byKey  map[string]*list.Element
	recent list.List // of *state, the one used last in front
}

// state is what one key has loaded.
type state struct {
	key   string
	tools map[string]*Entry
	used  time.Time
	// owner is who a handle was given to.
	owner string
	// next numbers the entries, for those of one instant.
	next int
}

// New returns an empty store.
func New(opt Options) *Store {
	if opt.Keys <= 0 {
		opt.Keys = DefaultKeys
	}
	if opt.Tools <= 0 {
		opt.Tools = DefaultTools
	}
	if opt.Idle <= 0 {
		opt.Idle = DefaultIdle
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	return &Store{opt: opt, byKey: map[string]*list.Element{}}
}

// Load makes tools visible to a key and tells which of them were not before. A
// tool that is loaded anew for one call only stays so; loaded again without
// auto, it stays for good. The error wraps ErrNoKey, or says that there would be
// too many; then nothing is loaded.
func (s *Store) Load(key string, names []string, why string, auto bool) (added, already []string, err error) {
	if key == "" {
		return nil, nil, ErrNoKey
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.sweep()
	one := s.at(key, now)
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		switch {
		case seen[name]:
		case one != nil && one.tools[name] != nil:
			already = append(already, name)
		default:
			added = append(added, name)
		}
		seen[name] = true
	}
	if n := len(added) + one.len(); n > s.opt.Tools {
		return nil, nil, fmt.Errorf("%d tools would be loaded; at most %d can be at once, so unload some or load fewer", n, s.opt.Tools)
	}
	if one == nil && len(added) > 0 {
		one = s.open(key, "", now)
	}
	for _, name := range added {
		one.tools[name] = &Entry{Name: name, Why: clip(why), Since: now, AutoUnload: auto, seq: one.next}
		one.next++
	}
	for _, name := range already {
		one.tools[name].AutoUnload = one.tools[name].AutoUnload && auto
	}
	return added, already, nil
}

func (one *state) len() int {
	if one == nil {
		return 0
	}
	return len(one.tools)
}

// Unload hides tools again and tells which of them were loaded.
func (s *Store) Unload(key string, names []string) (removed, absent []string, err error) {
	if key == "" {
		return nil, nil, ErrNoKey
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.at(key, s.sweep())
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		switch {
		case seen[name]:
		case one == nil || one.tools[name] == nil:
			absent = append(absent, name)
		default:
			delete(one.tools, name)
			removed = append(removed, name)
		}
		seen[name] = true
	}
	return removed, absent, nil
}

// Touch counts as a use of a key, so that it does not idle.
func (s *Store) Touch(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at(key, s.sweep())
}

// Use reports whether a key may call a tool, and counts as a use of the key.
func (s *Store) Use(key, name string) bool {
	if key == "" {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.at(key, s.sweep())
	return one != nil && one.tools[name] != nil
}

// Succeeded notes a successful call and reports whether the tool was retracted
// for it.
func (s *Store) Succeeded(key, name string) (retracted bool) {
	if key == "" {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.at(key, s.sweep())
	if one == nil || one.tools[name] == nil {
		return false
	}
	entry := one.tools[name]
	entry.Calls++
	if entry.AutoUnload {
		delete(one.tools, name)
	}
	return entry.AutoUnload
}

// Loaded lists what a key has loaded, in the order in which it was.
func (s *Store) Loaded(key string) []Entry {
	if key == "" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.at(key, s.sweep())
	if one == nil {
		return nil
	}
	out := make([]Entry, 0, len(one.tools))
	for _, entry := range one.tools {
		out = append(out, *entry)
	}
	slices.SortFunc(out, func(a, b Entry) int { return cmp.Compare(a.seq, b.seq) })
	return out
}

// Drop frees the state of a key: its session has ended.
func (s *Store) Drop(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.byKey[key]; e != nil {
		s.drop(e)
	}
}

// Len is how many keys have state.
func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep()
	return len(s.byKey)
}

// at is the state of a key, nil when it has none; it is used now.
func (s *Store) at(key string, now time.Time) *state {
	e := s.byKey[key]
	if e == nil {
		return nil
	}
	one := e.Value.(*state)
	one.used = now
	s.recent.MoveToFront(e)
	return one
}

// open begins the state of a key, in place of the one used least recently when
// there are too many.
func (s *Store) open(key, owner string, now time.Time) *state {
	for len(s.byKey) >= s.opt.Keys {
		s.drop(s.recent.Back())
	}
	one := &state{key: key, owner: owner, used: now, tools: map[string]*Entry{}}
	s.byKey[key] = s.recent.PushFront(one)
	return one
}

func (s *Store) drop(e *list.Element) {
	delete(s.byKey, s.recent.Remove(e).(*state).key)
}

// sweep frees what is idle and returns the time.
func (s *Store) sweep() time.Time {
	now := s.opt.Now()
	for e := s.recent.Back(); e != nil && now.Sub(e.Value.(*state).used) >= s.opt.Idle; e = s.recent.Back() {
		s.drop(e)
	}
	return now
}

// clip shortens a reason to what is kept of it.
func clip(why string) string {
	if len(why) <= maxWhy {
		return why
	}
	cut := maxWhy
	for cut > 0 && why[cut]&0xC0 == 0x80 {
		cut--
	}
	return why[:cut] + "..."
}
