//go:build ignore

package main

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters holds what decomposition leaves alone but people type without the
// stroke, the ligature or the regional form.
var letters = map[rune]string{
	'ß': "ss", 'ẞ': "ss",
	'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'ħ': "h", 'ı': "i", 'ĸ': "k",
	'ł': "l", 'ŋ': "n", 'þ': "th", 'ŧ': "t", 'ƀ': "b", 'ɨ': "i", 'ƒ': "f", 'ȷ': "j",
	'ⱥ': "a", 'ȼ': "c", 'ɇ': "e", 'ǥ': "g", 'ɉ': "j", 'ƚ': "l", 'ɍ': "r", 'ƶ': "z", 'ꝺ': "d",
	// Arabic: a final or a Persian form of the same letter.
	'ى': "ي", 'ی': "ي", 'ک': "ك", 'ة': "ه",
}

// special holds runes whose fold does not follow from the Unicode data.
var special = map[rune]string{
	'™': " ", '℠': " ", // a mark after a name, not the letters tm and sm
	'´': "'", 'ʼ': "'", 'ʻ': "'", 'ʹ': "'", '՚': "'", '׳': "'", '‘': "'", '’': "'", '‛': "'", 'ߴ': "'", 'ߵ': "'",
	'⓿': "0",
}

func init() {
	for i := rune(0); i < 10; i++ { // circled digits that do not decompose
		for _, first := range []rune{'❶', '➀', '➊', '⓵'} {
			special[first+i] = []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}[i]
		}
		special['⓫'+i] = []string{"11", "12", "13", "14", "15", "16", "17", "18", "19", "20"}[i]
	}
}

// fold answers the folded text of r and true when that is not r itself. Runes
// of a kind that leaves no text (hidden, voicing marks) are not folded.
func fold(r rune) (string, bool) {
	if text, ok := special[r]; ok {
		return text, true
	}
	if r < 0x80 {
		return asciiFold(r)
	}
	if unicode.Is(unicode.Nd, r) {
		return string('0' + digitValue(r)), true
	}
	if name := kindName(r); name == "hidden" || name == "voiced" || name == "semivoiced" {
		return "", false
	}
	text := composeAsian(decompose(string(r)), r)
	text = strings.Map(func(r rune) rune {
		if kindName(r) == "hidden" {
			return -1
		}
		return r
	}, text)
	if text == "" || strings.TrimSpace(text) == "" {
		return " ", kindName(r) != "space"
	}
	return text, text != string(r)
}

func asciiFold(r rune) (string, bool) {
	lower := unicode.ToLower(r)
	return string(lower), lower != r
}

// decompose folds case and takes compatibility forms apart until nothing moves.
func decompose(s string) string {
	for {
		var b strings.Builder
		for _, r := range norm.NFKD.String(s) {
			if !unicode.Is(unicode.M, r) { // the Greek iota below has a capital of its own
				r = unicode.ToLower(unicode.ToUpper(r))
			}
			text, ok := letters[r]
			if !ok {
				text, ok = special[r]
			}
			if !ok {
				text = string(r)
			}
			b.WriteString(text)
		}
		if b.String() == s {
			return s
		}
		s = b.String()
	}
}

// composeAsian puts voiced kana and Hangul syllables together again and gives
// Hangul letters that stand alone their stand-alone form.
func composeAsian(s string, source rune) string {
	var b strings.Builder
	for _, r := range s {
		if r == 0x3099 || r == 0x309a || unicode.Is(unicode.Hangul, r) || unicode.In(r, unicode.Hiragana, unicode.Katakana) {
			b.WriteRune(r)
			continue
		}
		b.WriteString("\x00" + string(r) + "\x00") // out of reach of the composition below
	}
	s = norm.NFC.String(b.String())
	s = strings.ReplaceAll(s, "\x00", "")
	if source >= 0x1100 && source <= 0x11ff {
		return s
	}
	return strings.Map(func(r rune) rune {
		if single, ok := standAlone[r]; ok {
			return single
		}
		return r
	}, s)
}

// standAlone maps a conjoining Hangul letter to its form for use alone.
var standAlone = func() map[rune]rune {
	forms := map[rune]rune{}
	for r := rune(0x3131); r <= 0x318e; r++ {
		if parts := []rune(norm.NFKD.String(string(r))); len(parts) == 1 && r != 0x3164 {
			forms[parts[0]] = r
		}
	}
	return forms
}()

// digitValue counts from the zero of the rune's digits, which come in tens.
func digitValue(r rune) rune {
	var n rune
	for unicode.Is(unicode.Nd, r-n-1) {
		n++
	}
	return n % 10
}

func asciiKind(r rune) string {
	switch {
	case r >= 'a' && r <= 'z':
		return "lower"
	case r >= 'A' && r <= 'Z':
		return "upper"
	case r >= '0' && r <= '9':
		return "digit"
	case r == '\'':
		return "quote"
	case strings.ContainsRune(`-_./\:@~+&#`, r):
		return "link"
	}
	return "space"
}

// markless are the scripts whose combining marks are accents, breathings or
// points: a word is the same word without them. Marks of every other script
// are vowels, tones and the like and stay.
var markless = []*unicode.RangeTable{
	unicode.Common, unicode.Inherited, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Coptic,
	unicode.Glagolitic, unicode.Armenian, unicode.Georgian, unicode.Hebrew, unicode.Arabic, unicode.Syriac,
}

const (
	fillers    = "\u115f\u1160\u3164\uffa0\u17b4\u17b5"
	stretchers = "\u0640\u07fa"
	nukta      = '\u093c' // Devanagari: left out as often as written
)

func hidden(r rune) bool {
	switch {
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
		return true
	case strings.ContainsRune(fillers+stretchers, r), r == nukta:
		return true
	case r >= 0x1f3fb && r <= 0x1f3ff: // skin tones
		return true
	}
	return unicode.Is(unicode.M, r) && unicode.In(r, markless...)
}

// kindName answers the kind of a rune that is folded already.
func kindName(r rune) string {
	switch {
	case r < 0x80:
		return asciiKind(r)
	case r == 0x3099 || r == 0x309b || r == 0xff9e:
		return "voiced"
	case r == 0x309a || r == 0x309c || r == 0xff9f:
		return "semivoiced"
	case hidden(r):
		return "hidden"
	case unicode.Is(unicode.Pc, r), strings.ContainsRune("‐·⁄‧・", r):
		return "link"
	case unicode.In(r, unicode.L, unicode.Nl, unicode.M):
		return letterKind(r)
	case unicode.Is(unicode.Nd, r):
		return "digit"
	case r >= 0x1f1e6 && r <= 0x1f1ff:
		return "regional"
	case unicode.Is(unicode.So, r) && pictorial(r):
		return "emoji"
	}
	return "space"
}

func letterKind(r rune) string {
	mark := unicode.Is(unicode.M, r)
	for _, s := range []struct {
		name   string
		script *unicode.RangeTable
	}{
		{"thai", unicode.Thai}, {"lao", unicode.Lao}, {"khmer", unicode.Khmer}, {"myanmar", unicode.Myanmar},
	} {
		if unicode.Is(s.script, r) {
			if mark {
				return "vowel"
			}
			return s.name
		}
	}
	switch {
	case unicode.Is(unicode.Hangul, r):
		return "hangul"
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo):
		return "cjk"
	case r >= 0x3000 && r <= 0x30ff: // repeat and length marks that several scripts share
		return "cjk"
	case unicode.IsLower(r):
		return "lower"
	}
	return "letter"
}

// pictorial tells the blocks whose symbols people use as words.
func pictorial(r rune) bool {
	return r >= 0x2300 && r <= 0x23ff || r >= 0x2600 && r <= 0x27bf ||
		r >= 0x2b00 && r <= 0x2bff || r >= 0x1f000 && r <= 0x1fbff
}
