package agents

import (
	"math"
	"slices"
	"sync"

	"github.com/sextant-mcp/sextant/runtime/surface/loadout"
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
// used it least recently is forgotten.
const MaxConversations = 4096

// Memory is a Loadout that lasts as long as the process. The zero value is ready.
type Memory struct {
	once sync.Once
	all  *loadout.Store
}

// store is the state behind. A conversation keeps what it enabled however long it
// is silent, and namespaces may be large, so neither is bounded.
func (m *Memory) store() *loadout.Store {
	m.once.Do(func() {
		m.all = loadout.New(loadout.Options{Keys: MaxConversations, Tools: math.MaxInt, Idle: math.MaxInt64})
	})
	return m.all
}

// Enabled implements Loadout.
func (m *Memory) Enabled(key string) []string {
	var ids []string
	for _, entry := range m.store().Loaded(key) {
		ids = append(ids, entry.Name)
	}
	slices.Sort(ids)
	return ids
}

// Enable implements Loadout.
func (m *Memory) Enable(key string, ids ...string) (added []string) {
	added, _, _ = m.store().Load(key, ids, "", false) // refuses the empty key alone
	slices.Sort(added)
	return added
}

// Forget implements Loadout.
func (m *Memory) Forget(key string) { m.store().Drop(key) }
