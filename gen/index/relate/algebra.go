package main

import "math"

// matrix is one of zeros.
func matrix(rows, columns int) [][]float64 {
	all := make([]float64, rows*columns)
	out := make([][]float64, rows)
	for i := range out {
		out[i] = all[i*columns : (i+1)*columns : (i+1)*columns]
	}
	return out
}

// takeOffMean makes the mean of the rows zero.
func takeOffMean(rows [][]float64) {
	mean := make([]float64, len(rows[0]))
	for _, row := range rows {
		add(mean, row, 1/float64(len(rows)))
	}
	for _, row := range rows {
		add(row, mean, -1)
	}
}

// meanLength is that of the rows.
func meanLength(rows [][]float64) (sum float64) {
	for _, row := range rows {
		sum += math.Sqrt(dot(row, row))
	}
	return sum / float64(len(rows))
}

func add(to, v []float64, factor float64) {
	for i := range to {
		to[i] += factor * v[i]
	}
}

func multiply(v []float64, factor float64) {
	for i := range v {
		v[i] *= factor
	}
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
