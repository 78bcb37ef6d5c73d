package lock

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sextant-mcp/sextant/gen/hidden"
	"github.com/sextant-mcp/sextant/gen/source"
)

// File is what a file of descriptors approves. It does not change.
type File struct {
	path    string
	entries []*Entry
	index   map[[2]string]*Entry
	list    []source.Capability
	skills  []Skill
}

// Read reads a file of descriptors.
func Read(path string) (*File, source.Diagnostics, error) {
	file, diagnostics := source.ReadCapabilities(path)
	if err := diagnostics.Err(); err != nil {
		return nil, diagnostics, err
	}
	f, err := New(file)
	if err != nil {
		return nil, diagnostics, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, diagnostics, fmt.Errorf("reading the skills of %s: %w", path, err)
	}
	if f.skills, err = ParseSkills(bytes.TrimPrefix(data, []byte("\ufeff"))); err != nil {
		return nil, diagnostics, fmt.Errorf("%s: %w", path, err)
	}
	return f, diagnostics, nil
}

// Skills are the approved skills, in the order of the file.
func (f *File) Skills() []Skill { return f.skills }

// New returns what a capability file approves.
func New(file *source.CapabilityFile) (*File, error) {
	if file.Form != source.FormDescriptors {
		return nil, fmt.Errorf(`%s is an answer to tools/list; a file that approves has a list "capabilities", as sextant probe writes it`, file.Path)
	}
	f := &File{path: file.Path, index: map[[2]string]*Entry{}, list: file.Capabilities}
	for i := range file.Capabilities {
		e, ok, err := EntryOf(&file.Capabilities[i])
		switch {
		case err != nil:
			return nil, err
		case !ok:
			continue
		}
		key := [2]string{e.Capability.Server, e.Tool.Name}
		if other := f.index[key]; other != nil {
			return nil, fmt.Errorf("%s: %s and %s both stand for the tool %q of %q; delete one", e.Capability.Pos, other.Capability.ID, e.Capability.ID, e.Tool.Name, e.Capability.Server)
		}
		f.index[key] = e
		f.entries = append(f.entries, e)
	}
	return f, nil
}

// Path is where the file was read.
func (f *File) Path() string { return f.path }

// Entries are the approved tools, in the order of the file.
func (f *File) Entries() []*Entry { return f.entries }

// Capabilities are all descriptors of the file, those without a digest too.
func (f *File) Capabilities() []source.Capability { return f.list }

// Find returns the entry of a server's tool, nil without one.
func (f *File) Find(server, tool string) *Entry { return f.index[[2]string{server, tool}] }

// Of returns the entries of a server, in the order of the file.
func (f *File) Of(server string) (entries []*Entry) {
	for _, e := range f.entries {
		if e.Capability.Server == server {
			entries = append(entries, e)
		}
	}
	return entries
}

// Descriptors returns the descriptors of the file for a surface of these servers:
// without those that vanished, and with the whole description where one_line still
// is its beginning.
func (f *File) Descriptors(mounted func(server string) bool) (list []source.Capability) {
	locked := map[*source.Capability]*Entry{}
	for _, e := range f.entries {
		locked[e.Capability] = e
	}
	for i := range f.list {
		c := &f.list[i]
		e := locked[c]
		if !mounted(c.Server) || e != nil && e.Vanished {
			continue
		}
		one := *c
		if e != nil && e.Tool.Description != "" && OneLine(e.Tool.Description) == c.OneLine {
			one.OneLine = hidden.Strip(e.Tool.Description)
		}
		list = append(list, one)
	}
	return list
}

// DefaultPath is where the approval of a configuration is looked for: beside it,
// mcp.lock.json for mcp.json.
func DefaultPath(config string) string {
	extension := filepath.Ext(config)
	return strings.TrimSuffix(config, extension) + ".lock.json"
}
