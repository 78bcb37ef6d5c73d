package index

import (
	"math"
	"sync"
)

// trainingSet is the rows that classifiers are trained on.
type trainingSet struct {
	rows [][]int32 // distinct features of each row
	// value is what a feature counts in every row that holds it, scale what a
	// row's values are multiplied with, so that every row has length one.
	value, scale []float64
	// plain are the rows as vectors of length one, wide the same with the
	// features of related words, deep with the traits of the words.
	plain, wide, deep [][]entry
}

// entry is one coordinate of a vector.
type entry struct {
	feature int32
	value   float64
}

// newTrainingSet takes the rows' features, what a feature counts, and what a
// feature stands for beside itself.
func newTrainingSet(rows [][]int32, value []float64, shares map[int32][]share) *trainingSet {
	s := &trainingSet{rows: rows, value: value, scale: make([]float64, len(rows)), plain: make([][]entry, len(rows)), wide: make([][]entry, len(rows))}
	sum := make([]float64, len(value))
	for i, row := range rows {
		square := 0.0
		for _, f := range row {
			square += float64(value[f] * value[f])
		}
		s.scale[i] = 1 / math.Sqrt(max(square, 1e-9))
		s.plain[i] = s.point(row, nil, sum)
		s.wide[i] = s.point(row, shares, sum)
	}
	return s
}

// point is the vector of a row. sum is zero and is left zero.
func (s *trainingSet) point(row []int32, shares map[int32][]share, sum []float64) []entry {
	var out []entry
	add := func(f int32, part float64) {
		if sum[f] == 0 {
			out = append(out, entry{feature: f})
		}
		sum[f] += float64(part * s.value[f])
	}
	for _, f := range row {
		add(f, 1)
		for _, other := range shares[f] {
			add(other.feature, other.part)
		}
	}
	return unit(out, sum)
}

// deepen makes the vectors with traits, numbered up to end, of the given rows.
func (s *trainingSet) deepen(rows []int, traits [][]entry, end int) {
	s.deep = make([][]entry, len(s.rows))
	sum := make([]float64, end)
	for _, i := range rows {
		s.deep[i] = s.deepPoint(s.rows[i], traits, sum)
	}
}

// deepPoint is the vector of a row. sum is zero and is left zero.
func (s *trainingSet) deepPoint(row []int32, traits [][]entry, sum []float64) []entry {
	var out []entry
	add := func(f int32, value float64) {
		if sum[f] == 0 {
			out = append(out, entry{feature: f})
		}
		sum[f] += value
	}
	for _, f := range row {
		add(f, s.value[f])
		for _, t := range traits[f] {
			if v := float64(t.value * s.value[f]); v != 0 {
				add(t.feature, v)
			}
		}
	}
	return unit(out, sum)
}

// unit gives the vector of the sums of the features in out the length one, and
// clears the sums. A feature that is in out twice, because its sum came back to
// zero, is there once with its value and then with zero.
func unit(out []entry, sum []float64) []entry {
	for i := range out {
		f := out[i].feature
		out[i].value, sum[f] = sum[f], 0
	}
	square := 0.0
	for _, e := range out {
		square += float64(e.value * e.value)
	}
	scale := 1 / math.Sqrt(max(square, 1e-9))
	for i := range out {
		out[i].value *= scale
	}
	return out
}

// features are those that any of the given rows holds.
func (s *trainingSet) features(rows []int32) map[int32]bool {
	out := map[int32]bool{}
	for _, r := range rows {
		for _, f := range s.rows[r] {
			out[f] = true
		}
	}
	return out
}

// svm trains linear classifiers, one after the other: L2-regularised support
// vector machines with squared hinge loss, by dual coordinate descent (Hsieh,
// Chang, Lin, Keerthi, Sundararajan: A Dual Coordinate Descent Method for
// Large-scale Linear SVM, ICML 2008, algorithm 1 with the L2-loss diagonal
// 1/(2C)).
//
// It needs additions and multiplications only. Every product is converted to
// float64 before it is added, which keeps compilers from fusing the two: a
// fused multiply-add rounds once instead of twice, and the weights would
// differ between processors.
type svm struct {
	*trainingSet
	weights []float64 // by feature; zero between uses
	touched []int32
}

// svmEpochs is how often training walks over the rows; after that the weights
// move by less than what quantising them takes away.
const svmEpochs = 30

// example is one row in one classifier's training set.
type example struct {
	row  int32
	sign float64 // +1 or -1
	cost float64 // C of this row
}

// train returns the weights of the features that got one. The order of the
// examples is the order of the descent, so equal sets give equal weights.
func (m *svm) train(points [][]entry, set []example) map[int32]float64 {
	alpha := make([]float64, len(set))
	for range svmEpochs {
		for i, e := range set {
			m.step(&alpha[i], points[e.row], e)
		}
	}
	out := make(map[int32]float64, len(m.touched))
	for _, f := range m.touched {
		if w := m.weights[f]; w != 0 {
			out[f] = w
			m.weights[f] = 0
		}
	}
	m.touched = m.touched[:0]
	return out
}

// step moves the dual variable of one row to its optimum and the weights with
// it.
func (m *svm) step(alpha *float64, row []entry, e example) {
	if len(row) == 0 {
		return
	}
	diagonal := 1 / float64(2*e.cost)
	// The loops neither copy coordinates nor look the weights up in m: where the race
	// detector watches every access, as in tests, that took most of the time.
	weights, sum := m.weights, 0.0
	for i := range row {
		x := &row[i]
		sum += float64(weights[x.feature] * x.value)
	}
	gradient := float64(e.sign*sum) - 1 + float64(diagonal**alpha)
	old := *alpha
	if old == 0 && gradient >= 0 {
		return
	}
	// The row has length one, so the curvature is 1 + diagonal.
	*alpha = max(old-float64(gradient/(1+diagonal)), 0)
	delta := float64((*alpha - old) * e.sign)
	if delta == 0 {
		return
	}
	for i := range row {
		x := &row[i]
		f := x.feature
		w := weights[f]
		if w == 0 {
			m.touched = append(m.touched, f)
		}
		weights[f] = w + float64(delta*x.value)
	}
}

// machines lends out as many svms as are in use at once: their weights are as
// long as the vocabulary.
type machines struct {
	set  *trainingSet
	mu   sync.Mutex
	free []*svm
}

func newMachines(set *trainingSet) *machines { return &machines{set: set} }

func (p *machines) get() *svm {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		m := p.free[n-1]
		p.free = p.free[:n-1]
		return m
	}
	return &svm{trainingSet: p.set, weights: make([]float64, len(p.set.value))}
}

func (p *machines) put(m *svm) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, m)
}
