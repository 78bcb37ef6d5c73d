package text

import (
	"testing"

	"pgregory.net/rapid"
)

func TestWithinOne(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"", "", true},
		{"", "a", true},
		{"", "ab", false},
		{"delete", "delete", true},
		{"delete", "delet", true},
		{"delete", "elete", true},
		{"delete", "deleete", true},
		{"delete", "dalete", true},
		{"delete", "dleete", true},
		{"delete", "deltee", true},
		{"delete", "dleet", false},
		{"delete", "deelte", true},
		{"delete", "dlteee", false},
		{"ab", "ba", true},
		{"abc", "cba", false},
		{"abcd", "badc", false},
		{"aab", "aba", true},
		{"search", "research", false},
		{"портфель", "портфел", true},
		{"портфель", "потрфель", true},
		{"портфель", "портвель", true},
		{"портфель", "пордвель", false},
		{"é", "e", true}, // one rune for another, of different length
		{"éa", "eb", false},
		{"日本", "本日", true},
		{"日本", "日", true},
		{"日本語", "日", false},
		{"𠮷", "", true},
		{"и", "й", true}, // the first byte is the same
		{"ж", "ц", true},
		{"кж", "жк", true},
	} {
		if got := WithinOne([]byte(c.a), []byte(c.b)); got != c.want {
			t.Errorf("WithinOne(%q, %q) = %t", c.a, c.b, got)
		}
		if got := WithinOne([]byte(c.b), []byte(c.a)); got != c.want {
			t.Errorf("WithinOne(%q, %q) = %t", c.b, c.a, got)
		}
	}
}

// distance is the textbook table: edits with neighbours swapped at most once.
func distance(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0:
				rows[i][j] = j
				continue
			case j == 0:
				rows[i][j] = i
				continue
			}
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}

// TestWithinOneProperty compares with the table on words that are close.
func TestWithinOneProperty(t *testing.T) {
	letters := rapid.SampledFrom([]rune("abжц日𠮷"))
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOfN(letters, 0, 8).Draw(t, "a")
		b := append([]rune(nil), a...)
		for range rapid.IntRange(0, 3).Draw(t, "edits") {
			b = edit(t, b, letters.Draw(t, "letter"))
		}
		want := distance(a, b) <= 1
		if got := WithinOne([]byte(string(a)), []byte(string(b))); got != want {
			t.Fatalf("WithinOne(%q, %q) = %t, want %t", string(a), string(b), got, want)
		}
	})
}

// edit makes one edit at a random place.
func edit(t *rapid.T, w []rune, r rune) []rune {
	if len(w) == 0 {
		return []rune{r}
	}
	at := rapid.IntRange(0, len(w)-1).Draw(t, "at")
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return append(w[:at], w[at+1:]...)
	case 1:
		return append(w[:at], append([]rune{r}, w[at:]...)...)
	case 2:
		w[at] = r
	default:
		if at > 0 {
			w[at-1], w[at] = w[at], w[at-1]
		}
	}
	return w
}

func FuzzWithinOne(f *testing.F) {
	f.Add("delete", "dleete")
	f.Add("портфель", "портфел")
	f.Add("", "\xff")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 200 || len(b) > 200 {
			return
		}
		got := WithinOne([]byte(a), []byte(b))
		if got != WithinOne([]byte(b), []byte(a)) {
			t.Fatalf("WithinOne(%q, %q) depends on the order", a, b)
		}
		x, y := []rune(a), []rune(b)
		if string(x) != a || string(y) != b {
			return // tokens are valid UTF-8; for anything else not panicking is enough
		}
		if want := distance(x, y) <= 1; got != want {
			t.Fatalf("WithinOne(%q, %q) = %t, want %t", a, b, got, want)
		}
	})
}
