package index

import (
	"math"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// What a word's form tells. Stemming reads "my feed" and "my feeds" alike, which is
// right for most words and wrong for the few of a surface whose number tells
// siblings apart (the feed is what is new in it, the feeds are what one is
// subscribed to), or whose stem is that of other words (operation, operator). Which those are the requests say. A telling word is learned by its
// form beside its stem, and its pairs with other words by its form alone: of a form
// that no request had the stem is all that is known.

const (
	// leastTold is how many bits the forms of a word must tell, over all its
	// requests, for them to be learned. Of 5, 10 and 20 it was chosen on held-out
	// requests of a reading assistant.
	leastTold = 10
	// formSmoothing is how many uses of the word in any form count beside those in
	// this form.
	formSmoothing = 4
)

// use is one use of a word: the form it has there and the capability meant.
type use struct {
	form string
	gold int
}

// tellingForms are the stems of the words whose form tells which capability is
// meant.
func tellingForms(rows []Row, of [][]int) map[string]bool {
	classes, uses := map[int]bool{}, map[string][]use{}
	for i, r := range rows {
		if len(of[i]) != 1 || r.described {
			continue
		}
		classes[of[i][0]] = true
		for token, form := range formsIn(r.Intent) {
			uses[token] = append(uses[token], use{form, of[i][0]})
		}
	}
	out := map[string]bool{}
	for token, uses := range uses {
		if told(uses, len(classes)) >= leastTold {
			out[token] = true
		}
	}
	return out
}

// formsIn are the words of a request by their stems, each as it is written first.
func formsIn(intent string) map[string]string {
	out := map[string]string{}
	var s text.Scanner
	for s.Reset(intent); s.Next(); {
		if token := string(s.Token()); out[token] == "" && !isArgument(token) {
			out[token] = string(s.Raw())
		}
	}
	return out
}

// told is how many bits the forms of a word tell of what its uses mean: the sum over
// the uses of log2 P(gold | form) / P(gold), where each use is foretold from the
// others (leave one out), what is seen in a form is smoothed by what is seen in any,
// and that by the even distribution over the classes. Words that tell nothing have
// less than nothing: their forms only make the others fewer.
func told(uses []use, classes int) float64 {
	forms, golds, both := map[string]int{}, map[int]int{}, map[use]int{}
	for _, u := range uses {
		forms[u.form]++
		golds[u.gold]++
		both[u]++
	}
	if len(forms) < 2 {
		return 0
	}
	// Counted in millionths, the sum depends neither on its order nor on how a
	// processor rounds logarithms.
	millionths := 0.0
	for u, n := range both {
		all := (float64(golds[u.gold]-1) + 1/float64(classes)) / float64(len(uses))
		this := (float64(n-1) + float64(formSmoothing*all)) / float64(forms[u.form]-1+formSmoothing)
		millionths += math.Round(1e6 * float64(n) * math.Log2(this/all))
	}
	return millionths / 1e6
}

// isForm tells the features of forms from words.
func isForm(feature string) bool { return feature[0] == runtime.FormMark }
