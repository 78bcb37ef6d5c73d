package text

import "unicode/utf8"

//go:generate go run gen.go genfold.go

// kind is what a rune means to the scanner.
type kind uint8

// The order is that of gen.go; tables.go does not compile when they differ.
const (
	space  kind = iota // ends a token and a written word
	link               // ends a token, not the written word: _ - . /
	quote              // an apostrophe
	lower              // a letter, or the small half of a pair
	upper              // the capital half of a pair
	letter             // a letter of a script without case, or a vowel sign
	digit              // 0 to 9
	hidden             // leaves no trace: accents, joiners, soft hyphens
	cjk                // Han, kana, Bopomofo
	hangul
	thai
	lao
	khmer
	myanmar
	vowel      // a mark of the four scripts above; clings to the letter before
	emoji      // a picture people use as a word
	regional   // an indicator letter; two make a flag
	voiced     // the kana mark that makes ka ga
	semivoiced // the kana mark that makes ha pa
	wide       // in asciiKinds only: a byte of a longer rune
)

// word tells whether k is a letter that forms words with its neighbours.
func (k kind) word() bool { return k == lower || k == upper || k == letter }

// unspaced tells whether k belongs to a script that is cut into bigrams.
func (k kind) unspaced() bool { return k >= cjk && k <= vowel }

// lookup answers the value of r in the tables: a kind, or from maxKind on the
// place of its folded text.
func lookup(r rune) uint16 {
	if r < tableLimit {
		block := int(tableIndex[r>>tableShift])
		return tableBlocks[block<<tableShift|int(r)&(1<<tableShift-1)]
	}
	return uint16(kindAbove(r))
}

// kindAbove answers for the planes beyond the tables: one more block of Han,
// and the invisible tags and variation selectors.
func kindAbove(r rune) kind {
	switch {
	case r <= 0x323af:
		return cjk
	case r >= 0xe0000 && r <= 0xe0fff:
		return hidden
	}
	return space
}

// foldAt answers where in tableFolds the folded text at a place lies that
// lookup gave, and the case of the rune: foldCapital, foldCaseless or 0.
func foldAt(value uint16) (from, to uint16, letterCase byte) {
	at := value - maxKind
	header := tableFolds[at]
	return at + 1, at + 1 + uint16(header&(foldCaseless-1)), header &^ (foldCaseless - 1)
}

// kindOf answers the kind of a rune that is folded already.
func kindOf(r rune) kind {
	if r < utf8.RuneSelf {
		return asciiKinds[r]
	}
	if v := lookup(r); v < maxKind {
		return kind(v)
	}
	return letter
}
