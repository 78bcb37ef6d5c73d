package main

import "golang.org/x/sync/errgroup"

const (
	penalty = 3.0
	steps   = 25
	// block is how many columns are solved at once: few enough for a processor's
	// cache to hold the block's words.
	block = 16
)

// fit finds the word vectors whose sums over the bags are the wanted rows, as
// far as they stay near the prior:
//
//	minimise Σ |Σ share·vector − wanted|² + penalty·Σ |vector − prior|²
//
// It overwrites the prior with them. The columns have nothing to do with one
// another and are solved in blocks, so that the result does not depend on how
// many are at work.
func fit(bags []bag, wanted, prior [][]float64, workers int) {
	var group errgroup.Group
	group.SetLimit(workers)
	for from := 0; from < len(prior[0]); from += block {
		to := min(from+block, len(prior[0]))
		group.Go(func() error {
			fitColumns(bags, columns(wanted, from, to), columns(prior, from, to))
			return nil
		})
	}
	_ = group.Wait() // none of them fails
}

// columns is a view of some columns.
func columns(m [][]float64, from, to int) [][]float64 {
	out := make([][]float64, len(m))
	for i, row := range m {
		out[i] = row[from:to]
	}
	return out
}

// fitColumns solves by conjugate gradients for the difference from the prior
// (Hestenes, Stiefel: Methods of Conjugate Gradients, 1952), every column with
// step lengths of its own.
func fitColumns(bags []bag, wanted, prior [][]float64) {
	width := len(prior[0])
	rest := missing(bags, wanted, prior)
	direction := matrix(len(prior), width)
	for i := range rest {
		copy(direction[i], rest[i])
	}
	size := products(rest, rest)
	for range steps {
		curved := normal(bags, direction)
		length := ratio(size, products(direction, curved))
		for i := range prior {
			for k, a := range length {
				prior[i][k] += a * direction[i][k]
				rest[i][k] -= a * curved[i][k]
			}
		}
		next := products(rest, rest)
		keep := ratio(next, size)
		for i := range direction {
			for k, b := range keep {
				direction[i][k] = rest[i][k] + b*direction[i][k]
			}
		}
		size = next
	}
}

// missing is what the sums of the vectors lack, brought back to the words.
func missing(bags []bag, wanted, vectors [][]float64) [][]float64 {
	out := matrix(len(vectors), len(vectors[0]))
	sum := make([]float64, len(vectors[0]))
	for i, b := range bags {
		copy(sum, wanted[i])
		for j, n := range b.words {
			add(sum, vectors[n], -b.shares[j])
		}
		for j, n := range b.words {
			add(out[n], sum, b.shares[j])
		}
	}
	return out
}

// normal multiplies by the matrix of the normal equations, penalty and all.
func normal(bags []bag, vectors [][]float64) [][]float64 {
	out := matrix(len(vectors), len(vectors[0]))
	for i, v := range vectors {
		add(out[i], v, penalty)
	}
	sum := make([]float64, len(vectors[0]))
	for _, b := range bags {
		clear(sum)
		for j, n := range b.words {
			add(sum, vectors[n], b.shares[j])
		}
		for j, n := range b.words {
			add(out[n], sum, b.shares[j])
		}
	}
	return out
}

// products are the scalar products of the columns.
func products(a, b [][]float64) []float64 {
	out := make([]float64, len(a[0]))
	for i := range a {
		for k := range out {
			out[k] += a[i][k] * b[i][k]
		}
	}
	return out
}

// ratio divides, where there is nothing left to divide by, to nothing.
func ratio(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for k := range out {
		if b[k] > 0 {
			out[k] = a[k] / b[k]
		}
	}
	return out
}
