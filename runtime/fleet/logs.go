package fleet

import (
	"context"
	"slices"
	"sync"
)

// levels are the levels of log messages, the gravest last.
var levels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// logLevel is the lowest level that any client wants.
type logLevel struct {
	mu    sync.Mutex
	level string
}

// WantLogs has the servers send log messages from a level up, for a client that
// wants them. One connection serves all clients, so the lowest level that any
// has asked for holds; who wants less is sent less by the face.
func (f *Fleet) WantLogs(ctx context.Context, level string) {
	f.logs.mu.Lock()
	now, wanted := slices.Index(levels, f.logs.level), slices.Index(levels, level)
	if wanted < 0 || now >= 0 && now <= wanted {
		f.logs.mu.Unlock()
		return
	}
	f.logs.level = level
	f.logs.mu.Unlock()
	for _, m := range f.mounts {
		m.mu.Lock()
		conn := m.conn
		m.mu.Unlock()
		if conn != nil {
			conn.SetLogLevel(ctx, level)
		}
	}
}

// wanted is the level that was asked for, "" without.
func (l *logLevel) wanted() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.level
}
