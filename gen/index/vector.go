package index

import (
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// vocabulary numbers the features of the training rows in the order in which
// they are first seen.
type vocabulary struct {
	number map[string]int32
	names  []string
}

func newVocabulary() *vocabulary { return &vocabulary{number: map[string]int32{}} }

func (v *vocabulary) of(feature string) int32 {
	n, ok := v.number[feature]
	if !ok {
		n = int32(len(v.names))
		v.number[feature] = n
		v.names = append(v.names, feature)
	}
	return n
}

// vector returns the distinct features of a request: its words and its pairs of
// neighbouring words, as the resolver reads them.
func (v *vocabulary) vector(intent string) []int32 {
	var s text.Scanner
	var out []int32
	seen := map[int32]bool{}
	add := func(feature string) {
		if n := v.of(feature); !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	last, tokens := "", 0
	for s.Reset(intent); s.Next() && tokens < runtime.MaxTokens; tokens++ {
		token := string(s.Token())
		add(token)
		if last != "" {
			add(string(runtime.PairFeature(nil, last, token)))
		}
		last = token
	}
	return out
}
