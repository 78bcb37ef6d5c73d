package runtime

// lru keeps the entries that were asked for last. All its room is taken at the
// beginning, so that it never allocates afterwards. It is not safe for concurrent
// use.
type lru struct {
	items []lruItem
	used  int
	// index finds items by key: open addressing, -1 for a free place.
	index []int32
	// newest and oldest are the ends of the list through the items.
	newest, oldest int32
}

type lruItem struct {
	key          cacheKey
	newer, older int32 // -1 at the ends
	value        ranked
}

func newLRU(size int) lru {
	places := 4
	for places < 2*size {
		places *= 2
	}
	l := lru{items: make([]lruItem, size), index: make([]int32, places), newest: -1, oldest: -1}
	for i := range l.index {
		l.index[i] = -1
	}
	return l
}

// get returns the entry of a key and makes it the newest; nil when there is none.
func (l *lru) get(k cacheKey) *ranked {
	at := l.index[l.place(k)]
	if at < 0 {
		return nil
	}
	l.unlink(at)
	l.link(at)
	return &l.items[at].value
}

// add returns the entry to write for a key, as the newest one. When all are taken
// it is that of the oldest.
func (l *lru) add(k cacheKey) *ranked {
	if e := l.get(k); e != nil {
		return e
	}
	at := int32(l.used)
	if l.used < len(l.items) {
		l.used++
	} else {
		at = l.oldest
		l.unlink(at)
		l.drop(l.place(l.items[at].key))
	}
	l.items[at].key = k
	l.index[l.place(k)] = at
	l.link(at)
	return &l.items[at].value
}

// home is where a key's search begins.
func (l *lru) home(k cacheKey) int { return int(k[0] & uint64(len(l.index)-1)) }

// place is where a key is in the index, or the free place where it would be.
func (l *lru) place(k cacheKey) int {
	i := l.home(k)
	for l.index[i] >= 0 && l.items[l.index[i]].key != k {
		i = (i + 1) & (len(l.index) - 1)
	}
	return i
}

// drop frees a place of the index and moves up what was pushed beyond it.
func (l *lru) drop(i int) {
	mask := len(l.index) - 1
	for j := (i + 1) & mask; l.index[j] >= 0; j = (j + 1) & mask {
		if home := l.home(l.items[l.index[j]].key); (j-home)&mask >= (j-i)&mask {
			l.index[i] = l.index[j]
			i = j
		}
	}
	l.index[i] = -1
}

func (l *lru) unlink(at int32) {
	it := &l.items[at]
	if it.newer >= 0 {
		l.items[it.newer].older = it.older
	} else {
		l.newest = it.older
	}
	if it.older >= 0 {
		l.items[it.older].newer = it.newer
	} else {
		l.oldest = it.newer
	}
}

func (l *lru) link(at int32) {
	it := &l.items[at]
	it.newer, it.older = -1, l.newest
	if l.newest >= 0 {
		l.items[l.newest].newer = at
	} else {
		l.oldest = at
	}
	l.newest = at
}
