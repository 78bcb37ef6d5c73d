package main

import (
	"cmp"
	"math"
	"slices"
)

// sweeps bounds those of the rotations; they converge quadratically, and ten are
// more than a matrix of this size takes.
const sweeps = 30

// mainAxes are the n eigenvectors of a symmetric matrix with the greatest
// eigenvalues, found by Jacobi's rotations (Golub, Van Loan: Matrix
// Computations, 8.5), the greatest first. The coordinate of an axis that is
// farthest from zero is positive, so that the signs are not a matter of chance.
// The matrix is destroyed.
func mainAxes(m [][]float64, n int) [][]float64 {
	axes := matrix(len(m), len(m))
	for i := range axes {
		axes[i][i] = 1
	}
	trace := 0.0
	for i := range m {
		trace += math.Abs(m[i][i])
	}
	for range sweeps {
		if !sweep(m, axes, 1e-13*trace/float64(len(m))) {
			break
		}
	}
	order := make([]int, len(m))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m[b][b], m[a][a]) })
	out := make([][]float64, n)
	for i := range out {
		out[i] = axes[order[i]]
		turn(out[i])
	}
	return out
}

// sweep rotates every pair of coordinates whose product is more than negligible
// to zero, and tells whether there was one.
func sweep(m, axes [][]float64, negligible float64) (rotated bool) {
	for p := range m {
		for q := p + 1; q < len(m); q++ {
			if math.Abs(m[p][q]) <= negligible {
				continue
			}
			rotated = true
			c, s := rotation(m[p][p], m[q][q], m[p][q])
			rotate(m[p], m[q], c, s)
			for _, row := range m {
				row[p], row[q] = c*row[p]-s*row[q], s*row[p]+c*row[q]
			}
			m[p][q], m[q][p] = 0, 0
			rotate(axes[p], axes[q], c, s)
		}
	}
	return rotated
}

// rotation is the cosine and the sine of the smaller angle that makes the
// product pq of two coordinates zero.
func rotation(pp, qq, pq float64) (c, s float64) {
	theta := (qq - pp) / (2 * pq)
	t := math.Copysign(1/(math.Abs(theta)+math.Sqrt(theta*theta+1)), theta)
	c = 1 / math.Sqrt(t*t+1)
	return c, t * c
}

func rotate(a, b []float64, c, s float64) {
	for i := range a {
		a[i], b[i] = c*a[i]-s*b[i], s*a[i]+c*b[i]
	}
}

// turn makes the coordinate that is farthest from zero positive.
func turn(axis []float64) {
	farthest := slices.MaxFunc(axis, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	if farthest < 0 {
		multiply(axis, -1)
	}
}
