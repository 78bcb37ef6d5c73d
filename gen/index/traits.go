package index

import "math"

// What a word is beside itself: the coordinates of its vector, which are like
// those of words that are used like it, and the letters it is made of, which it
// shares with other forms of it. Both are traits, and what a capability learns
// of a trait from one word it knows of all words that have it.
//
// A request's score stays a sum over its words, so what a word is worth by its
// traits is known when the surface is compiled, and is folded into the word's
// own row (quantise.go): the runtime looks up neither vectors nor letters.

// How much a word's vector and its letters count against the word itself.
const (
	vectorShare = 1
	letterShare = 1.5
)

// The shortest and longest runs of letters that are traits.
const (
	shortestRun = 3
	longestRun  = 5
)

// traits numbers the traits of the words of one surface, from the number of its
// features on.
type traits struct {
	first   int32
	letters map[string]int32
}

func newTraits(features int) *traits {
	return &traits{first: int32(features), letters: map[string]int32{}}
}

// end is the number after that of the last trait.
func (t *traits) end() int { return int(t.first) + dimensions + len(t.letters) }

// learn gives numbers to the runs of letters of a word.
func (t *traits) learn(word string) {
	eachRun(word, func(run string) {
		if _, ok := t.letters[run]; !ok {
			t.letters[run] = t.first + dimensions + int32(len(t.letters))
		}
	})
}

// of are the traits of a word: its runs of letters as one vector of the length
// letterShare and its word vector, vectorShare times as long as it is. Runs that
// have no number count into the length only.
func (t *traits) of(word string) []entry {
	var out []entry
	if v := vectors().of(word); v != nil {
		for k, x := range v {
			out = append(out, entry{t.first + int32(k), vectorShare * float64(x) / vectorUnit})
		}
	}
	runs := 0
	eachRun(word, func(string) { runs++ })
	part := letterShare / math.Sqrt(float64(max(runs, 1)))
	eachRun(word, func(run string) {
		if n, ok := t.letters[run]; ok {
			out = append(out, entry{n, part})
		}
	})
	return out
}

// eachRun calls yield with the runs of letters of a word, its ends marked.
func eachRun(word string, yield func(run string)) {
	marked := "<" + word + ">"
	for size := shortestRun; size <= longestRun; size++ {
		for i := 0; i+size <= len(marked); i++ {
			yield(marked[i : i+size])
		}
	}
}
