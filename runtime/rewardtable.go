package runtime

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"sync"
	"sync/atomic"
)

// rewardTable finds cells by key. It is a row of open-addressed levels, each
// twice as long as the one before: when one is three quarters full the next is
// added, and a cell never moves, so finding needs no lock. Only a new key does.
type rewardTable struct {
	most   int
	blank  uint64     // the value of a cell of which nothing is known
	mu     sync.Mutex // over additions
	used   atomic.Int64
	levels [rewardLevels]atomic.Pointer[rewardLevel]
}

const (
	firstRewardLevel = 256
	rewardLevels     = 14
	// maxRewardKeys is three quarters of all levels' cells.
	maxRewardKeys = firstRewardLevel * (1<<rewardLevels - 1) / 4 * 3
)

type rewardLevel struct {
	cells []rewardCell
	used  int // guarded by the table's mu
}

// rewardCell is one key with its value. The key is written once, before mark is:
// whoever has seen the mark may read it.
type rewardCell struct {
	mark  atomic.Uint64 // 0 while the cell is free
	value atomic.Uint64 // see pack
	count atomic.Uint64

	scope      Scope
	verb       Verb
	place      uint64
	capability string
}

// mark mixes a key into the word that a cell is found by. The place is keyed, so
// marks can't be chosen.
func mark(place uint64, s Scope, v Verb) uint64 {
	hi, lo := bits.Mul64(place^binary.LittleEndian.Uint64(s[:]), 0x9e3779b97f4a7c15^binary.LittleEndian.Uint64(s[8:])^uint64(v)<<56)
	return max(hi^lo, 1)
}

// find returns the cell of a key, nil when it has none.
func (t *rewardTable) find(place uint64, s Scope, v Verb) *rewardCell {
	m := mark(place, s, v)
	for i := range t.levels {
		l := t.levels[i].Load()
		if l == nil {
			return nil
		}
		if c := l.find(m, place, s, v); c != nil {
			return c
		}
	}
	return nil
}

func (l *rewardLevel) find(m, place uint64, s Scope, v Verb) *rewardCell {
	for i := m; ; i++ {
		c := &l.cells[i&uint64(len(l.cells)-1)]
		switch c.mark.Load() {
		case 0:
			return nil
		case m:
			if c.place == place && c.scope == s && c.verb == v {
				return c
			}
		}
	}
}

// claim returns the cell of a key, a new one when it has none; nil when the
// table is full.
func (t *rewardTable) claim(k RewardKey) *rewardCell {
	place := k.place()
	if c := t.find(place, k.Scope, k.Verb); c != nil {
		return c
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if c := t.find(place, k.Scope, k.Verb); c != nil {
		return c
	}
	l := t.room()
	if l == nil {
		return nil
	}
	m := mark(place, k.Scope, k.Verb)
	i := m
	for l.cells[i&uint64(len(l.cells)-1)].mark.Load() != 0 {
		i++
	}
	c := &l.cells[i&uint64(len(l.cells)-1)]
	// The id may be part of a much longer string, which must not live on for it.
	c.scope, c.verb, c.place, c.capability = k.Scope, k.Verb, place, strings.Clone(k.Capability)
	c.value.Store(t.blank)
	c.mark.Store(m)
	l.used++
	t.used.Add(1)
	return c
}

// room is the level that the next key goes to, nil when all are taken.
func (t *rewardTable) room() *rewardLevel {
	if t.len() >= t.most {
		return nil
	}
	for i := range t.levels {
		l := t.levels[i].Load()
		if l == nil {
			l = &rewardLevel{cells: make([]rewardCell, firstRewardLevel<<i)}
			t.levels[i].Store(l)
		}
		if l.used < len(l.cells)/4*3 {
			return l
		}
	}
	return nil
}

func (t *rewardTable) len() int { return int(t.used.Load()) }

// all yields every taken cell.
func (t *rewardTable) all(yield func(*rewardCell) bool) {
	for i := range t.levels {
		l := t.levels[i].Load()
		if l == nil {
			return
		}
		for j := range l.cells {
			if c := &l.cells[j]; c.mark.Load() != 0 && !yield(c) {
				return
			}
		}
	}
}

func (c *rewardCell) key() RewardKey {
	return RewardKey{Scope: c.scope, Verb: c.verb, Capability: c.capability}
}
