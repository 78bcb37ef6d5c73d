package dispatch

import "github.com/sextant-mcp/sextant/runtime/naming"

// wordEffect reads the effect from the words of a name, unknown when no word
// tells; firm is false when it rests on a word that may be a noun. A name with
// several verbs has the gravest effect among them: get_or_create creates.
func wordEffect(name string) (effect Effect, word string, firm bool) {
	raise := func(e Effect, w string, certain bool) {
		if e > effect {
			effect, word, firm = e, w, certain
		} else if e == effect {
			firm = firm || certain
		}
	}
	words := naming.Words(name)
	reads, joined := false, false
	for i, w := range words {
		switch sense := naming.At(words, i); sense.Class {
		case naming.Ask, naming.State:
			if !sense.Loose {
				raise(Read, w, true)
				reads = true
			}
		case naming.VerbOrNoun:
			if !reads || joined {
				raise(Mutate, w, joined)
			}
		case naming.Change:
			raise(Mutate, w, joined || !sense.Loose)
		case naming.Destroy:
			raise(Destroy, w, true)
		}
		joined = naming.Joins(w)
	}
	return effect, word, firm
}
