package catalog

import (
	"bytes"
	"fmt"
	"strings"
	"text/template"

	"github.com/sextant-mcp/sextant/gen/source"
)

// NoteRenderer renders the condensed note of a skill: the blockquote that tells
// a reader how to reach the wrapped tools while they are behind the verbs.
type NoteRenderer interface {
	// Render returns the note as Markdown, "> " before every line, one line
	// break at the end.
	Render(NoteData) (string, error)
}

// NoteData is what a note's template sees.
type NoteData struct {
	Skill string   // the skill's name
	Tools []string // the wrapped tools, at least one
	First string   // the first of them
	Verb  string   // the verb that reaches the first
	Tier  string
}

// NoteTemplates renders notes from text templates, one a tier.
type NoteTemplates struct{ byTier map[string]*template.Template }

// ParseNotes reads the templates of the tiers that carry a note.
func ParseNotes(core, modality string) (*NoteTemplates, error) {
	n := &NoteTemplates{byTier: map[string]*template.Template{}}
	for tier, text := range map[string]string{TierCore: core, TierModality: modality} {
		t, err := template.New(tier).Funcs(template.FuncMap{"code": code, "list": quotedList}).Parse(text)
		if err != nil {
			return nil, fmt.Errorf("note template of tier %s: %w", tier, err)
		}
		n.byTier[tier] = t
	}
	return n, nil
}

// Render implements NoteRenderer. A skill without a tier gets the note of core.
func (n *NoteTemplates) Render(d NoteData) (string, error) {
	t := n.byTier[d.Tier]
	if t == nil {
		t = n.byTier[TierCore]
	}
	var b bytes.Buffer
	if err := t.Execute(&b, d); err != nil {
		return "", fmt.Errorf("note of %s: %w", d.Skill, err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight("> "+line, " ")
	}
	return strings.Join(lines, "\n") + "\n", nil
}

// code sets names in code, separated by commas.
func code(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = "`" + n + "`"
	}
	return strings.Join(out, ", ")
}

// quotedList is the names as the items of a list in a call.
func quotedList(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = `"` + n + `"`
	}
	return strings.Join(out, ", ")
}

// renderNote fills in the note of a skill that wraps tools.
func (b *builder) renderNote(s *Skill) {
	if b.cat.notes == nil || len(s.Tools) == 0 {
		return
	}
	note, err := b.cat.notes.Render(NoteData{Skill: s.Name, Tools: s.Tools, First: s.Tools[0], Verb: s.Verb, Tier: s.Tier})
	if err != nil {
		b.report(source.Position{File: s.Path, Line: 1, Column: 1}, source.Error, "note-template",
			"mend the template", "%v", err)
		note = "" // half a note would mislead
	}
	s.Note = note
}
