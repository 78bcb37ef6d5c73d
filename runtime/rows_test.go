package runtime

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestRowsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "n")
		var in []Posting
		id := 0
		for range n {
			id += rapid.IntRange(1, 900).Draw(t, "step")
			in = append(in, Posting{ID: id, Weight: rapid.IntRange(0, MaxWeight).Draw(t, "weight")})
		}
		rest := string(AppendRow(nil, "feature", in))
		var out []Posting
		for line := 1; rest != ""; line++ {
			r, next, err := nextRow(rest, line)
			if err != nil || r.feature != "feature" || r.len() > postingsPerRow {
				t.Fatalf("row %d: %v %v", line, r, err)
			}
			for i := range r.len() {
				p, ok := r.decodePosting(i)
				if !ok {
					t.Fatalf("row %d, posting %d does not decode", line, i)
				}
				out = append(out, p)
			}
			rest = next
		}
		if len(out) != len(in) {
			t.Fatalf("%d postings came back of %d", len(out), len(in))
		}
		for i := range in {
			if in[i] != out[i] {
				t.Fatalf("posting %d: %v came back as %v", i, in[i], out[i])
			}
		}
	})
}

func TestAppendRowRefusesWhatDoesNotFit(t *testing.T) {
	for _, p := range []Posting{{ID: -1}, {ID: NoneID + 1}, {Weight: -1}, {Weight: MaxWeight + 1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v was written", p)
				}
			}()
			AppendRow(nil, "f", []Posting{p})
		}()
	}
}

func TestBundleRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type file struct{ skill, path, content string }
		name := rapid.StringMatching(`[a-z"' /é\\]{1,12}`)
		files := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) file {
			return file{name.Draw(t, "skill"), name.Draw(t, "path"), string(rapid.SliceOf(rapid.Byte()).Draw(t, "content"))}
		}), 0, 8).Draw(t, "files")
		var b []byte
		for _, f := range files {
			var err error
			if b, err = AppendFile(b, f.skill, f.path, []byte(f.content)); err != nil {
				t.Fatal(err)
			}
		}
		got, err := (&Tables{Skills: string(b)}).SkillFiles()
		if err != nil || len(got) != len(files) {
			t.Fatalf("%d of %d files, %v", len(got), len(files), err)
		}
		for i, f := range files {
			if got[i].Skill != f.skill || got[i].Path != f.path || got[i].Content != f.content {
				t.Fatalf("file %d: %+v came back as %+v", i, f, got[i])
			}
		}
	})
}

func TestBrokenBundle(t *testing.T) {
	good, _ := AppendFile(nil, "s", "SKILL.md", []byte("text\n"))
	for _, bundle := range []string{"x", "-- ", "-- \"s\" \"p\" 9 sha256:0\nshort\n", "-- \"s\" \"p\" -1 x\n\n", string(good[:len(good)-1]), string(good) + "junk"} {
		if _, err := (&Tables{Skills: bundle}).SkillFiles(); err == nil || !strings.Contains(err.Error(), "byte") {
			t.Errorf("%.30q: error %v, want one that names the byte", bundle, err)
		}
	}
}

func FuzzNextRow(f *testing.F) {
	f.Add("goal AAvfAAw-\n")
	f.Add(" \n")
	f.Fuzz(func(t *testing.T, rows string) {
		for line := 1; rows != ""; line++ {
			r, rest, err := nextRow(rows, line)
			if len(rest) >= len(rows) {
				t.Fatal("no progress")
			}
			if err == nil {
				for i := range r.len() {
					r.decodePosting(i)
				}
			}
			rows = rest
		}
	})
}
