package runtime

import "github.com/sextant-mcp/sextant/runtime/text"

// A feature is a word, or one of the marked forms below. Words hold letters and
// digits only, so no mark can be part of one.
const (
	// wholeMark begins the feature that stands for a whole name.
	wholeMark = '='
	// pairMark joins the two words of a pair feature.
	pairMark = '_'
	// classMark begins the feature of a word, or pair of words, that is another
	// way of saying what the capability's own text says.
	classMark = '~'
	// leadMark begins the feature of the word that a request or a description
	// leads with.
	leadMark = '^'
	// FormMark begins the feature of a word as it is written, before stemming.
	FormMark = '\''
)

// isWordFeature tells single words from the marked forms.
func isWordFeature(feature string) bool {
	for _, c := range []byte(feature) {
		switch c {
		case wholeMark, pairMark, classMark, leadMark, FormMark:
			return false
		}
	}
	return true
}

// WholeFeature is the feature of a text that is a whole name, appended to dst.
// The compiler emits it for names, the resolver looks requests up by it.
func WholeFeature(dst []byte, name string) []byte {
	return text.AppendKey(append(dst, wholeMark), name)
}

// SpelledFeature is the feature of a text that is a whole name with its words
// as they are written, before stemming, appended to dst.
func SpelledFeature(dst []byte, name string) []byte {
	dst = append(dst, wholeMark, wholeMark)
	var s text.Scanner
	s.Reset(name)
	for first := true; s.Next(); first = false {
		if !first {
			dst = append(dst, pairMark)
		}
		dst = append(dst, s.Raw()...)
	}
	return dst
}

// PairFeature is the feature of two words in a row, appended to dst.
func PairFeature(dst []byte, first, second string) []byte {
	dst = append(dst, first...)
	dst = append(dst, pairMark)
	return append(dst, second...)
}

// ClassFeature is the feature of a word or pair of words that says the same as
// the capability's own text, appended to dst. It has a row and so a rarity of
// its own: that "erase" may stand for "delete" makes neither of them commoner.
func ClassFeature(dst []byte, feature string) []byte {
	return append(append(dst, classMark), feature...)
}

// LeadFeature is the feature of the word that a description or a request leads
// with, appended to dst. In a request that is one of the first LeadWords words.
func LeadFeature(dst []byte, word string) []byte {
	return append(append(dst, leadMark), word...)
}

// FormFeature is the feature of a word as it is written, before stemming, appended
// to dst. It stands beside the word where its form tells capabilities apart, and in
// its place in pairs of words.
func FormFeature(dst, raw []byte) []byte { return append(append(dst, FormMark), raw...) }

// LeadWords is within how many words a request comes to its verb: "please show
// me" does.
const LeadWords = 3
