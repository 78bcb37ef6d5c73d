package index

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// classLines are words that people use for one another, one class a line.
//
//go:embed classes.txt
var classLines string

// furtherClassLines are more of them, for capabilities without examples.
//
//go:embed classes_further.txt
var furtherClassLines string

const (
	// classShare is what a word of the class counts against the capability's
	// own word.
	classShare = 0.4
	// classLeadShare is the same for the word that a request leads with.
	classLeadShare = 0.3
	// leastClassWeight is what a synonym must weigh to be worth its place: what a
	// capability says in passing it need not say in other words.
	leastClassWeight = 4
)

// synonyms are, for each word and pair of words of a class, the others of its
// classes, in the order of the file; allSynonyms are those of the further classes
// too.
var (
	synonyms    = sync.OnceValue(func() map[string][]string { return synonymsIn(classLines) })
	allSynonyms = sync.OnceValue(func() map[string][]string { return synonymsIn(classLines + furtherClassLines) })
)

func synonymsIn(lines string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(lines) {
		members, err := parseClass(line)
		if err != nil {
			panic(fmt.Sprintf("index: the embedded classes are broken: %v", err))
		}
		for _, a := range members {
			for _, b := range members {
				if a != b && !slices.Contains(out[a], b) {
					out[a] = append(out[a], b)
				}
			}
		}
	}
	return out
}

// parseClass reads one line of the classes as features; an empty line and one
// that begins with # is no class.
func parseClass(line string) ([]string, error) {
	line, _, _ = strings.Cut(line, "#")
	if line = strings.TrimSpace(line); line == "" {
		return nil, nil
	}
	var out []string
	for member := range strings.SplitSeq(line, ",") {
		switch tokens := text.AppendTokens(nil, member); len(tokens) {
		case 1:
			out = append(out, tokens[0])
		case 2:
			out = append(out, string(runtime.PairFeature(nil, tokens[0], tokens[1])))
		default:
			return nil, fmt.Errorf("%q has %d words; a member of a class is a word or a pair of words", member, len(tokens))
		}
	}
	return out, nil
}

// addSynonyms adds, for every word of a capability, the others of its classes
// as features of their own, and likewise for the words that it leads with.
func addSynonyms(weights map[string]int, of map[string][]string) {
	best := map[string]int{}
	offer := func(feature string, weight float64) {
		if w := int(math.Round(weight)); w >= leastClassWeight {
			best[feature] = max(best[feature], w)
		}
	}
	for feature, w := range weights {
		word, leads := strings.CutPrefix(feature, leadPrefix)
		for _, s := range of[word] {
			switch {
			case leads:
				offer(leadPrefix+s, classLeadShare*float64(w))
			case weights[s] < w:
				offer(string(runtime.ClassFeature(nil, s)), classShare*specificity(s, described.everyday)*float64(w))
			}
		}
	}
	for feature, w := range best {
		if weights[feature] < w {
			weights[feature] = w
		}
	}
}

// leadPrefix begins the features of leading words.
var leadPrefix = string(runtime.LeadFeature(nil, ""))
