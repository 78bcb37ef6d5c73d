package index

import (
	"slices"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/text"
)

func TestRelatedTableIsSymmetricAndOrdered(t *testing.T) {
	r := related()
	if len(r.number) != len(r.names) {
		t.Fatalf("%d names, %d of them distinct", len(r.names), len(r.number))
	}
	for i, kins := range r.kin {
		last := kin{word: -1, alike: alikeUnit}
		for _, k := range kins {
			if k.alike < leastAlike || k.alike > last.alike || k.word == int32(i) || k.alike == last.alike && k.word <= last.word {
				t.Fatalf("%s: %s (%d) after %d is out of place", r.names[i], r.names[k.word], k.alike, last.alike)
			}
			last = k
			if !slices.Contains(r.kin[k.word], kin{int32(i), k.alike}) {
				t.Fatalf("%s is related to %s, but not the other way round", r.names[i], r.names[k.word])
			}
		}
	}
}

func TestRelatedWordsAreAlike(t *testing.T) {
	r := related()
	for _, pair := range [][2]string{{"film", "movie"}, {"cheap", "inexpensive"}, {"doctor", "physician"}, {"flight", "plane"}} {
		a, b := r.number[stem(t, pair[0])], r.number[stem(t, pair[1])]
		if !slices.ContainsFunc(r.kin[a], func(k kin) bool { return k.word == b }) {
			t.Errorf("%s and %s are not related", pair[0], pair[1])
		}
	}
}

func stem(t *testing.T, word string) string {
	t.Helper()
	tokens := text.AppendTokens(nil, word)
	if len(tokens) != 1 {
		t.Fatalf("%q is %d tokens", word, len(tokens))
	}
	return tokens[0]
}

// A word stands for known words only, for few, and for all of them at most
// once; a word that no row holds has no feature.
func TestSharesOfRelatedWords(t *testing.T) {
	r := related()
	number, known := map[string]int32{}, map[int32]bool{}
	for i, name := range r.names {
		if i%2 == 0 {
			number[name] = int32(i)
			known[int32(i)] = i%4 == 0
		}
	}
	some := 0
	for i, w := range r.among(number, known) {
		if (w.feature >= 0) != (i%2 == 0) {
			t.Fatalf("%s has feature %d", r.names[i], w.feature)
		}
		total := 0.0
		for _, s := range w.shares {
			if !known[s.feature] {
				t.Fatalf("%s stands for %s, which is not known", r.names[i], r.names[s.feature])
			}
			total += s.part
		}
		if len(w.shares) > mostKin || total > 1+1e-9 {
			t.Fatalf("%s stands for %d words, %.3f in all", r.names[i], len(w.shares), total)
		}
		some += len(w.shares)
	}
	if some < len(r.names)/2 {
		t.Errorf("only %d shares for %d words", some, len(r.names))
	}
}
