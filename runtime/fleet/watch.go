package fleet

import (
	"encoding/json"
	"sync"
)

// watchers want to hear what happens to servers.
type watchers struct {
	mu      sync.Mutex
	changes map[chan struct{}]bool
	notices map[int]func(server, method string, params json.RawMessage)
	last    int
}

// Changes returns a channel that holds something whenever a list of some server
// may have changed since it was last received from. Call stop when nobody
// receives any more.
func (f *Fleet) Changes() (changes <-chan struct{}, stop func()) {
	ch := make(chan struct{}, 1)
	w := &f.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.changes == nil {
		w.changes = map[chan struct{}]bool{}
	}
	w.changes[ch] = true
	return ch, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.changes, ch)
	}
}

func (w *watchers) change() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ch := range w.changes {
		select {
		case ch <- struct{}{}:
		default: // it holds one already
		}
	}
}

// Notices has a function called with the servers' notifications that belong to
// no call and are not about their lists, such as that a resource was updated. It
// must not block. Call stop when it is not to be called any more.
func (f *Fleet) Notices(tell func(server, method string, params json.RawMessage)) (stop func()) {
	w := &f.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.notices == nil {
		w.notices = map[int]func(string, string, json.RawMessage){}
	}
	w.last++
	id := w.last
	w.notices[id] = tell
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.notices, id)
	}
}

func (w *watchers) notify(server, method string, params json.RawMessage) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, tell := range w.notices {
		tell(server, method, params)
	}
}
