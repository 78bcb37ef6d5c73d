package index

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"slices"
	"strings"
	"sync"
)

// relatedTable holds the 12,000 most frequent English words and which of them
// are used alike in running text, "film" and "movie", with the cosines of their
// vectors: what command relate wrote. It holds whole numbers, so that what is
// learned with it does not differ between processors.
//
//go:embed related.bin
var relatedTable []byte

// kin is a word that is used like another one.
type kin struct {
	word int32 // number in relatedWords.names
	// alike is the cosine of the two words' vectors in steps of 1/alikeUnit.
	alike int32
}

const (
	alikeUnit  = 256
	leastAlike = alikeUnit / 2 // the cosines of the table begin there
)

// relatedWords is the loaded table.
type relatedWords struct {
	names  []string
	number map[string]int32
	kin    [][]kin // by word: from the most alike on, then by number
}

var related = sync.OnceValue(func() *relatedWords {
	end := bytes.Index(relatedTable, []byte("\n\n"))
	if end < 0 {
		panic("index: the embedded table of related words is broken")
	}
	r := &relatedWords{names: strings.Split(string(relatedTable[:end]), "\n"), number: map[string]int32{}}
	for i, name := range r.names {
		r.number[name] = int32(i)
	}
	r.kin = make([][]kin, len(r.names))
	r.read(relatedTable[end+2:])
	for _, k := range r.kin {
		slices.SortFunc(k, func(a, b kin) int {
			if a.alike != b.alike {
				return int(b.alike - a.alike)
			}
			return int(a.word - b.word)
		})
	}
	return r
})

// read decodes the second part of the table: of each word those before it that
// are related to it.
func (r *relatedWords) read(b []byte) {
	uvarint := func() int {
		n, size := binary.Uvarint(b)
		b = b[size:]
		return int(n)
	}
	for i := range r.names {
		other := -1
		for range uvarint() {
			other += uvarint()
			alike := leastAlike + int32(b[0])
			b = b[1:]
			r.kin[i] = append(r.kin[i], kin{int32(other), alike})
			r.kin[other] = append(r.kin[other], kin{int32(i), alike})
		}
	}
}

// mostKin is how many related words a word stands for. That only few count, and
// for all together no more than the word itself, keeps siblings apart whose
// words are alike ("pending" and "declined").
const mostKin = 4

// share is a feature that a word stands for, and how much of it.
type share struct {
	feature int32
	part    float64
}

// relatedWord is a word of the table as one surface sees it.
type relatedWord struct {
	feature int32 // -1 when no row holds it
	shares  []share
}

// among says for each word of the table which of the known features it stands
// for beside itself: those of the words most like it, for all together at most
// once. number holds the features of all words.
func (r *relatedWords) among(number map[string]int32, known map[int32]bool) []relatedWord {
	out := make([]relatedWord, len(r.names))
	for i, name := range r.names {
		out[i].feature = -1
		if f, ok := number[name]; ok {
			out[i].feature = f
		}
	}
	for i := range out {
		for _, k := range r.kin[i] {
			if len(out[i].shares) == mostKin {
				break
			}
			if f := out[k.word].feature; f >= 0 && known[f] {
				out[i].shares = append(out[i].shares, share{f, float64(k.alike) / alikeUnit})
			}
		}
		atMostOnce(out[i].shares)
	}
	return out
}

// atMostOnce scales shares of more than one down to one.
func atMostOnce(shares []share) {
	total := 0.0
	for _, s := range shares {
		total += s.part
	}
	for i := range shares {
		shares[i].part /= max(total, 1)
	}
}
