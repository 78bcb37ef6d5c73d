package enrich

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mcp/sextant/gen/source"
)

// The fields that are written.
const (
	examplesKey = "examples"
	originsKey  = "example_origins"
)

// CodeOrigins is the code of diagnostics about example_origins.
const CodeOrigins = "example-origins"

// Document is a capability file that can be added to.
type Document struct {
	path    string
	data    []byte
	entries []source.Capability
	index   map[string]int
	origins []map[string]string // by entry: phrase -> model
}

// Phrase is an example and where it comes from.
type Phrase struct {
	Text   string
	Origin string
	// Rejected phrases are noted without becoming examples.
	Rejected bool
}

// Parse reads a capability file in any of the forms that gen/source knows; path
// is only used in diagnostics. With an error among the diagnostics there is no
// document.
func Parse(path string, data []byte) (*Document, source.Diagnostics) {
	file, diags := source.ParseCapabilities(path, data)
	if file == nil || diags.HasErrors() {
		return nil, diags
	}
	d := &Document{path: path, data: data, entries: file.Capabilities, index: make(map[string]int, len(file.Capabilities))}
	for i := range d.entries {
		c := &d.entries[i]
		d.index[c.ID] = i
		origins := map[string]string{}
		if raw := c.Extra[originsKey]; raw != nil && json.Unmarshal(raw, &origins) != nil {
			diags = append(diags, source.Diagnostic{
				Pos: c.Pos, Severity: source.Error, Code: CodeOrigins, Path: originsKey,
				Message: originsKey + " of " + c.ID + " is no object of strings",
				Hint:    `write {"the example": "the model"} or delete it`,
			})
		}
		d.origins = append(d.origins, origins)
	}
	if diags.HasErrors() {
		return nil, diags
	}
	return d, diags
}

// Bytes returns the file as it is now.
func (d *Document) Bytes() []byte { return d.data }

// Capabilities returns the entries as they are now, in the order of the file.
func (d *Document) Capabilities() []source.Capability { return d.entries }

// generated are the examples of an entry that a model wrote.
func (d *Document) generated(i int) []string {
	var out []string
	for _, e := range d.entries[i].Examples {
		if _, ok := d.origins[i][e]; ok {
			out = append(out, e)
		}
	}
	return out
}

// rejected are the phrases of an entry that a reviewer took out.
func (d *Document) rejected(i int) []string {
	var out []string
	for phrase := range d.origins[i] {
		if !slices.Contains(d.entries[i].Examples, phrase) {
			out = append(out, phrase)
		}
	}
	slices.Sort(out)
	return out
}

// ErrUnknown is wrapped in the error for an id that the file does not have.
var ErrUnknown = errors.New("no capability of that id")

// Add puts phrases behind the examples of an entry, with their origins.
func (d *Document) Add(id string, phrases []Phrase) error {
	i, ok := d.index[id]
	if !ok {
		return fmt.Errorf("%s: %w: %s", d.path, ErrUnknown, id)
	}
	if len(phrases) == 0 {
		return nil
	}
	entry := &d.entries[i]
	start := offset(d.data, entry.Pos)
	now, err := extend(d.data[start:start+len(entry.Raw)], phrases)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", entry.Pos, id, err)
	}
	data := slices.Concat(d.data[:start], now, d.data[start+len(entry.Raw):])
	next, diags := Parse(d.path, data)
	if err := diags.Err(); err != nil {
		return fmt.Errorf("%s: %s: the file would not read back: %w", entry.Pos, id, err)
	}
	if err := d.verify(next, i, phrases); err != nil {
		return fmt.Errorf("%s: %s: %w", entry.Pos, id, err)
	}
	*d = *next
	return nil
}

// errMeaning is for an edit that would say something else than intended.
var errMeaning = errors.New("the edit would change more than the examples; nothing was done")

// verify compares the document with the one after phrases were added to entry i.
func (d *Document) verify(next *Document, i int, phrases []Phrase) error {
	if len(next.entries) != len(d.entries) {
		return errMeaning
	}
	for j := range d.entries {
		if j != i && !bytes.Equal(d.entries[j].Raw, next.entries[j].Raw) {
			return errMeaning
		}
	}
	want := slices.Clone(d.entries[i].Examples)
	for _, p := range phrases {
		if !p.Rejected {
			want = append(want, p.Text)
		}
		if next.origins[i][p.Text] != p.Origin {
			return errMeaning
		}
	}
	if !slices.Equal(want, next.entries[i].Examples) {
		return errMeaning
	}
	return nil
}

// Adopt takes over what an earlier run added to another version of the file: all
// phrases with an origin that this one has not, rejected ones too. It returns
// how many.
func (d *Document) Adopt(earlier *Document) (int, error) {
	n := 0
	for i := range earlier.entries {
		id := earlier.entries[i].ID
		own, ok := d.index[id]
		if !ok {
			continue
		}
		var phrases []Phrase
		for _, p := range earlier.noted(i) {
			if _, known := d.origins[own][p.Text]; !known && !slices.Contains(d.entries[own].Examples, p.Text) {
				phrases = append(phrases, p)
			}
		}
		if err := d.Add(id, phrases); err != nil {
			return n, err
		}
		n += len(phrases)
	}
	return n, nil
}

// noted are the phrases of an entry that have an origin: the examples in their
// order, then the rejected ones.
func (d *Document) noted(i int) []Phrase {
	var out []Phrase
	for _, e := range d.generated(i) {
		out = append(out, Phrase{Text: e, Origin: d.origins[i][e]})
	}
	for _, e := range d.rejected(i) {
		out = append(out, Phrase{Text: e, Origin: d.origins[i][e], Rejected: true})
	}
	return out
}

// offset is the byte that a position stands for.
func offset(data []byte, pos source.Position) int {
	at := 0
	for line := 1; line < pos.Line; line++ {
		at += bytes.IndexByte(data[at:], '\n') + 1
	}
	return at + pos.Column - 1
}
