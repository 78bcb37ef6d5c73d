package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"

	"github.com/sextant-mcp/sextant/runtime/text"
)

const (
	gloveDimensions = 100
	sample          = 60_000 // how many of the words are looked at, and the mean is taken of
	directions      = 2
)

// vocabulary is the words of the file of vectors as the analyzer sees them, the
// most frequent first.
type vocabulary struct {
	names   []string
	forms   []string // the most frequent word that a name stands for
	vectors [][]float64
}

// readVocabulary reads the most frequent words and their vectors.
func readVocabulary(path string) (*vocabulary, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Words   []string             `json:"words"`
		Vectors map[string][]float64 `json:"vectors"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(file.Words) < sample {
		return nil, fmt.Errorf("%s holds %d words, want %d or more", path, len(file.Words), sample)
	}
	v := &vocabulary{}
	at := map[string]int{}
	var total []float64
	for rank, word := range file.Words[:sample] {
		tokens := text.AppendTokens(nil, word)
		if len(tokens) != 1 || !isWord(tokens[0]) {
			continue
		}
		i, known := at[tokens[0]]
		if !known {
			i = len(v.names)
			at[tokens[0]] = i
			v.names, v.forms, total = append(v.names, tokens[0]), append(v.forms, word), append(total, 0)
			v.vectors = append(v.vectors, make([]float64, gloveDimensions))
		}
		share := 1 / float64(rank+20) // words are about that frequent
		add(v.vectors[i], file.Vectors[word][:gloveDimensions], share)
		total[i] += share
	}
	if len(v.names) < embedded {
		return nil, fmt.Errorf("%s holds %d words of letters among the first %d, want %d or more", path, len(v.names), sample, embedded)
	}
	for i, vector := range v.vectors {
		multiply(vector, 1/total[i])
	}
	centre(v.vectors)
	return v, nil
}

func isWord(token string) bool {
	for _, c := range []byte(token) {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return len(token) > 1
}

// centre takes off the mean and the main directions, and gives every vector the
// length one.
func centre(vectors [][]float64) {
	takeOffMean(vectors)
	for range directions {
		d := mainDirection(vectors)
		for _, v := range vectors {
			add(v, d, -dot(v, d))
		}
	}
	for _, v := range vectors {
		multiply(v, 1/math.Sqrt(max(dot(v, v), 1e-12)))
	}
}

// mainDirection is found by power iteration.
func mainDirection(vectors [][]float64) []float64 {
	d := make([]float64, gloveDimensions)
	d[0] = 1
	for range 30 {
		next := make([]float64, gloveDimensions)
		for _, v := range vectors {
			add(next, v, dot(v, d))
		}
		multiply(next, 1/math.Sqrt(dot(next, next)))
		d = next
	}
	return d
}
