package agents

import (
	"container/list"
	"maps"
	"slices"
	"sync"
)

// Loadout remembers which tools each conversation has enabled, by id. It must be
// safe for concurrent use, and must keep nothing under the empty key: what nobody
// can be told by is nobody's.
type Loadout interface {
	// Enabled are the ids that are enabled under a key, sorted.
	Enabled(key string) []string
	// Enable adds ids to those that are enabled under the key and returns the
	// ones that were not before; under the empty key it does nothing.
	Enable(key string, ids ...string) (added []string)
	// Forget drops what is kept under the key.
	Forget(key string)
}

// MaxConversations is how many conversations a Memory keeps; beyond, the one that
// enabled something least recently is forgotten.
const MaxConversations = 4096

// Memory is a Loadout that lasts as long as the process. The zero value is ready.
type Memory struct {
	mu     sync.Mutex
	byKey  map[string]*list.Element
	recent list.List // of *conversation, the latest in front
}

type conversation struct {
	key string
	ids map[string]bool
}

// Enabled implements Loadout.
func (m *Memory) Enabled(key string) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.byKey[key]; e != nil {
		return slices.Sorted(maps.Keys(e.Value.(*conversation).ids))
	}
	return nil
}

// Enable implements Loadout.
func (m *Memory) Enable(key string, ids ...string) (added []string) {
	if key == "" {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.of(key)
	for _, id := range ids {
		if !c.ids[id] {
			c.ids[id] = true
			added = append(added, id)
		}
	}
	slices.Sort(added)
	return added
}

// of is the conversation of a key, a new one if need be.
func (m *Memory) of(key string) *conversation {
	if e := m.byKey[key]; e != nil {
		m.recent.MoveToFront(e)
		return e.Value.(*conversation)
	}
	if m.byKey == nil {
		m.byKey = map[string]*list.Element{}
	}
	for m.recent.Len() >= MaxConversations {
		oldest := m.recent.Back()
		delete(m.byKey, oldest.Value.(*conversation).key)
		m.recent.Remove(oldest)
	}
	c := &conversation{key: key, ids: map[string]bool{}}
	m.byKey[key] = m.recent.PushFront(c)
	return c
}

// Forget implements Loadout.
func (m *Memory) Forget(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.byKey[key]; e != nil {
		m.recent.Remove(e)
		delete(m.byKey, key)
	}
}
