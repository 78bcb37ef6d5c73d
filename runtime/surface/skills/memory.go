package skills

import (
	"context"
	"fmt"
	"sync"
)

// memory holds the files of a source that keeps them.
type memory struct {
	mu    sync.RWMutex
	files map[fileKey][]byte
}

type fileKey struct{ skill, file string }

func (m *memory) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files = map[fileKey][]byte{}
}

func (m *memory) put(skill, file string, content []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[fileKey{skill, file}] = content
}

// Read implements Source.
func (m *memory) Read(_ context.Context, skill, file string) ([]byte, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	content, ok := m.files[fileKey{skill, file}]
	if !ok {
		return nil, fmt.Errorf("the skill %s has no file %s", skill, file)
	}
	return content, nil
}
