package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// TestFoldsAreFolded walks every rune of the tables: what it folds to folds no
// further and is never hidden.
func TestFoldsAreFolded(t *testing.T) {
	for r := rune(0); r < tableLimit; r++ {
		v := lookup(r)
		if v < maxKind {
			if r < utf8.RuneSelf && kind(v) != asciiKinds[r] {
				t.Errorf("%U: two kinds, %d and %d", r, v, asciiKinds[r])
			}
			continue
		}
		from, to, _ := foldAt(v)
		for _, f := range tableFolds[from:to] {
			if f >= utf8.RuneSelf && lookup(f) >= maxKind || kindOf(f) == hidden {
				t.Errorf("%U folds to %q, which holds %U", r, tableFolds[from:to], f)
			}
		}
	}
}

// TestMayAbsorb: no rune that absorb takes in is behind a byte that
// mayAbsorb turns down.
func TestMayAbsorb(t *testing.T) {
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		switch lookup(r) {
		case uint16(hidden), uint16(voiced), uint16(semivoiced), uint16(hangul):
			if first := string(r)[0]; !mayAbsorb(first) {
				t.Errorf("%U begins with %#x", r, first)
			}
		}
	}
}

// TestKinds pins one rune of every kind, and those beyond the tables.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		runes string
		want  kind
	}{
		{" \n\x00`^=,;()$%*\u00a0\u2028\ue000\ufffd°→─\U0010ffff", space},
		{"_-./\\:@·・⁄‿", link},
		{"'", quote},
		{"azжωаა", lower},
		{"אعक", letter},
		{"059", digit},
		{"\u0301\u00ad\u200b\u200d\u2060\ufeff\ufe0f\u0640\u093c\U000e0041\U000e01ef\U0001f3fd", hidden},
		{"日々〇かカーㄅ\U00020000\U00030000\U000323af", cjk},
		{"가ᄀㄱ", hangul},
		{"กเ", thai},
		{"ກ", lao},
		{"ក", khmer},
		{"မ", myanmar},
		{"\u0e49\u0e34\u0eb4\u17d2\u1031", vowel},
		{"🗑☂✅⏰", emoji},
		{"🇦🇿", regional},
		{"\u3099゛ﾞ", voiced},
		{"\u309a゜ﾟ", semivoiced},
	} {
		for _, r := range c.runes {
			if got := lookup(r); got != uint16(c.want) {
				t.Errorf("lookup(%U) = %d, want kind %d", r, got, c.want)
			}
		}
	}
}

// TestCompose compares with the composition of the Unicode standard.
func TestCompose(t *testing.T) {
	for r := rune(0x3041); r <= 0x30ff; r++ {
		checkVoice(t, r, "\u3099", voice(r))
		checkVoice(t, r, "\u309a", semivoice(r))
	}
	for r := rune(syllableFirst); r <= syllableLast; r++ {
		parts := []rune(norm.NFD.String(string(r)))
		got, ok := composeHangul(parts[0], parts[1])
		if ok && len(parts) == 3 {
			got, ok = composeHangul(got, parts[2])
		}
		if !ok || got != r {
			t.Errorf("%U from its letters is %U", r, got)
		}
	}
	for _, apart := range [][2]rune{{'가', 'ᅡ'}, {'각', 'ᆨ'}, {'ᄀ', 'ᄀ'}, {'a', 'ᅡ'}, {'가', 'ᆧ'}} {
		if r, ok := composeHangul(apart[0], apart[1]); ok {
			t.Errorf("%q and %q make %q", apart[0], apart[1], r)
		}
	}
}

func checkVoice(t *testing.T, r rune, mark string, got rune) {
	t.Helper()
	want := []rune(norm.NFC.String(string(r) + mark))
	if len(want) == 1 && got != want[0] || len(want) > 1 && got != r {
		t.Errorf("%q with %U is %q, want %q", r, []rune(mark)[0], got, strings.TrimSuffix(string(want), mark))
	}
}
