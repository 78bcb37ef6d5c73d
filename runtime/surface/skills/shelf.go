package skills

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Shelf is a checked snapshot of skills. It does not change; any number of
// goroutines may use it.
type Shelf struct {
	entries []*Entry // by URI
	byPath  map[string]*Entry
	files   map[string]*shelved  // by "<skill>/<file>"
	folders map[string][]*Member // by path, "" for the root; children by name
}

// shelved is a file on the shelf.
type shelved struct {
	entry  *Entry
	file   File
	source Source
	skill  string // the skill's path at its source
}

// Open reads the sources onto a shelf. Where two have a skill of the same path,
// that of the source named first is served; when their SKILL.md are the same it
// is one skill, and the source that knows more of its files speaks for it. The
// problems say what is not on the shelf and why; what is, can be served.
func Open(ctx context.Context, sources ...Source) (*Shelf, []Problem) {
	s := &Shelf{byPath: map[string]*Entry{}, files: map[string]*shelved{}}
	var problems []Problem
	left := int64(MaxShelfBytes)
	for _, src := range sources {
		found, more := src.List(ctx)
		problems = append(problems, more...)
		if len(found) > MaxSkills {
			problems = append(problems, Problem{Source: src.Name(), Err: fmt.Errorf("has %d skills; the first %d are served", len(found), MaxSkills)})
			found = found[:MaxSkills]
		}
		for i := range found {
			if err := s.add(src, &found[i], &left); err != nil {
				problems = append(problems, Problem{Source: src.Name(), Skill: found[i].Path, Err: err})
			}
		}
	}
	slices.SortFunc(s.entries, func(a, b *Entry) int { return strings.Compare(a.URI, b.URI) })
	s.folders = tree(s)
	return s, problems
}

// add puts a skill on the shelf.
func (s *Shelf) add(src Source, skill *Skill, left *int64) error {
	frontmatter, err := check(skill)
	if err != nil {
		return err
	}
	var size int64
	for _, f := range skill.Files {
		size += f.Size
	}
	if other := s.byPath[skill.Path]; other != nil && other.manualDigest() == manualDigest(skill.Files) {
		if len(skill.Files) <= len(other.files) {
			return nil
		}
		*left += s.remove(other)
	}
	if size > *left {
		return fmt.Errorf("the skills have more than %d bytes together", MaxShelfBytes)
	}
	for _, f := range skill.Files {
		if taken := s.files[skill.Path+"/"+f.Path]; taken != nil {
			return fmt.Errorf("%s is served from %s already", runtime.SkillURI(skill.Path, f.Path), taken.source.Name())
		}
	}
	*left -= size
	e := newEntry(skill, frontmatter)
	for _, f := range skill.Files {
		s.files[skill.Path+"/"+f.Path] = &shelved{entry: e, file: f, source: src, skill: skill.Path}
	}
	s.entries = append(s.entries, e)
	s.byPath[skill.Path] = e
	return nil
}

// remove takes a skill off the shelf and returns its size.
func (s *Shelf) remove(e *Entry) (size int64) {
	for _, f := range e.files {
		size += f.Size
		delete(s.files, e.Path+"/"+f.Path)
	}
	delete(s.byPath, e.Path)
	s.entries = slices.DeleteFunc(s.entries, func(other *Entry) bool { return other == e })
	return size
}

// Entries are the skills in order of their URIs.
func (s *Shelf) Entries() []*Entry { return s.entries }

// Entry finds a skill by the URI of its SKILL.md.
func (s *Shelf) Entry(uri string) (*Entry, bool) {
	p, ok := parseURI(uri)
	if !ok || path.Base(p) != runtime.SkillManual {
		return nil, false
	}
	f := s.files[p]
	if f == nil || f.file.Path != runtime.SkillManual {
		return nil, false
	}
	return f.entry, true
}

// Content is a file as it is read.
type Content struct {
	URI      string
	MIMEType string
	Data     []byte
}

// Read reads a file, or the manifest of a skill, by its URI. The error is
// ErrNotFound for what is not on the shelf; any other is the source's.
func (s *Shelf) Read(ctx context.Context, uri string) (*Content, error) {
	p, ok := parseURI(uri)
	if !ok {
		return nil, ErrNotFound
	}
	f := s.files[p]
	if f == nil {
		if e := s.byPath[strings.TrimSuffix(p, "/"+manifestName)]; e != nil && path.Base(p) == manifestName {
			return e.manifest(uri)
		}
		return nil, ErrNotFound
	}
	data, err := f.source.Read(ctx, f.skill, f.file.Path)
	if err != nil {
		return nil, fmt.Errorf("%s from %s: %w", uri, f.source.Name(), err)
	}
	if sum := sha256.Sum256(data); "sha256:"+hex.EncodeToString(sum[:]) != f.file.Digest {
		return nil, fmt.Errorf("%s: the content at %s is no longer the one that was listed; it is not served", uri, f.source.Name())
	}
	return &Content{URI: uri, MIMEType: mimeType(p), Data: data}, nil
}

// manifestName is the name under which older clients ask what belongs to a
// skill. A skill's own file of that name comes first.
const manifestName = "_manifest"

// manifest is the list of a skill's files as older clients read it.
func (e *Entry) manifest(uri string) (*Content, error) {
	type file struct {
		Path string `json:"path"`
		Size int64  `json:"size"`
		Hash string `json:"hash"`
	}
	out := struct {
		Skill string `json:"skill"`
		Files []file `json:"files"`
	}{Skill: e.Name}
	for _, f := range e.files {
		out.Files = append(out.Files, file{f.Path, f.Size, f.Digest})
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("manifest of %s: %w", e.Path, err)
	}
	return &Content{URI: uri, MIMEType: "application/json", Data: raw}, nil
}
