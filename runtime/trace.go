package runtime

// trace records how each word of a request was read, for Explain and Judge. A nil
// trace records nothing, so that Resolve reads requests with the same code.
type trace struct {
	words []tracedWord
	now   string
}

// newTrace has room for the words of a usual request.
func newTrace() trace { return trace{words: make([]tracedWord, 0, 12)} }

// wordRead says how a word of the request was understood.
type wordRead uint8

const (
	exactWord     wordRead = iota // the surface knows the word
	splitWord                     // it is two known words written as one
	correctedWord                 // it is a known word with one typing error
	synonymWord                   // it is another way of saying a known word
	unknownWord                   // the surface does not know it
)

type tracedWord struct {
	text    string
	feature int // -1 for an unknown word
	how     wordRead
}

// at says which words of the user the next features come from.
func (t *trace) at(text string) *trace {
	if t != nil {
		t.now = text
	}
	return t
}

func (t *trace) word(feature int, how wordRead) {
	if t != nil {
		t.words = append(t.words, tracedWord{t.now, feature, how})
	}
}

func (t *trace) unknown() { t.word(-1, unknownWord) }
