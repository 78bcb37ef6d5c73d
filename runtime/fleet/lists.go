package fleet

import (
	"context"
	"crypto/sha256"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/link"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

const (
	// listTime is how long reading the lists again may take.
	listTime = time.Minute
	// calm is how long notices of change are collected before the lists are read.
	calm = 100 * time.Millisecond
)

// lists are what a server lists.
type lists struct {
	tools, prompts, resources, templates link.List
	info                                 link.Info
	check                                *lock.Check // of the tools, nil without an approval
	hidden                               []string    // what can't be seen in the tools
	sums                                 []string    // of the tools' content
}

// readLists reads every list that the server says it has. Only that of the tools
// is needed; what is wrong with another is reported.
func readLists(ctx context.Context, conn *link.Conn) (lists, error) {
	l := lists{info: conn.Info()}
	has := l.info.Capabilities
	var err error
	if has.Tools {
		if l.tools, err = conn.List(ctx, link.Tools); err != nil {
			return l, err
		}
	}
	for _, other := range []struct {
		has  bool
		kind link.Kind
		to   *link.List
	}{{has.Prompts, link.Prompts, &l.prompts}, {has.Resources, link.Resources, &l.resources}, {has.Resources, link.Templates, &l.templates}} {
		if !other.has {
			continue
		}
		if *other.to, err = conn.List(ctx, other.kind); err != nil {
			other.to.Problems = append(other.to.Problems, err.Error())
		}
	}
	return l, nil
}

func (l *lists) problems() (out []string) {
	for _, list := range []link.List{l.tools, l.prompts, l.resources, l.templates} {
		out = append(out, list.Problems...)
	}
	return out
}

// same compares the content of two readings.
func (l *lists) same(other *lists) bool { return l.sum() == other.sum() }

func (l *lists) sum() (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, list := range []link.List{l.tools, l.prompts, l.resources, l.templates} {
		for _, item := range list.Items {
			h.Write(item.Raw)
			h.Write([]byte{'\n'})
		}
		h.Write([]byte{0})
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// readAgain reads the lists after a notice of change. Further notices within a
// moment need no reading of their own.
func (m *mount) readAgain(ctx context.Context, conn *link.Conn) {
	timer := time.NewTimer(calm)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return
	case <-conn.Lost():
		return
	case <-timer.C:
	}
	select {
	case <-m.relist:
	default:
	}
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	l, err := m.read(ctx, conn)
	if err != nil {
		m.fleet.opt.Log.Warn("the lists can't be read again", "server", m.server.Name, "error", err)
		return
	}
	m.mu.Lock()
	same := m.lists.same(&l)
	m.take(l)
	m.mu.Unlock()
	if !same {
		m.fleet.watch.change()
	}
}
