package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/transcript"
)

const document = "# A\n\n" +
	"Make `go.mod`:\n\n" +
	"```\nmodule a\n```\n\n" +
	"Then:\n\n" +
	"```console\nnot yet\n$ first\n$ second \\\n    -more\none 1\n\ntwo\n$ third\n...\n```\n"

func TestRead(t *testing.T) {
	blocks := transcript.Read([]byte(document))
	if len(blocks) != 2 {
		t.Fatalf("%d blocks, want 2", len(blocks))
	}
	if b := blocks[0]; b.Name != "go.mod" || b.Text != "module a\n" || b.Line != 6 || b.Steps != nil {
		t.Errorf("the file: %+v", b)
	}
	type step struct {
		command, shown string
		line           int
	}
	var got []step
	for _, s := range blocks[1].Steps {
		got = append(got, step{s.Command, s.Shown.Text, s.Shown.Line})
	}
	want := []step{
		{"first", "", 14},
		{"second \\\n    -more", "one 1\n\ntwo\n", 16},
		{"third", "...\n", 20},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(step{})); diff != "" {
		t.Error(diff)
	}
	if blocks[1].Name != "" {
		t.Errorf("the session is called %q", blocks[1].Name)
	}
}

func TestCompare(t *testing.T) {
	type change struct {
		line    int
		was, is string
	}
	for _, tt := range []struct {
		name, shown, printed string
		how                  transcript.How
		same                 bool
		changes              []change
	}{
		{name: "equal", shown: "a 1\nb\n", printed: "a 1\nb\n", same: true},
		{name: "the last line does not end", shown: "a\n", printed: "a", same: true},
		{name: "more came out", shown: "a\n", printed: "a\nb\n", changes: []change{{2, "a\n", "a\nb\n"}}},
		{name: "nothing left out", shown: "a 1\n", printed: "b 22\n", changes: []change{{2, "a 1\n", "b 22\n"}}},
		{name: "lines left out", shown: "...\nb\n...\n", printed: "a\nb\nc\nd\n", same: true},
		{name: "no lines left out", shown: "...\nb\n...\n", printed: "b\n", same: true},
		{name: "a line left out is missing", shown: "a\n...\nb\n", printed: "a\nc\n"},
		{name: "left out within a line", shown: "a ... 1.5 b ...\n", printed: "axy1.5 b\n", same: true},
		{name: "not beyond the line", shown: "a ... b\n", printed: "a\nb\n"},
		{name: "another number", shown: "a\n...\nb 12 ... 3,400 c\n", printed: "a\nx\nb 12 z 9 c\n", changes: []change{{4, "3,400", "9"}}},
		{name: "another word beside a number", shown: "...\nb 12 c\n", printed: "b 13 d\n"},
		{name: "dots are no pattern", shown: "...\na.b\n", printed: "axb\n"},
		{name: "broken", shown: "{a ... b:1,\n  c}\n", printed: "{a x b:1,c}\n", how: transcript.How{Broken: true}, same: true},
		{name: "broken, another number", shown: "{a ... b:1,\n  c:2}\n", printed: "{a x b:1,c:3}\n", how: transcript.How{Broken: true}, changes: []change{{3, "2", "3"}}},
		{name: "not said to be broken", shown: "{a ... b:1,\n  c}\n", printed: "{a x b:1,c}\n"},
		{name: "part", shown: "b 1\n", printed: "a\nb 1\nc\n", how: transcript.How{Part: true}, same: true},
		{name: "part that is missing", shown: "b x\n", printed: "a\nb 1\nc\n", how: transcript.How{Part: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			same, changes := session(tt.shown).Compare(tt.printed, tt.how)
			var got []change
			for _, c := range changes {
				got = append(got, change{c.Line, c.Was, c.Is})
			}
			if diff := cmp.Diff(tt.changes, got, cmp.AllowUnexported(change{})); same != tt.same || diff != "" {
				t.Errorf("same %v, want %v; changes %s", same, tt.same, diff)
			}
		})
	}
}

func TestMissing(t *testing.T) {
	shown := session("a 1\n...\nb\nc\n")
	for printed, want := range map[string]int{"x\n": 2, "a 2\nx\n": 4, "a 2\nb\nx\n": 5, "a 2\nb\nc\nd\n": 6} {
		if line, text := shown.Missing(printed, transcript.How{}); line != want {
			t.Errorf("%q: line %d (%s), want %d", printed, line, text, want)
		}
	}
}

// session is output that begins in the second line of its document.
func session(shown string) transcript.Shown {
	return transcript.Read([]byte("```\n" + shown + "```\n"))[0].Whole()
}

// Whatever numbers come out, those that are written into the document are the same
// that are compared with it afterwards, and nothing else of it changes.
func TestApplyMakesItSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SliceOfN(rapid.IntRange(0, 99999), 8, 8).Draw(t, "numbers")
		gap := rapid.SampledFrom([]string{"", "...\n"}).Draw(t, "gap")
		show := func(n []int) string {
			return rows(n[:2]) + gap + rows(n[2:4])
		}
		doc := "before\n\n```\n$ a\n" + show(n[:4]) + "$ b\n" + show(n[4:]) + "```\n\nbehind 1\n"
		is := rapid.SliceOfN(rapid.IntRange(0, 99999), 8, 8).Draw(t, "what comes out")
		printed := []string{rows(is[:4]), rows(is[4:])}

		var changes []transcript.Change
		for i, s := range transcript.Read([]byte(doc))[0].Steps {
			_, c := s.Shown.Compare(printed[i], transcript.How{})
			changes = append(changes, c...)
		}
		got := transcript.Apply([]byte(doc), changes)
		if want := "before\n\n```\n$ a\n" + show(is[:4]) + "$ b\n" + show(is[4:]) + "```\n\nbehind 1\n"; string(got) != want {
			t.Fatal(cmp.Diff(want, string(got)))
		}
		for i, s := range transcript.Read(got)[0].Steps {
			if same, _ := s.Shown.Compare(printed[i], transcript.How{}); !same {
				t.Fatalf("%q is not what is written now: %q", printed[i], s.Shown.Text)
			}
		}
	})
}

func rows(n []int) string {
	var b strings.Builder
	for _, v := range n {
		fmt.Fprintf(&b, "row of %d\n", v)
	}
	return b.String()
}

// Documents are taken apart without a fault, whatever they hold, and what is shown
// always is what it shows.
func FuzzRead(f *testing.F) {
	f.Add(document)
	f.Add("```\n$ a\\\n```\n")
	f.Add("- ```\n  $ a\n  b ... 1\n  ```\n")
	f.Add("~~~\n$ a\r\n...\r\n~~~")
	f.Add("```\n0")
	f.Add("```\n...")
	f.Add("```\n\x8a")
	f.Fuzz(func(t *testing.T, doc string) {
		for _, b := range transcript.Read([]byte(doc)) {
			for _, s := range append(shownIn(b), b.Whole()) {
				for _, how := range []transcript.How{{}, {Broken: true}, {Part: true}} {
					if same, _ := s.Compare(s.Text, how); !same {
						t.Errorf("%+v: %q is not the same as itself", how, s.Text)
					}
				}
			}
		}
	})
}

func shownIn(b transcript.Block) []transcript.Shown {
	var all []transcript.Shown
	for _, s := range b.Steps {
		all = append(all, s.Shown)
	}
	return all
}
