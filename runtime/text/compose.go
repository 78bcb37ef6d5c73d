package text

// Decomposed text writes a Hangul syllable as two or three letters and a
// voiced kana as a kana and a mark. Both are put together, the composed form
// being the one that bigrams should count.

const (
	leadFirst, leadLast   = 0x1100, 0x1112
	vowelFirst, vowelLast = 0x1161, 0x1175
	tailBefore, tailLast  = 0x11a7, 0x11c2
	syllableFirst         = 0xac00
	syllableLast          = 0xd7a3
	vowels, tails         = 21, 28
)

// composeHangul joins a leading consonant and a vowel, or an open syllable
// and a final consonant.
func composeHangul(a, b rune) (rune, bool) {
	switch {
	case a >= leadFirst && a <= leadLast && b >= vowelFirst && b <= vowelLast:
		return syllableFirst + ((a-leadFirst)*vowels+b-vowelFirst)*tails, true
	case a >= syllableFirst && a <= syllableLast && (a-syllableFirst)%tails == 0 && b > tailBefore && b <= tailLast:
		return a + b - tailBefore, true
	}
	return 0, false
}

// katakanaShift is the distance from a hiragana to its katakana.
const katakanaShift = 0x60

// voice answers the voiced form of a kana, or r when it has none.
func voice(r rune) rune {
	h := r
	if r >= 'ァ' && r <= 'ヾ' {
		h -= katakanaShift
	}
	switch {
	case h >= 'か' && h <= 'ち' && h%2 == 1, h == 'つ', h == 'て', h == 'と', h == 'ゝ':
		return r + 1
	case h >= 'は' && h <= 'ほ' && (h-'は')%3 == 0:
		return r + 1
	case h == 'う':
		return r + 'ゔ' - 'う'
	case r >= 'ワ' && r <= 'ヲ':
		return r + 'ヷ' - 'ワ'
	}
	return r
}

// semivoice answers the p form of an h kana, or r when it has none.
func semivoice(r rune) rune {
	h := r
	if r >= 'ァ' && r <= 'ヾ' {
		h -= katakanaShift
	}
	if h >= 'は' && h <= 'ほ' && (h-'は')%3 == 0 {
		return r + 2
	}
	return r
}
