package index

import (
	"math"
	"slices"

	"github.com/sextant-mcp/sextant/runtime"
)

// joint trains the classes of the capabilities together: a multi-class support
// vector machine, whose error on a row is by how much the row's own class fails
// to be ahead of the best other one (Crammer, Singer: On the Algorithmic
// Implementation of Multiclass Kernel-based Vector Machines, JMLR 2001), by
// descent over the dual variables of one row at a time (Keerthi, Sundararajan,
// Chang, Hsieh, Lin: A Sequential Dual Method for Large Scale Multi-Class
// Linear SVMs, KDD 2008). What one class against all others can't learn, which
// of two close rivals it is, this does.
//
// As in svm.go, it adds and multiplies only, and products are rounded before
// they are added.
type joint struct {
	points  [][]entry
	classes int
	// weights holds those of all classes for a feature side by side.
	weights []float64
	// sums, rank and moved are working space, by class.
	sums, rank []float64
	moved      []int
}

// jointRow is one row of a joint training set.
type jointRow struct {
	row   int32
	class int
	cost  float64 // C of this row
	// also are other classes that the row could be of: it is no evidence
	// against them.
	also []int
}

// jointEpochs is how often training walks over the rows.
const jointEpochs = 30

// fullEpoch is how often, in epochs, all rows are walked over; in between those
// only that moved at their last turn.
const fullEpoch = 5

func newJoint(points [][]entry, features, classes int) *joint {
	return &joint{
		points: points, classes: classes, weights: make([]float64, features*classes),
		sums: make([]float64, classes), rank: make([]float64, classes),
	}
}

// train sets the weights.
func (j *joint) train(set []jointRow) {
	alpha := make([]float64, len(set)*j.classes)
	moved := make([]bool, len(set))
	order := strided(len(set))
	for epoch := range jointEpochs {
		for _, i := range order {
			if epoch%fullEpoch == 0 || moved[i] {
				moved[i] = j.step(alpha[i*j.classes:(i+1)*j.classes], &set[i])
			}
		}
	}
}

// strided is every number below n once, neighbours far apart: rows come sorted
// by class, and a descent over one class after the other is slow.
func strided(n int) []int {
	stride := max(n*5/8, 1)
	for gcd(stride, n) > 1 {
		stride++
	}
	out := make([]int, n)
	for i := range out {
		out[i] = i * stride % n
	}
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// leastMove is by how much of its cost a row must move to count as not settled.
const leastMove = 1e-3

// step moves the dual variables of one row to their optimum and the weights
// with them, and tells whether that was far.
func (j *joint) step(alpha []float64, r *jointRow) bool {
	point := j.points[r.row]
	if len(point) == 0 {
		return false
	}
	sums := j.sums // looked up once, see svm.step
	clear(sums)
	for i := range point {
		x := point[i].value
		for m, v := range j.of(point[i].feature) {
			sums[m] += float64(x * v)
		}
	}
	// What the sums would be without this row, which has length one, and one
	// more for the classes that it must be ahead of by that.
	for m := range j.sums {
		j.sums[m] += 1 - alpha[m]
	}
	j.sums[r.class]--
	for _, m := range r.also {
		j.sums[m] = math.Inf(-1)
	}
	level := j.level(r)
	j.moved = j.moved[:0]
	far := false
	for m, s := range j.sums {
		limit := 0.0
		if m == r.class {
			limit = r.cost
		}
		a := min(limit, level-s)
		delta := a - alpha[m]
		if delta == 0 || math.IsInf(s, -1) {
			continue
		}
		j.sums[m], alpha[m] = delta, a
		j.moved = append(j.moved, m)
		far = far || math.Abs(delta) > leastMove*r.cost
	}
	for i := range point {
		x, w := point[i].value, j.of(point[i].feature)
		for _, m := range j.moved {
			w[m] += float64(sums[m] * x)
		}
	}
	return far
}

// level is where the dual variables of a row add up to nothing: that of a class
// is the level less its sum, and at most its bound. Only the classes with the
// greatest sums are below theirs, so those are taken one by one.
func (j *joint) level(r *jointRow) float64 {
	copy(j.rank, j.sums)
	j.rank[r.class] += r.cost
	total, n := j.takeGreatest()-r.cost, 1.0
	for int(n) < j.classes {
		next := j.takeGreatest()
		if total >= float64(n*next) {
			break
		}
		total += next
		n++
	}
	return total / n
}

// takeGreatest takes the greatest number out of rank.
func (j *joint) takeGreatest() float64 {
	best := 0
	for m, v := range j.rank {
		if v > j.rank[best] {
			best = m
		}
	}
	v := j.rank[best]
	j.rank[best] = math.Inf(-1)
	return v
}

// of are the weights of a feature, by class.
func (j *joint) of(feature int32) []float64 {
	return j.weights[int(feature)*j.classes:][:j.classes]
}

// jointCost is C of a request in joint training, describedCost that of what a
// descriptor says, which differs from requests in style and is less to be
// trusted.
const (
	jointCost     = 3
	describedCost = 0.3
)

// muchJointWork is from how many pairs of a class and a row on the classes are
// trained one by one.
const muchJointWork = 1_000_000

// canJoin tells whether the capabilities can be trained together: there are
// requests to learn from, and not so many that it would take long.
func (t *trainer) canJoin() bool {
	if !t.requests {
		return false
	}
	rows := 0
	for _, golds := range t.of {
		if len(golds) == 1 {
			rows++
		}
	}
	return rows*len(t.classes) <= muchJointWork
}

// together trains the capabilities together and returns the weights of each in
// steps, by the place of its class.
func (t *trainer) together() map[int]map[string]int {
	var places []int
	place := map[int]int{}
	for i, c := range t.classes {
		if c.isCapability() {
			place[c.number] = len(places)
			places = append(places, i)
		}
	}
	j := newJoint(t.set.deep, t.traits.end(), len(places))
	j.train(t.jointRows(place))
	out := map[int]map[string]int{}
	for _, i := range places {
		out[i] = map[string]int{}
	}
	t.fold(j, func(m int, name string, n int) {
		out[places[m]][name] = n + runtime.SignedWeightBias
	})
	return out
}

// jointRows are the rows with one right answer.
func (t *trainer) jointRows(place map[int]int) []jointRow {
	var out []jointRow
	for i, golds := range t.of {
		if len(golds) != 1 {
			continue
		}
		r := jointRow{row: int32(i), class: place[golds[0]], cost: jointCost}
		if t.rows[i].described {
			r.cost = describedCost
		}
		for _, other := range t.alike[i] {
			if m, ok := place[other]; ok && m != r.class && !slices.Contains(r.also, m) {
				r.also = append(r.also, m)
			}
		}
		out = append(out, r)
	}
	return out
}
