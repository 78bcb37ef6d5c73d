package index

import (
	"bytes"
	_ "embed"
	"strings"
	"sync"
)

// vectorTable holds the vectors of the most frequent English words, what
// command relate wrote: the words in lines, an empty line, then the vectors. It
// holds whole numbers, so that what is learned with it does not differ between
// processors.
//
//go:embed vectors.bin
var vectorTable []byte

const (
	// dimensions is how many numbers a vector has, vectorUnit by what they are
	// divided. Vectors then have a length of about 1.3: two of length one from two
	// sources stand side by side in them, less what the projection took off.
	dimensions = 200
	vectorUnit = 160
)

// wordVectors is the loaded table.
type wordVectors struct {
	names  []string
	number map[string]int32
	bytes  []byte
}

var vectors = sync.OnceValue(func() *wordVectors {
	end := bytes.Index(vectorTable, []byte("\n\n"))
	if end < 0 {
		panic("index: the embedded table of word vectors is broken")
	}
	v := &wordVectors{names: strings.Split(string(vectorTable[:end]), "\n"), number: map[string]int32{}, bytes: vectorTable[end+2:]}
	if len(v.bytes) != len(v.names)*dimensions {
		panic("index: the embedded table of word vectors is cut")
	}
	for i, name := range v.names {
		v.number[name] = int32(i)
	}
	return v
})

// of is the vector of a word, nil when it has none.
func (v *wordVectors) of(word string) []int8 {
	n, ok := v.number[word]
	if !ok {
		return nil
	}
	out := make([]int8, dimensions)
	for k := range out {
		out[k] = int8(v.bytes[int(n)*dimensions+k])
	}
	return out
}
