package sweep

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/templates"
)

// Options say what to look at.
type Options struct {
	// Descriptors are descriptor files or MCP tools/list answers. Without any,
	// the rules about tools have nothing to go by and are silent.
	Descriptors []string
	// Dirs are folders of skills, or skills themselves, by their folder or
	// their SKILL.md; every folder below them that holds a SKILL.md is a skill.
	// One that is named twice is read once.
	Dirs []string
	// Templates is a folder of note templates; "" for the built-in ones.
	Templates string
	// Config adjusts the rules; nil for the defaults.
	Config *Config
}

// Project is what has been read: skills, descriptors and the rows beside them.
// It holds the bytes of every SKILL.md, so that fixes can be tried out without
// writing anything.
type Project struct {
	files       []*skillFile
	descriptors []source.Capability
	described   bool // a descriptor file was given
	diagnostics source.Diagnostics
	notes       catalog.NoteRenderer
	config      *Config
	single      bool // skills were named one by one, so others may be missing
}

// skillFile is one SKILL.md.
type skillFile struct {
	dir, path string
	data      []byte
	skill     *source.Skill // nil when the file is refused
	found     source.Diagnostics
	beside    source.Diagnostics // of the files beside it
	files     []source.File
	routes    []source.Route
	tests     []source.Route
	at        *lines

	body   *document      // made on demand
	joined *catalog.Skill // nil when another skill has its name
}

// document is the body of a skill that could be read.
func (f *skillFile) document() *document {
	if f.body == nil {
		f.body = readDocument(f.data, f.skill.BodyOffset)
	}
	return f.body
}

func (f *skillFile) note() string {
	if f.joined == nil {
		return ""
	}
	return f.joined.Note
}

// Load reads a project. The error is for what can't be read at all or is not
// meant for this command; everything wrong inside the files is a finding.
func Load(opt Options) (*Project, error) {
	p := &Project{config: opt.Config}
	if p.config == nil {
		p.config = &Config{}
	}
	texts, err := templates.Load(opt.Templates)
	if err != nil {
		return nil, err
	}
	if p.notes, err = catalog.ParseNotes(texts[templates.NoteCore], texts[templates.NoteModality]); err != nil {
		return nil, err
	}
	if err := p.loadDescriptors(opt.Descriptors); err != nil {
		return nil, err
	}
	if err := p.loadSkills(opt.Dirs); err != nil {
		return nil, err
	}
	if len(p.files) == 0 {
		return nil, fmt.Errorf("no SKILL.md below %s; name the folder that holds the skills' folders", strings.Join(opt.Dirs, ", "))
	}
	return p, nil
}

func (p *Project) loadDescriptors(paths []string) error {
	for _, path := range paths {
		file, found := source.ReadCapabilities(path)
		if file == nil {
			if err := found.Err(); err != nil {
				return err
			}
			return fmt.Errorf("%s: nothing in it could be read", path)
		}
		p.described = true
		p.diagnostics = append(p.diagnostics, found...)
		p.descriptors = append(p.descriptors, file.Capabilities...)
	}
	return nil
}

func loadSkill(dir string) (*skillFile, error) {
	f := &skillFile{dir: filepath.ToSlash(dir)}
	skill, found := source.ReadSkill(dir)
	if skill != nil {
		f.path, f.files = skill.Path, skill.Files
		f.skill, f.data = skill, skill.Source
	} else if err := f.readRefused(); err != nil {
		return nil, err
	}
	f.at = newLines(f.path, f.data)
	for _, d := range found {
		if d.Pos.File == f.path {
			f.found = append(f.found, d)
		} else {
			f.beside = append(f.beside, d)
		}
	}
	f.readRows()
	return f, nil
}

// readRefused reads the bytes of a SKILL.md that the reader refused, so that
// the fixes that make it readable can be made.
func (f *skillFile) readRefused() error {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return fmt.Errorf("reading the skills: %w", err)
	}
	for _, e := range entries {
		if !isSkillName(e.Name()) {
			continue
		}
		f.path = filepath.ToSlash(filepath.Join(f.dir, e.Name()))
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > source.MaxSkill {
			return nil // reported by the reader
		}
		f.data, err = os.ReadFile(f.path)
		return err
	}
	return nil
}

// readRows reads the route rows beside a skill.
func (f *skillFile) readRows() {
	for name, rows := range map[string]*[]source.Route{catalog.RoutesFile: &f.routes, catalog.TestsFile: &f.tests} {
		read, found := source.ReadSkillRoutes(filepath.FromSlash(f.dir), name)
		*rows = read
		f.beside = append(f.beside, found...)
	}
	f.beside.Sort()
}

// replace gives the file other bytes, as if they had been read from the disk.
func (f *skillFile) replace(data []byte) {
	f.data, f.at, f.body = data, newLines(f.path, data), nil
	f.skill, f.found = source.ParseSkill(f.path, data)
	if f.skill != nil {
		f.skill.Dir, f.skill.Files = f.dir, f.files
	}
}

// Counts tells how much was looked at: skills and described tools.
func (p *Project) Counts() (skills, tools int) {
	return len(p.files), len(p.descriptors)
}

// Partial tells whether skills were named one by one, so that nothing can be
// said about those that were not.
func (p *Project) Partial() bool { return p.single }

// Text returns the bytes of a file that findings point into, as the project
// holds them; nil when it can't be read.
func (p *Project) Text(path string) []byte {
	for _, f := range p.files {
		if f.path == path {
			return f.data
		}
	}
	data, err := os.ReadFile(filepath.FromSlash(path))
	if err != nil {
		return nil // the finding stands all the same, only without its text
	}
	return data
}
