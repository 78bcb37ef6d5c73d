package runtime

import "hash/maphash"

// pairHash hashes bytes with two keys at once. Most requests fit its buffer, and
// then each key goes over the bytes once.
type pairHash struct {
	seeds   [2]maphash.Seed
	buf     [512]byte
	n       int // bytes of buf in use
	flushed bool
	long    [2]maphash.Hash
}

// add takes bytes in, at most as many as the buffer holds, and one more that ends
// them.
func (h *pairHash) add(b []byte, end byte) {
	if h.n+len(b) >= len(h.buf) {
		h.flush()
	}
	h.n += copy(h.buf[h.n:len(h.buf)-1], b)
	h.buf[h.n] = end
	h.n++
}

func (h *pairHash) flush() {
	for i := range h.long {
		if !h.flushed {
			h.long[i].SetSeed(h.seeds[i])
		}
		h.long[i].Write(h.buf[:h.n])
	}
	h.flushed, h.n = true, 0
}

func (h *pairHash) sum() (k cacheKey) {
	if h.flushed {
		h.flush()
	}
	for i := range k {
		if h.flushed {
			k[i] = h.long[i].Sum64()
		} else {
			k[i] = maphash.Bytes(h.seeds[i], h.buf[:h.n])
		}
	}
	return k
}
