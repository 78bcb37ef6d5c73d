package index

import (
	"slices"
	"strings"
	"testing"
)

// mostClasses is how many classes a word may be in: one that says nearly
// everything says nothing.
const mostClasses = 5

// The files of classes are kept in order: every line is a class of two or more,
// no member twice, no class twice, no word in very many of them.
func TestClasses(t *testing.T) {
	classes := map[string]int{}
	reach := map[string]int{}
	line := 0
	for text := range strings.Lines(classLines + furtherClassLines) {
		line++
		members, err := parseClass(text)
		if err != nil {
			t.Errorf("classes, line %d of both files: %v", line, err)
			continue
		}
		if len(members) == 1 {
			t.Errorf("classes, line %d of both files: %q is alone", line, members[0])
		}
		sorted := slices.Sorted(slices.Values(members))
		for i, m := range sorted {
			reach[m]++
			if i > 0 && sorted[i-1] == m {
				t.Errorf("classes, line %d of both files: %q stands in it twice once inflections are taken off", line, m)
			}
			if isGrammar(m) {
				t.Errorf("classes, line %d of both files: %q is grammar, not a word for anything", line, m)
			}
		}
		key := strings.Join(sorted, ",")
		if first, ok := classes[key]; ok && key != "" {
			t.Errorf("classes, line %d of both files: the same class as line %d", line, first)
		}
		classes[key] = line
	}
	for m, n := range reach {
		if n > mostClasses {
			t.Errorf("%q is in %d classes, more than %d", m, n, mostClasses)
		}
	}
	if len(classes) < 300 {
		t.Errorf("only %d classes", len(classes))
	}
}

func TestParseClass(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
		bad  bool
	}{
		{line: "delete, get rid, Erased # everyday words", want: []string{"delet", "get_rid", "erase"}},
		{line: "# Actions.\n"},
		{line: "\n"},
		{line: "delete, get rid of it", bad: true},
		{line: "delete,, erase", bad: true},
	} {
		got, err := parseClass(c.line)
		if (err != nil) != c.bad || !slices.Equal(got, c.want) {
			t.Errorf("%q is read as %q, %v", c.line, got, err)
		}
	}
}
