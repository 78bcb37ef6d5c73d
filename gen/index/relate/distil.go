package main

import "math"

const (
	vectorised = 18_000 // how many words go into the table of vectors
	dimensions = 200
	// Coordinates are written in steps of 1/unit.
	unit = 160
	// trust is what a word's own embedding counts as its prior.
	trust = 0.5
	// scaled is over how many words the mean length is one.
	scaled = 8_000
)

// distil makes the words' vectors of the embeddings of words and sentences.
func distil(names, sentences []string, embeddings [][]float64, workers int) [][]float64 {
	numbers := map[string]int{}
	for i, name := range names {
		numbers[name] = i
	}
	vectors, wanted := embeddings[:len(names)], embeddings[len(names):]
	takeOffMean(vectors)
	takeOffMean(wanted)
	for _, v := range vectors {
		multiply(v, trust)
	}
	fit(bagsOf(sentences, numbers), wanted, vectors, workers)
	length := meanLength(vectors[:min(scaled, len(vectors))])
	for _, v := range vectors {
		multiply(v, 1/length)
	}
	return vectors
}

// join puts the vectors of two sources side by side and keeps of them the n
// directions that hold most of what is frequent.
func join(a, b [][]float64, n int) [][]float64 {
	width := len(a[0]) + len(b[0])
	joined := matrix(len(a), width)
	spread := matrix(width, width)
	for i, row := range joined {
		copy(row[copy(row, a[i]):], b[i])
		for k, x := range row {
			add(spread[k], row, x/float64(20+i))
		}
	}
	axes := mainAxes(spread, n)
	out := matrix(len(a), n)
	for i, row := range joined {
		for k, axis := range axes {
			out[i][k] = dot(row, axis)
		}
	}
	return out
}

// vectorTable writes, after the words in lines and an empty line, the vectors as
// signed bytes.
func vectorTable(names []string, vectors [][]float64) []byte {
	b := lines(names)
	for _, v := range vectors {
		for _, x := range v {
			b = append(b, byte(int8(min(max(math.Round(x*unit), -127), 127))))
		}
	}
	return b
}
