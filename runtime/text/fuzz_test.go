package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// checkScan checks what holds for the tokens of any text.
func checkScan(t *testing.T, src string) {
	t.Helper()
	var s Scanner
	lastStart, lastEnd := 0, 0
	for s.Reset(src); s.Next(); {
		token, raw := string(s.Token()), string(s.Raw())
		start, end := s.Span()
		if start < lastStart || end < lastEnd || start >= end || end > len(src) {
			t.Fatalf("%q: token %q at %d to %d, behind one at %d to %d", src, token, start, end, lastStart, lastEnd)
		}
		lastStart, lastEnd = start, end
		if len(token) > len(raw) || len(raw) > MaxToken || token == "" {
			t.Fatalf("%q: token %q of raw %q", src, token, raw)
		}
		for _, w := range []string{token, raw} {
			if !utf8.ValidString(w) || strings.ContainsFunc(w, foreign) {
				t.Fatalf("%q: token %q", src, w)
			}
		}
	}
	if s.Next() {
		t.Fatalf("%q: a token behind the last", src)
	}
}

// foreign tells what no token holds.
func foreign(r rune) bool {
	if r < utf8.RuneSelf {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.IsPunct(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError
}

func FuzzScanner(f *testing.F) {
	for _, c := range benchTexts {
		f.Add(c.text)
	}
	for _, p := range pieces {
		f.Add(p)
	}
	f.Add("getURLsFor k8s csv2json don't l'homme ½ ㍿ ｶﾞ 🇩🇪\xff de\u200blete")
	f.Add(strings.Repeat("aB1'", 50))
	f.Fuzz(func(t *testing.T, src string) {
		checkScan(t, src)
		stable(t, src)
		readersAgree(t, src)
	})
}
