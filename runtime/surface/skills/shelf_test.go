package skills

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pile is a source that is filled by hand.
type pile struct {
	name   string
	skills []Skill
	memory
}

func (p *pile) Name() string { return p.name }

func (p *pile) List(context.Context) ([]Skill, []Problem) { return p.skills, nil }

func digest(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// add puts a skill on the pile; files are path and content by turns.
func (p *pile) add(path string, files ...string) *Skill {
	if p.files == nil {
		p.clear()
	}
	name := path[strings.LastIndex(path, "/")+1:]
	s := Skill{Path: path, Frontmatter: map[string]any{"name": name, "description": "About " + name + "."}}
	manual := "---\nname: " + name + "\ndescription: About " + name + ".\n---\n# " + name + "\n"
	files = append([]string{runtime.SkillManual, manual}, files...)
	for i := 0; i+1 < len(files); i += 2 {
		s.Files = append(s.Files, File{Path: files[i], Size: int64(len(files[i+1])), Digest: digest(files[i+1])})
		p.put(path, files[i], []byte(files[i+1]))
	}
	p.skills = append(p.skills, s)
	return &p.skills[len(p.skills)-1]
}

// harbour is a shelf with files in folders and a path of two segments.
func harbour(t testing.TB) *Shelf {
	t.Helper()
	p := &pile{name: "the harbour"}
	p.add("tides", "tables/kiel.csv", "h;m\n", "tables/old/1999.csv", "", "chart.png", "\x89PNG\x00\xff")
	p.add("north/pilots", "my notes.md", "# Notes\n")
	p.add("locks")
	shelf, problems := Open(t.Context(), p)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return shelf
}

func TestEntries(t *testing.T) {
	var uris []string
	for _, e := range harbour(t).Entries() {
		uris = append(uris, e.URI)
	}
	if want := []string{"skill://locks/SKILL.md", "skill://north/pilots/SKILL.md", "skill://tides/SKILL.md"}; !slices.Equal(uris, want) {
		t.Errorf("%v, want %v", uris, want)
	}
	e, ok := harbour(t).Entry("skill://tides/SKILL.md")
	if !ok {
		t.Fatal("no entry")
	}
	raw, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	manual := "---\nname: tides\ndescription: About tides.\n---\n# tides\n"
	want := fmt.Sprintf(`{"uri":"skill://tides/SKILL.md","frontmatter":{"description":"About tides.","name":"tides"},"resources":[`+
		`{"uri":"skill://tides/SKILL.md","digest":%q,"size":%d},{"uri":"skill://tides/chart.png","digest":%q,"size":6},`+
		`{"uri":"skill://tides/tables/kiel.csv","digest":%q,"size":4},{"uri":"skill://tides/tables/old/1999.csv","digest":%q,"size":0}]}`,
		digest(manual), len(manual), digest("\x89PNG\x00\xff"), digest("h;m\n"), digest(""))
	if diff := cmp.Diff(want, string(raw)); diff != "" {
		t.Error(diff)
	}
	for _, uri := range []string{"", "skill://tides", "skill://tides/chart.png", "skill://gone/SKILL.md", "skill://SKILL.md", "file:///tides/SKILL.md", "skill://north/SKILL.md"} {
		if _, ok := harbour(t).Entry(uri); ok {
			t.Errorf("%q is a skill", uri)
		}
	}
}

func TestRead(t *testing.T) {
	for uri, want := range map[string]Content{
		"skill://tides/tables/kiel.csv":        {MIMEType: "text/csv", Data: []byte("h;m\n")},
		"skill://tides/chart.png":              {MIMEType: "image/png", Data: []byte("\x89PNG\x00\xff")},
		"skill://tides/tables/old/1999.csv":    {MIMEType: "text/csv"},
		"skill://north/pilots/my%20notes.md":   {MIMEType: "text/markdown", Data: []byte("# Notes\n")},
		"skill://north/pilots/my notes.md":     {MIMEType: "text/markdown", Data: []byte("# Notes\n")},
		"skill://north/pilots/%6dy%20notes.md": {MIMEType: "text/markdown", Data: []byte("# Notes\n")},
	} {
		got, err := harbour(t).Read(t.Context(), uri)
		if err != nil || got.MIMEType != want.MIMEType || string(got.Data) != string(want.Data) || got.URI != uri {
			t.Errorf("%s: %+v, %v", uri, got, err)
		}
	}
	if got, err := harbour(t).Read(t.Context(), "skill://locks/SKILL.md"); err != nil || got.MIMEType != "text/markdown" || !strings.Contains(string(got.Data), "# locks") {
		t.Errorf("a SKILL.md: %+v, %v", got, err)
	}
}

// No spelling leads out of a skill, or to what is not on the shelf.
func TestNothingElseIsRead(t *testing.T) {
	for _, uri := range []string{
		"", "skill://", "skill://tides", "skill://tides/", "skill://tides/tables", "skill://tides/gone.md", "skill://tides//chart.png",
		"skill://tides/../locks/SKILL.md", "skill://tides/%2e%2e/locks/SKILL.md", "skill://tides/tables/..%2fchart.png", "skill://../etc/passwd",
		"skill://tides/./chart.png", "skill://tides%2Fchart.png", "skill://tides/tables%2Fkiel.csv", "skill://tides/chart.png?x", "skill://tides/chart.png#x",
		"skill://tides/chart.png%00", "skill://tides/chart%zz", `skill://tides/..\locks\SKILL.md`, "skill:///tides/chart.png", "SKILL://tides/chart.png",
		"file:///etc/passwd", "/etc/passwd", "skill://tides/_manifest/x", "skill://_manifest", "skill://north/_manifest", "skill://" + strings.Repeat("a/", 4000),
	} {
		if got, err := harbour(t).Read(t.Context(), uri); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q reads as %+v, %v", uri, got, err)
		}
	}
}

func TestManifest(t *testing.T) {
	got, err := harbour(t).Read(t.Context(), "skill://north/pilots/_manifest")
	if err != nil {
		t.Fatal(err)
	}
	manual := "---\nname: pilots\ndescription: About pilots.\n---\n# pilots\n"
	want := fmt.Sprintf(`{"skill":"pilots","files":[{"path":"SKILL.md","size":%d,"hash":%q},{"path":"my notes.md","size":8,"hash":%q}]}`,
		len(manual), digest(manual), digest("# Notes\n"))
	if got.MIMEType != "application/json" || string(got.Data) != want {
		t.Errorf("%s\n%s, want\n%s", got.MIMEType, got.Data, want)
	}
	// A file of that name is what is read.
	p := &pile{name: "p"}
	p.add("own", "_manifest", "mine")
	shelf, _ := Open(t.Context(), p)
	if got, err := shelf.Read(t.Context(), "skill://own/_manifest"); err != nil || string(got.Data) != "mine" {
		t.Errorf("%+v, %v", got, err)
	}
	if n := len(shelf.members()); n != 2 {
		t.Errorf("%d resources, want SKILL.md and _manifest", n)
	}
}

func TestFolders(t *testing.T) {
	for uri, want := range map[string][]string{
		"skill://":                  {"skill://locks inode/directory locks", "skill://north inode/directory north", "skill://tides inode/directory tides"},
		"skill://north":             {"skill://north/pilots inode/directory pilots"},
		"skill://north/pilots/":     {"skill://north/pilots/SKILL.md text/markdown pilots", "skill://north/pilots/my%20notes.md text/markdown pilots/my notes.md"},
		"skill://tides":             {"skill://tides/SKILL.md text/markdown tides", "skill://tides/chart.png image/png tides/chart.png", "skill://tides/tables inode/directory tables"},
		"skill://tides/tables/old":  {"skill://tides/tables/old/1999.csv text/csv tides/tables/old/1999.csv"},
		"skill://tides/%74ables":    {"skill://tides/tables/kiel.csv text/csv tides/tables/kiel.csv", "skill://tides/tables/old inode/directory old"},
		"skill://tides/SKILL.md":    nil,
		"skill://tides/gone":        nil,
		"skill://tides/tables/..":   nil,
		"file:///":                  nil,
		"skill://locks/_manifest":   nil,
		"skill://tides/tables/old?": nil,
	} {
		members, ok := harbour(t).Folder(uri)
		var got []string
		for _, m := range members {
			got = append(got, m.URI+" "+m.MIMEType+" "+m.Name)
			if (m.Size == nil) != (m.MIMEType == folderType) {
				t.Errorf("%s: size %v", m.URI, m.Size)
			}
		}
		if ok != (want != nil) || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", uri, got, ok, want)
		}
	}
}

func TestRefused(t *testing.T) {
	long := strings.Repeat("a", MaxPath+1)
	for name, tc := range map[string]struct {
		spoil func(s *Skill)
		want  string
	}{
		"a name in capitals":      {func(s *Skill) { s.Path = "Tides" }, "lower-case"},
		"a name that is too long": {func(s *Skill) { s.Path = strings.Repeat("a", 65) }, "lower-case"},
		"a path that climbs":      {func(s *Skill) { s.Path = "../tides" }, "plain path"},
		"a path that is too long": {func(s *Skill) { s.Path = long }, "257 bytes"},
		"another name":            {func(s *Skill) { s.Frontmatter["name"] = "ebbs" }, "agree"},
		"no name":                 {func(s *Skill) { s.Frontmatter = nil }, "agree"},
		"no description":          {func(s *Skill) { s.Frontmatter["description"] = " " }, "description"},
		"no JSON":                 {func(s *Skill) { s.Frontmatter["x"] = func() {} }, "no JSON"},
		"no SKILL.md":             {func(s *Skill) { s.Files = nil }, "no SKILL.md"},
		"a file that climbs":      {func(s *Skill) { s.Files[1].Path = "a/../../b" }, "plain path"},
		"an absolute file":        {func(s *Skill) { s.Files[1].Path = "/etc/passwd" }, "plain path"},
		"a file of a drive":       {func(s *Skill) { s.Files[1].Path = `..\b` }, "backslashes"},
		"a file with a line end":  {func(s *Skill) { s.Files[1].Path = "a\nb" }, "control"},
		"a file twice":            {func(s *Skill) { s.Files = append(s.Files, s.Files[1]) }, "twice"},
		"a file and a folder":     {func(s *Skill) { s.Files = append(s.Files, File{Path: "a.md/b", Digest: digest("")}) }, "folder of"},
		"no digest":               {func(s *Skill) { s.Files[1].Digest = "" }, "digest"},
		"a digest in capitals":    {func(s *Skill) { s.Files[1].Digest = "sha256:" + strings.Repeat("A", 64) }, "digest"},
		"a negative size":         {func(s *Skill) { s.Files[1].Size = -1 }, "size -1"},
		"too large":               {func(s *Skill) { s.Files[1].Size = MaxSkillBytes + 1 }, "more than 16777216 bytes"},
		"too large together":      {func(s *Skill) { s.Files[0].Size, s.Files[1].Size = MaxSkillBytes, 1 }, "more than 16777216 bytes"},
		"sizes that overflow":     {func(s *Skill) { s.Files[0].Size, s.Files[1].Size = 1<<62, 1<<62 }, "more than 16777216 bytes"},
		"too many files": {func(s *Skill) {
			for i := range MaxFiles {
				s.Files = append(s.Files, File{Path: fmt.Sprint(i), Digest: digest("")})
			}
		}, "more than 512"},
	} {
		p := &pile{name: "p"}
		p.add("other")
		tc.spoil(p.add("tides", "a.md", "a"))
		shelf, problems := Open(t.Context(), p)
		if len(problems) != 1 || !strings.Contains(problems[0].Error(), tc.want) || len(shelf.Entries()) != 1 {
			t.Errorf("%s: %v, %d served; want %q", name, problems, len(shelf.Entries()), tc.want)
		}
	}
}

// The source named first is served; what comes later is named.
func TestTakenPaths(t *testing.T) {
	first, second := &pile{name: "first"}, &pile{name: "second"}
	first.add("tides", "north/SKILL.md", "x")
	second.add("tides", "a.md", "a")
	second.skills[0].Files[0].Digest = digest("another tides")
	second.add("tides/north")
	shelf, problems := Open(t.Context(), first, second)
	if len(shelf.Entries()) != 1 || len(problems) != 2 || !strings.Contains(problems[0].Error(), "served from first") || !strings.Contains(problems[1].Error(), "served from first") {
		t.Errorf("%d served, %v", len(shelf.Entries()), problems)
	}
}

// A skill that two sources have is served by the one that knows more of it.
func TestSameSkillTwice(t *testing.T) {
	bare, full := &pile{name: "bare"}, &pile{name: "full"}
	bare.add("tides")
	full.add("tides", "a.md", "a")
	for name, sources := range map[string][]Source{"bare first": {bare, full}, "full first": {full, bare}} {
		shelf, problems := Open(t.Context(), sources...)
		if len(problems) > 0 || len(shelf.Entries()) != 1 || len(shelf.Entries()[0].Resources) != 2 || len(shelf.files) != 2 {
			t.Errorf("%s: %v, %d files", name, problems, len(shelf.files))
		}
		if c, err := shelf.Read(t.Context(), "skill://tides/a.md"); err != nil || string(c.Data) != "a" {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
}

func TestShelfIsBounded(t *testing.T) {
	p := &pile{name: "p"}
	for i := range 6 {
		p.add(fmt.Sprintf("heavy-%d", i)).Files[0].Size = MaxSkillBytes
	}
	shelf, problems := Open(t.Context(), p)
	if len(shelf.Entries()) != 4 || len(problems) != 2 {
		t.Errorf("%d served, %v", len(shelf.Entries()), problems)
	}
	p = &pile{name: "p"}
	for i := range MaxSkills + 1 {
		p.add(fmt.Sprintf("s-%d", i))
	}
	if shelf, problems := Open(t.Context(), p); len(shelf.Entries()) != MaxSkills || len(problems) != 1 {
		t.Errorf("%d served, %v", len(shelf.Entries()), problems)
	}
}

// What changed since it was listed is not served.
func TestChangedContent(t *testing.T) {
	p := &pile{name: "p"}
	p.add("tides", "a.md", "a")
	shelf, _ := Open(t.Context(), p)
	p.put("tides", "a.md", []byte("b"))
	if got, err := shelf.Read(t.Context(), "skill://tides/a.md"); err == nil || errors.Is(err, ErrNotFound) {
		t.Errorf("%+v, %v", got, err)
	}
}

// Every URI that a shelf gives out leads to the file, and is the one spelling
// that parsing keeps.
func TestURIsLeadBack(t *testing.T) {
	segment := rapid.StringMatching(`[^/\\\x00-\x1f\x7f]{1,12}`).Filter(func(s string) bool { return s != "." && s != ".." })
	rapid.Check(t, func(t *rapid.T) {
		file := strings.Join(rapid.SliceOfN(segment, 1, 4).Draw(t, "file"), "/")
		uri := runtime.SkillURI("north/pilots", file)
		if got, ok := parseURI(uri); !ok || got != "north/pilots/"+file {
			t.Fatalf("%q is %s, which reads as %q, %v", file, uri, got, ok)
		}
		if strings.ContainsAny(strings.TrimPrefix(uri, runtime.SkillScheme), " ?#:@%"[:5]) {
			t.Fatalf("%s holds what has a meaning in URIs", uri)
		}
	})
}

func FuzzParseURI(f *testing.F) {
	for _, seed := range []string{"skill://a/b", "skill://a/%2e%2e/b", "skill://", "skill://a//b", "skill://a/%2fb", "x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		p, ok := parseURI(uri)
		if !ok || p == "" {
			return
		}
		for s := range strings.SplitSeq(p, "/") {
			if s == "" || s == "." || s == ".." {
				t.Errorf("%q reads as %q", uri, p)
			}
		}
	})
}
