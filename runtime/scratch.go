package runtime

import (
	"runtime"
	"sync/atomic"
)

// scratch holds the sums of one resolve on a surface too large for the stack.
// All sums are zero between uses.
type scratch struct{ sums []sum }

// freeList hands out scratch without allocating once it is warm, for up to
// four resolves at once per processor. A sync.Pool would do but for one thing:
// it drops items at random under the race detector and at every collection,
// and then a resolve allocates.
type freeList struct{ slots []atomic.Pointer[scratch] }

func newFreeList() *freeList {
	return &freeList{slots: make([]atomic.Pointer[scratch], max(16, 4*runtime.GOMAXPROCS(0)))}
}

func (l *freeList) get(n int) *scratch {
	for i := range l.slots {
		if l.slots[i].Load() == nil {
			continue
		}
		if s := l.slots[i].Swap(nil); s != nil {
			return s
		}
	}
	return &scratch{sums: make([]sum, n)}
}

func (l *freeList) put(s *scratch) {
	for i := range l.slots {
		if l.slots[i].Load() == nil && l.slots[i].CompareAndSwap(nil, s) {
			return
		}
	}
}
