package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/sextant-mcp/sextant/gen/internal/jsonedit"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// Document is a file of descriptors that servers are compared with.
type Document struct {
	path    string
	data    []byte
	file    *source.CapabilityFile
	entries []*lock.Entry // by number in the file, nil for one without a digest
	skills  []lock.Skill
}

// emptyFile is a file without descriptors, in the layout of those that are
// written.
const emptyFile = "{\n \"capabilities\": []\n}\n"

// New returns a document without entries; the path is only used in messages.
func New(path string) *Document {
	return &Document{path: path, data: []byte(emptyFile), file: &source.CapabilityFile{Path: path, Form: source.FormDescriptors}}
}

// Parse reads a file of descriptors; the path is only used in messages. With an
// error there is no document; the diagnostics hold it and what else is odd.
func Parse(path string, data []byte) (*Document, source.Diagnostics, error) {
	file, diagnostics := source.ParseCapabilities(path, data)
	if err := diagnostics.Err(); err != nil {
		return nil, diagnostics, err
	}
	if _, err := lock.New(file); err != nil {
		return nil, diagnostics, err
	}
	d := &Document{path: path, data: data, file: file}
	var err error
	if d.skills, err = lock.ParseSkills(d.object()); err != nil {
		return nil, diagnostics, fmt.Errorf("%s: %w", path, err)
	}
	for i := range file.Capabilities {
		e, ok, err := lock.EntryOf(&file.Capabilities[i])
		if err != nil {
			return nil, diagnostics, err
		}
		if !ok {
			e = nil
		}
		d.entries = append(d.entries, e)
	}
	return d, diagnostics, nil
}

// Bytes returns the file as it is now.
func (d *Document) Bytes() []byte { return d.data }

// find is the number of the descriptor of a server's tool, -1 without one. One that
// has a digest comes before one that has none.
func (d *Document) find(server, tool string) int {
	found := -1
	for i := range d.file.Capabilities {
		switch {
		case !lock.Describes(&d.file.Capabilities[i], server, tool):
		case d.entries[i] != nil:
			return i
		case found < 0:
			found = i
		}
	}
	return found
}

// edits are changes of a document that are to be made together.
type edits struct {
	replaced map[int][]byte   // entries by number
	added    map[int][][]byte // behind the entry of that number, or -1
}

// apply makes the changes, and refuses those after which the file would not read
// back.
func (d *Document) apply(e *edits, skills []lock.Skill) error {
	if len(e.replaced)+len(e.added) == 0 && slices.Equal(skills, d.skills) {
		return nil
	}
	root, at, err := d.list()
	if err != nil {
		return fmt.Errorf("%s: %w", d.path, err)
	}
	list, err := e.rewrite(d.data[at.Start:at.End], root.StyleOf(d.object()))
	if err != nil {
		return fmt.Errorf("%s: %w", d.path, err)
	}
	data := jsonedit.Splice(d.data, at.Start, at.End, string(list))
	n := len(d.file.Capabilities)
	for _, added := range e.added {
		n += len(added)
	}
	if data, err = recount(data, n); err != nil {
		return fmt.Errorf("%s: %w", d.path, err)
	}
	if data, err = withSkills(data, skills); err != nil {
		return fmt.Errorf("%s: %w", d.path, err)
	}
	next, diagnostics, err := Parse(d.path, data)
	if err != nil {
		return fmt.Errorf("%s: the file would not read back, nothing was done: %w", d.path, errors.Join(err, diagnostics.Err()))
	}
	if len(next.file.Capabilities) != n {
		return fmt.Errorf("%s: the file would hold %d entries in place of %d; nothing was done", d.path, len(next.file.Capabilities), n)
	}
	*d = *next
	return nil
}

// object is the file's JSON without what stands around it.
func (d *Document) object() []byte {
	start := bytes.IndexByte(d.data, '{')
	return bytes.TrimRight(d.data[start:], " \t\r\n")
}

// list finds the list of entries; its place is that in the file.
func (d *Document) list() (jsonedit.Container, jsonedit.Part, error) {
	root, err := jsonedit.Scan(d.object())
	if err != nil {
		return root, jsonedit.Part{}, err
	}
	i := root.Find("capabilities")
	if i < 0 {
		return root, jsonedit.Part{}, jsonedit.ErrNoObject
	}
	at := root.Parts[i]
	start := bytes.IndexByte(d.data, '{')
	at.Start, at.End = at.Start+start, at.End+start
	return root, at, nil
}

// rewrite makes the changes in the list.
func (e *edits) rewrite(list []byte, st jsonedit.Style) ([]byte, error) {
	l, err := jsonedit.Scan(list)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	from := 0
	for i, p := range l.Parts {
		if now, ok := e.replaced[i]; ok {
			b.Write(list[from:p.Start])
			b.Write(now)
			from = p.End
		}
	}
	b.Write(list[from:])
	list = b.Bytes()
	behind := make([]int, 0, len(e.added))
	for i := range e.added {
		behind = append(behind, i)
	}
	slices.Sort(behind)
	for _, i := range slices.Backward(behind) {
		if list, err = jsonedit.Insert(list, i+1, e.added[i], st); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// recount corrects the number of entries, where the file has one.
func recount(data []byte, n int) ([]byte, error) {
	start := bytes.IndexByte(data, '{')
	end := len(bytes.TrimRight(data, " \t\r\n"))
	root, err := jsonedit.Scan(data[start:end])
	if err != nil {
		return nil, err
	}
	i := root.Find("count")
	if i < 0 || !json.Valid(data[start+root.Parts[i].Start:start+root.Parts[i].End]) {
		return data, nil
	}
	return jsonedit.Splice(data, start+root.Parts[i].Start, start+root.Parts[i].End, strconv.Itoa(n)), nil
}
