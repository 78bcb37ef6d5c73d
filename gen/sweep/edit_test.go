package sweep_test

import (
	"bytes"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

func TestApply(t *testing.T) {
	for name, test := range map[string]struct {
		edits []sweep.Edit
		want  string
		err   error
	}{
		"none":             {nil, "abcdef", nil},
		"insert":           {[]sweep.Edit{{0, 0, "X"}, {6, 6, "Y"}}, "XabcdefY", nil},
		"replace":          {[]sweep.Edit{{1, 3, "--"}}, "a--def", nil},
		"out of order":     {[]sweep.Edit{{4, 5, ""}, {0, 1, "A"}}, "Abcdf", nil},
		"side by side":     {[]sweep.Edit{{1, 2, "X"}, {2, 3, "Y"}}, "aXYdef", nil},
		"insert behind":    {[]sweep.Edit{{1, 3, ""}, {3, 3, "X"}}, "aXdef", nil},
		"overlap":          {[]sweep.Edit{{1, 3, "X"}, {2, 4, "Y"}}, "", sweep.ErrOverlap},
		"inside":           {[]sweep.Edit{{0, 6, "X"}, {2, 2, "Y"}}, "", sweep.ErrOverlap},
		"two insertions":   {[]sweep.Edit{{2, 2, "X"}, {2, 2, "Y"}}, "", sweep.ErrOverlap},
		"insert in front":  {[]sweep.Edit{{2, 2, "X"}, {2, 3, ""}}, "", sweep.ErrOverlap},
		"behind the end":   {[]sweep.Edit{{6, 7, "X"}}, "", sweep.ErrRange},
		"backwards":        {[]sweep.Edit{{3, 2, "X"}}, "", sweep.ErrRange},
		"before the start": {[]sweep.Edit{{-1, 0, "X"}}, "", sweep.ErrRange},
	} {
		t.Run(name, func(t *testing.T) {
			data := []byte("abcdef")
			got, err := sweep.Apply(data, test.edits)
			if !errors.Is(err, test.err) || string(got) != test.want {
				t.Errorf("got %q, error %v; want %q, error %v", got, err, test.want, test.err)
			}
			if string(data) != "abcdef" {
				t.Errorf("the input was changed to %q", data)
			}
		})
	}
}

// TestApplyKeepsTheRest cuts a text at random places, replaces every second
// piece and finds the others as they were.
func TestApplyKeepsTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 1, 20), 1, 9).Draw(t, "pieces")
		var data, want []byte
		var edits []sweep.Edit
		for i, piece := range pieces {
			if i%2 == 0 {
				want = append(want, piece...)
			} else {
				replacement := rapid.String().Draw(t, "replacement")
				edits = append(edits, sweep.Edit{Start: len(data), End: len(data) + len(piece), New: replacement})
				want = append(want, replacement...)
			}
			data = append(data, piece...)
		}
		got, err := sweep.Apply(data, rapid.Permutation(edits).Draw(t, "edits"))
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("got %q, error %v, want %q", got, err, want)
		}
	})
}
