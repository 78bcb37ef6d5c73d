package skills

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func self(s string) string { return s }

// The pages of a list are the list, whatever their size, and the cursors of
// another list are refused.
func TestPages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfNDistinct(rapid.String(), 0, 20, rapid.ID).Draw(t, "all")
		slices.Sort(all)
		size := rapid.IntRange(1, 7).Draw(t, "size")
		var got []string
		cursor := ""
		for range len(all) + 1 {
			some, next, err := page("list", all, self, cursor, size)
			if err != nil || len(some) > size {
				t.Fatalf("%d of %d: %v", len(some), size, err)
			}
			got = append(got, some...)
			if next == "" {
				break
			}
			if _, _, err := page("other list", all, self, next, size); err == nil {
				t.Fatal("the cursor of another list was taken")
			}
			cursor = next
		}
		if !slices.Equal(got, all) {
			t.Fatalf("%q, want %q", got, all)
		}
	})
}

func TestMadeUpCursors(t *testing.T) {
	for _, cursor := range []string{"x", "AAAA", "!", "MTA=", " ", cursorAfter("other", "a"), cursorAfter("list", "a")[1:]} {
		if _, _, err := page("list", []string{"a", "b"}, self, cursor, 1); err == nil {
			t.Errorf("%q was taken", cursor)
		}
	}
}

// A cursor keeps its place when the list changes.
func TestCursorKeepsItsPlace(t *testing.T) {
	_, next, err := page("list", []string{"a", "c", "e"}, self, "", 2)
	if err != nil {
		t.Fatal(err)
	}
	some, _, err := page("list", []string{"b", "d", "e"}, self, next, 2)
	if err != nil || fmt.Sprint(some) != "[d e]" {
		t.Errorf("%v, %v", some, err)
	}
}
