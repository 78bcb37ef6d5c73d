package index_test

import (
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// foil is a naive router, as they are written in an afternoon.
type foil func(tools []tool, intent string) answer

// Each case is a real one: its foil has the symptom.
func TestKnownSymptomsShowOnNaiveRouters(t *testing.T) {
	for _, s := range symptoms() {
		t.Run(s.name, func(t *testing.T) {
			for _, order := range orders(s.tools) {
				for _, a := range s.asks {
					if a.want.problem(s.foil(order, a.intent)) != "" {
						return
					}
				}
			}
			t.Error("the naive router gets every request right, so the case proves nothing")
		})
	}
}

// anyPart counts the words of the request that occur anywhere in a tool's text,
// inside of words too. The first of the best wins; there is always a winner, and
// every tool is in its list.
func anyPart(tools []tool, intent string) answer {
	words := strings.Fields(strings.ToLower(intent))
	return best(tools, runtime.Route, func(t tool) int { return held(strings.ToLower(t.text()), words, strings.Contains) })
}

// asciiWords counts the words that the request and a tool's text share, as
// written but for case: no splitting of names, no stemming, letters a to z only.
func asciiWords(tools []tool, intent string) answer {
	words := asciiSplit(intent)
	return best(tools, runtime.NoMatch, func(t tool) int {
		return held(" "+strings.Join(asciiSplit(t.text()), " ")+" ", words, containsWord)
	})
}

// allWords finds the tools that hold every word of the request.
func allWords(tools []tool, intent string) answer {
	words := asciiSplit(intent)
	return best(tools, runtime.NoMatch, func(t tool) int {
		if n := held(" "+strings.Join(asciiSplit(t.text()), " ")+" ", words, containsWord); n == len(words) {
			return n
		}
		return 0
	})
}

// flatNames knows a tool by the words of its server and name joined with
// underscores, and lets the last of equal names win.
func flatNames(tools []tool, intent string) answer {
	known := map[string]string{}
	for _, t := range tools {
		known[strings.Join(asciiSplit(strings.ReplaceAll(t.id, "_", " ")), "_")] = t.id
	}
	if id, ok := known[strings.Join(asciiSplit(strings.ReplaceAll(intent, "_", " ")), "_")]; ok {
		return answer{outcome: runtime.Route, ids: []string{id}}
	}
	return answer{outcome: runtime.NoMatch}
}

// text is all that a tool says of itself.
func (t tool) text() string { return t.id + " " + t.says + " " + strings.Join(t.examples, " ") }

// asciiSplit cuts a text into lower-case runs of letters a to z, digits and
// underscores.
func asciiSplit(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_'
	})
}

func containsWord(padded, word string) bool { return strings.Contains(padded, " "+word+" ") }

func held(text string, words []string, in func(text, word string) bool) (n int) {
	for _, w := range words {
		if in(text, w) {
			n++
		}
	}
	return n
}

// best ranks by score; the order of the tools decides between equals. Without
// any evidence the outcome is empty, and tools that score zero are listed only
// when that is a route: a router that can't say no shows all it has.
func best(tools []tool, empty runtime.Outcome, score func(tool) int) answer {
	points := make([]int, len(tools))
	highest := 0
	for i, t := range tools {
		points[i] = score(t)
		highest = max(highest, points[i])
	}
	a := answer{outcome: runtime.Route}
	if highest == 0 {
		a.outcome = empty
	}
	for n := highest; n >= 0; n-- {
		for i, t := range tools {
			if points[i] == n && (n > 0 || empty == runtime.Route) {
				a.ids = append(a.ids, t.id)
			}
		}
	}
	return a
}
