package text

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// pieces are what random texts are made of: enough of everything the scanner
// treats in its own way, in units small enough to meet at every border.
var pieces = []string{
	"a", "b", "s", "e", "ing", "ed", "es", "tion", "ment", "Ab", "ABC", "HTTP", "x", "Y", "1", "2", "42", "1234567",
	" ", "  ", "_", "-", ".", "/", ",", "'", "’", "'s", "l'", "n't", "\n", "\x00", "\xff", "`", "=", "^", "~",
	"é", "e\u0301", "É", "ß", "ẞ", "Æ", "œ", "ı", "İ", "ﬁ", "Ａ", "½", "²", "①", "™", "ŉ", "ſ",
	"ж", "й", "Ё", "и\u0306", "σ", "ς", "Ω", "ᾳ", "א", "שׁ", "ي", "أ", "٣", "ـ",
	"क", "कि", "क़", "क\u093c", "ো", "ো", "த",
	"日", "本", "か", "が", "か\u3099", "ｶ", "ﾞ", "ﾟ", "ハ", "ー", "㍿", "々", "ㄅ",
	"가", "각", "ᄀ", "ᅡ", "ᆨ", "ㄱ", "ﾡ", "ก", "ก้", "ำ", "้", "ກ", "ក", "្", "မ", "ှ",
	"👍", "🏽", "\u200d", "\ufe0f", "🇩", "🇪", "\u20e3", "\u200b", "\u00ad", "\u202e", "\u0301", "\u3099", "\u0345",
}

func randomText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		some := rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "pieces")
		if rapid.Bool().Draw(t, "any") {
			some = append(some, rapid.String().Draw(t, "text"))
		}
		return strings.Join(some, "")
	})
}

// TestTokensAreStable: the tokens of tokens are the tokens.
func TestTokensAreStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stable(t, randomText().Draw(t, "text"))
	})
}

func stable(t rapid.TB, src string) {
	once := AppendTokens(nil, src)
	twice := AppendTokens(nil, strings.Join(once, " "))
	if !slices.Equal(once, twice) {
		t.Fatalf("%q: tokens %q, analysed again %q", src, once, twice)
	}
}

// TestStableRunes: the same for every rune alone and between letters.
func TestStableRunes(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r == 0x32400 {
			r = 0xe0000 // nothing is assigned between
		}
		if r == 0xe1000 {
			break
		}
		stable(t, string(r))
		stable(t, "a"+string(r)+"b")
	}
}

// TestStems: every stem of a made-up word is its own stem and no longer than
// the word.
func TestStems(t *testing.T) {
	beginnings := strings.Fields("s pl cr st b qu str emb un re con inter")
	middles := strings.Fields("a e i o u ee ea ou at it in ed ing ell is us ic iz")
	endings := strings.Fields(`t d n s l p c g v r z x y ch sh ss ll zz tt st nt e es ed ing ings s ies ied ying ion
		ation ction ution ment ments ement ize ise ised isation izer ator ators ing ed le ble ge ue ie inge ede ious`)
	for _, a := range beginnings {
		for _, b := range middles {
			for _, c := range endings {
				checkStem(t, a+b+c)
				for _, d := range endings {
					checkStem(t, a+b+c+d)
				}
			}
		}
	}
}

func checkStem(t *testing.T, word string) {
	t.Helper()
	stem := string(Stem([]byte(word)))
	if len(stem) > len(word) || stem == "" {
		t.Errorf("Stem(%s) = %q", word, stem)
	}
	if again := string(Stem([]byte(stem))); again != stem {
		t.Errorf("Stem(%s) = %s, and its stem is %s", word, stem, again)
	}
}

// TestNormalForms: text in NFC and in NFD has the same tokens.
func TestNormalForms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := randomText().Draw(t, "text")
		composed := AppendTokens(nil, norm.NFC.String(src))
		decomposed := AppendTokens(nil, norm.NFD.String(src))
		if !slices.Equal(composed, decomposed) {
			t.Fatalf("%q: NFC %q, NFD %q", src, composed, decomposed)
		}
	})
}

// TestNormalRunes: the same for every rune alone.
func TestNormalRunes(t *testing.T) {
	for r := rune(0); r < tableLimit; r++ {
		for _, src := range []string{string(r), "x" + string(r) + "y"} {
			composed, decomposed := AppendTokens(nil, norm.NFC.String(src)), AppendTokens(nil, norm.NFD.String(src))
			if !slices.Equal(composed, decomposed) {
				t.Errorf("%U: NFC %q, NFD %q", r, composed, decomposed)
			}
		}
	}
}

// TestCase: text all in capitals and all in small letters has the same tokens.
func TestCase(t *testing.T) {
	piece := rapid.SampledFrom(strings.Fields("a b s ing ed x é ö ß æ œ ı ñ ж й ё σ ς ω ა 1 2 42 123456 _ - . ' 's l' 日 ก 👍"))
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces"), "")
		small := AppendTokens(nil, strings.Map(unicode.ToLower, src))
		capital := AppendTokens(nil, strings.Map(unicode.ToUpper, src))
		if !slices.Equal(small, capital) {
			t.Fatalf("%q: small %q, capital %q", src, small, capital)
		}
	})
}

// TestReadersAgree: the reader for ASCII finds what the full one does.
func TestReadersAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		readersAgree(t, randomText().Draw(t, "text"))
	})
}

func readersAgree(t rapid.TB, src string) {
	var fast, full Scanner
	fast.Reset(src)
	full.Reset(src)
	for {
		more := fast.Next()
		if nextByFullReader(&full) != more {
			t.Fatalf("%q: one reader ends at %q, the other at %q", src, fast.Token(), full.Token())
		}
		if !more {
			return
		}
		if string(fast.Token()) != string(full.Token()) || string(fast.Raw()) != string(full.Raw()) ||
			fast.start != full.start || fast.end != full.end || fast.joined != full.joined {
			t.Fatalf("%q: %q %d %d %t by one reader, %q %d %d %t by the other", src,
				fast.Token(), fast.start, fast.end, fast.joined, full.Token(), full.start, full.end, full.joined)
		}
	}
}

// nextByFullReader is Next without the reader for ASCII.
func nextByFullReader(s *Scanner) bool {
	if s.run && s.nextBigram() {
		return true
	}
	for s.cur.folding() || s.cur.pos < len(s.cur.src) {
		if s.wideToken() {
			return true
		}
	}
	return false
}
