package runtime

import "github.com/sextant-mcp/sextant/runtime/text"

// spelling is a word as its pairs with neighbours take it: its form, marked, where
// the surface learned from it, else its stem.
type spelling struct {
	bytes  [text.MaxToken + 1]byte
	n      int
	marked bool
}

func (w *spelling) get() []byte { return w.bytes[:w.n] }

// formed adds the feature of a word's form, and of its pair with the word before
// where either is there by its form, and remembers the word as the one before.
func (r *Router) formed(p *pairs, before *spelling, token, raw []byte) {
	var word spelling
	word.n = len(FormFeature(word.bytes[:0], raw))
	f := r.index.lex.find(word.get())
	if word.marked = f >= 0; word.marked {
		p.add(f)
	} else {
		word.n = copy(word.bytes[:], token)
	}
	if before.n > 0 && (word.marked || before.marked) {
		var join [2*text.MaxToken + 3]byte
		b := append(append(append(join[:0], before.get()...), pairMark), word.get()...)
		p.add(r.index.lex.find(b))
	}
	*before = word
}
