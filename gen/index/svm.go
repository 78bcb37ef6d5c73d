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
}

func newTrainingSet(rows [][]int32, value []float64) *trainingSet {
	s := &trainingSet{rows: rows, value: value, scale: make([]float64, len(rows))}
	for i, row := range rows {
		square := 0.0
		for _, f := range row {
			square += float64(value[f] * value[f])
		}
		s.scale[i] = 1 / math.Sqrt(max(square, 1e-9))
	}
	return s
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

// train returns the weights of the features that got one, each multiplied with
// its feature's value, so that a request is scored by adding them up. The order
// of the examples is the order of the descent, so equal sets give equal weights.
func (m *svm) train(set []example) map[int32]float64 {
	alpha := make([]float64, len(set))
	for range svmEpochs {
		for i, e := range set {
			m.step(&alpha[i], e)
		}
	}
	out := make(map[int32]float64, len(m.touched))
	for _, f := range m.touched {
		if w := m.weights[f]; w != 0 {
			out[f] = w * m.value[f]
			m.weights[f] = 0
		}
	}
	m.touched = m.touched[:0]
	return out
}

// step moves the dual variable of one row to its optimum and the weights with
// it.
func (m *svm) step(alpha *float64, e example) {
	row, scale := m.rows[e.row], m.scale[e.row]
	if len(row) == 0 {
		return
	}
	diagonal := 1 / float64(2*e.cost)
	sum := 0.0
	for _, f := range row {
		sum += float64(m.weights[f] * m.value[f])
	}
	gradient := float64(e.sign*float64(scale*sum)) - 1 + float64(diagonal**alpha)
	old := *alpha
	if old == 0 && gradient >= 0 {
		return
	}
	// The row has length one, so the curvature is 1 + diagonal.
	*alpha = max(old-float64(gradient/(1+diagonal)), 0)
	delta := float64(float64((*alpha-old)*e.sign) * scale)
	if delta == 0 {
		return
	}
	for _, f := range row {
		if m.weights[f] == 0 {
			m.touched = append(m.touched, f)
		}
		m.weights[f] += float64(delta * m.value[f])
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
