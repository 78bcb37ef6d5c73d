package index_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/index"
)

func TestParseLock(t *testing.T) {
	ids := []string{"b", "a with blanks", "server/tool", "# not a comment", "#", `"quoted`, "a`b", "a\ufeffb", "<<<<<<< HEAD", "=======", "-", "größe", index.LockHeader}
	lock := &index.Lock{IDs: ids}
	got, err := index.ParseLock(lock.Format())
	if err != nil || !slices.Equal(got.IDs, ids) {
		t.Fatalf("came back as %q, %v", got, err)
	}
	if text := string(lock.Format()); strings.Contains(text, "\ufeff") || !strings.Contains(text, `"a\ufeffb"`) {
		t.Errorf("what does not print can't be read in the lock:\n%s", text)
	}
	if first := (&index.Lock{IDs: []string{"#1"}}).Format(); string(first) != index.LockHeader+"\n#1\n" {
		t.Errorf("an id with a hash in front: %q", first)
	}
}

// A lock that is not as it was written stops the run: reading on would give
// numbers anew.
func TestParseLockRefusesWhatItDidNotWrite(t *testing.T) {
	header := index.LockHeader + "\n"
	for text, says := range map[string]string{
		"":                                       "the file is empty",
		"a\nb\n":                                 "line 1 is not the header",
		"# something else\na\n":                  "line 1 is not the header",
		"\n" + header + "a\n":                    "line 1 is not the header",
		header + "a\nb\na\n":                     "line 4 repeats the id of line 2",
		header + "a\n\nb\n":                      "line 3 is no id",
		header + "a\tb\n":                        "line 2 is no id",
		header + "\"a\n":                         "line 2 is no id",
		header + "<<<<<<< HEAD\na\n=======\nb\n": "line 2 is the mark of a merge conflict",
		header + "a\n>>>>>>> branch\n":           "line 3 is the mark of a merge conflict",
	} {
		_, err := index.ParseLock([]byte(text))
		if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "restore the file") {
			t.Errorf("%q: %v, want an error saying %q and what to do", text, err, says)
		}
	}
	if got, err := index.ParseLock([]byte(strings.ReplaceAll(header+"a\nb\n", "\n", "\r\n"))); err != nil || !slices.Equal(got.IDs, []string{"a", "b"}) {
		t.Errorf("with CR LF: %v, %v", got, err)
	}
}

func TestLockRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfDistinct(rapid.StringN(1, 20, -1), func(id string) string { return id }).Draw(t, "ids")
		got, err := index.ParseLock((&index.Lock{IDs: ids}).Format())
		if err != nil || !slices.Equal(got.IDs, ids) {
			t.Fatalf("%q came back as %q, %v", ids, got, err)
		}
	})
}

func FuzzParseLock(f *testing.F) {
	f.Add([]byte(index.LockHeader + "\na\n\"b\\t\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lock, err := index.ParseLock(data)
		if err != nil {
			return
		}
		again, err := index.ParseLock(lock.Format())
		if err != nil || !slices.Equal(again.IDs, lock.IDs) {
			t.Fatalf("%q is written as %q: %v", lock.IDs, lock.Format(), err)
		}
	})
}
