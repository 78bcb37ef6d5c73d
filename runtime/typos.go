package runtime

import (
	"hash/maphash"
	"slices"
	"unicode/utf8"

	"github.com/sextant-mcp/sextant/runtime/text"
)

// typos finds the known word that an unknown one is a typo of: one letter
// missing, too many, wrong or swapped with its neighbour. Two words at most
// one such edit apart have a word in common among themselves and themselves
// less one letter (Garbe's symmetric delete), so the index holds the hash of
// every known word less one letter; candidates are then compared in full.
type typos struct {
	seed    maphash.Seed
	entries []typoEntry // sorted by hash
	words   []string    // by feature
	reach   []int32     // by feature: how many capabilities hold it
}

type typoEntry struct {
	hash    uint32
	feature int32
}

// minTypoRunes is the length from which a word, as it is written, may be a
// typo: shorter ones are too near to too many others. Its stem may be one
// letter shorter.
const (
	minTypoRunes = 5
	minStemRunes = minTypoRunes - 1
)

func newTypos(ix *index) *typos {
	t := &typos{seed: maphash.MakeSeed(), words: ix.lex.features, reach: make([]int32, len(ix.lex.features))}
	for f, word := range ix.lex.features[:ix.words] {
		t.reach[f] = int32(len(ix.list(f)))
		if !correctable(word) {
			continue
		}
		var buf [text.MaxToken]byte
		b := buf[:copy(buf[:], word)]
		t.entries = append(t.entries, typoEntry{t.hash(b), int32(f)})
		for i := 0; i < len(b); {
			_, size := utf8.DecodeRune(b[i:])
			t.entries = append(t.entries, typoEntry{t.hashLess(b, i, size), int32(f)})
			i += size
		}
	}
	slices.SortFunc(t.entries, func(a, b typoEntry) int {
		if a.hash != b.hash {
			if a.hash < b.hash {
				return -1
			}
			return 1
		}
		return int(a.feature - b.feature)
	})
	return t
}

// correctable says which features are words that a typo can mean: whole words
// of letters, not pairs and not names.
func correctable(word string) bool {
	if !isWordFeature(word) || len(word) > text.MaxToken || utf8.RuneCountInString(word) < minStemRunes {
		return false
	}
	for _, c := range []byte(word) {
		if '0' <= c && c <= '9' {
			return false
		}
	}
	return true
}

func (t *typos) hash(b []byte) uint32 { return uint32(maphash.Bytes(t.seed, b)) }

// hashLess hashes b without the size bytes at i.
func (t *typos) hashLess(b []byte, i, size int) uint32 {
	var buf [text.MaxToken]byte
	n := copy(buf[:], b[:i])
	n += copy(buf[n:], b[i+size:])
	return t.hash(buf[:n])
}

// find returns the feature that the word is a typo of, -1 when there is none:
// the word is stemmed, raw is as it was written.
// The first letter must be right, as it is in nearly every typo; of several
// words the one that most capabilities hold is taken, then the first.
func (t *typos) find(word, raw []byte) int32 {
	best := int32(-1)
	if len(word) > text.MaxToken || utf8.RuneCount(raw) < minTypoRunes || utf8.RuneCount(word) < minStemRunes {
		return best
	}
	best = t.better(best, word, t.hash(word))
	for i := 0; i < len(word); {
		_, size := utf8.DecodeRune(word[i:])
		best = t.better(best, word, t.hashLess(word, i, size))
		i += size
	}
	return best
}

func (t *typos) better(best int32, word []byte, hash uint32) int32 {
	i, _ := slices.BinarySearchFunc(t.entries, hash, func(e typoEntry, h uint32) int {
		if e.hash < h {
			return -1
		} else if e.hash > h {
			return 1
		}
		return 0
	})
	for ; i < len(t.entries) && t.entries[i].hash == hash; i++ {
		f := t.entries[i].feature
		if t.words[f][0] != word[0] || !t.within(word, f) {
			continue
		}
		if best < 0 || t.reach[f] > t.reach[best] || t.reach[f] == t.reach[best] && t.words[f] < t.words[best] {
			best = f
		}
	}
	return best
}

func (t *typos) within(word []byte, f int32) bool {
	var buf [text.MaxToken]byte
	return text.WithinOne(word, buf[:copy(buf[:], t.words[f])])
}
