package runtime

// topK keeps the best k hits, sorted, by insertion: k is small and most hits
// fail the first comparison.
type topK struct {
	hits [MaxK]hit
	n, k int
}

// minK is kept whatever the caller asks for: deciding needs a runner-up.
const minK = 2

func (t *topK) init(k int) { t.k = max(wantedK(k), minK) }

// wantedK is how many candidates a query gets that asks for k.
func wantedK(k int) int {
	if k <= 0 {
		return DefaultK
	}
	return min(k, MaxK)
}

func (t *topK) offer(h hit) {
	if t.n == t.k {
		if !h.better(t.hits[t.n-1]) {
			return
		}
		t.n--
	}
	i := t.n
	for ; i > 0 && h.better(t.hits[i-1]); i-- {
		t.hits[i] = t.hits[i-1]
	}
	t.hits[i] = h
	t.n++
}
