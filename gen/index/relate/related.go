package main

import (
	"encoding/binary"
	"math"
)

const (
	related = 12_000 // how many words go into the table of related words
	// Cosines from least to 1 are written in steps of 1/scale.
	least = 0.5
	scale = 256
)

// relatedTable writes, after the words in lines and an empty line, for each word
// the earlier words related to it: how many, and of each the distance from the
// one before and the cosine.
func relatedTable(names []string, vectors [][]float64) []byte {
	b := lines(names)
	for i := range names {
		var edges []byte
		n, last := uint64(0), -1
		for j := range i {
			if c := dot(vectors[i], vectors[j]); c >= least {
				edges = binary.AppendUvarint(edges, uint64(j-last))
				edges = append(edges, byte(min(math.Round((c-least)*scale), 255)))
				last = j
				n++
			}
		}
		b = append(binary.AppendUvarint(b, n), edges...)
	}
	return b
}

// lines are the words in lines and an empty line.
func lines(names []string) []byte {
	var b []byte
	for _, name := range names {
		b = append(append(b, name...), '\n')
	}
	return append(b, '\n')
}
