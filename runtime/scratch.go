package runtime

import "sync/atomic"

// scratch holds the scores of one resolve on a surface too large for the
// stack. All scores are zero between uses.
type scratch struct{ scores []int32 }

// freeList hands out scratch without allocating once it is warm. A sync.Pool
// would do but for one thing: it drops items at random under the race
// detector and at every collection, and then a resolve allocates.
type freeList struct{ slots [16]atomic.Pointer[scratch] }

func (l *freeList) get(n int) *scratch {
	for i := range l.slots {
		if s := l.slots[i].Swap(nil); s != nil {
			return s
		}
	}
	return &scratch{scores: make([]int32, n)}
}

func (l *freeList) put(s *scratch) {
	for i := range l.slots {
		if l.slots[i].CompareAndSwap(nil, s) {
			return
		}
	}
}
