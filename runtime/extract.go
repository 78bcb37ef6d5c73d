package runtime

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Extract returns a router of its own for a part of the surface: the capabilities
// that keep accepts. The others are not hidden but absent: their rows, their
// words and their names are not in the new tables, so nothing that the new router
// says can mention them, and they are no rivals to those that are kept. What is
// kept has its numbers, its learned weights and the fitted thresholds of the whole
// surface. The tables are written anew, so it costs a few times what New does.
//
// It is for a smaller surface that stands alone, such as that of one agent. To hide
// capabilities from some callers of a surface use [Router.Restrict], which is cheap
// and knows what it withholds.
//
// Lines that tell when to use a capability go when they name one that is absent.
// The error says which row is malformed, or that nothing is left.
func (r *Router) Extract(keep func(*Record) bool) (*Router, error) {
	p, err := newPart(r, keep)
	if err != nil {
		return nil, fmt.Errorf("extracting a part of the surface: %w", err)
	}
	t := *r.tables
	t.FittedOn = max(t.FittedOn, r.live)
	if t.Capabilities, err = p.capabilities(); err != nil {
		return nil, fmt.Errorf("extracting a part of the surface: %w", err)
	}
	t.Schemas = p.schemas(t.Schemas)
	t.Lexical, t.Learned = p.rows(t.Lexical, false), p.rows(t.Learned, true)
	if t.Notes, err = p.notes(); err != nil {
		return nil, fmt.Errorf("extracting a part of the surface: %w", err)
	}
	if t.Skills, err = p.bundle(); err != nil {
		return nil, fmt.Errorf("extracting a part of the surface: %w", err)
	}
	t.Digest = p.digest(t.Digest)
	t.Checksum = t.Sum()
	return New(&t)
}

// part is a choice of a router's capabilities.
type part struct {
	r       *Router
	records []*Record // by number, nil for those that go
	gone    []string  // ids
	// speaks tells of a feature whether it speaks for one that stays.
	speaks map[string]bool
}

func newPart(r *Router, keep func(*Record) bool) (*part, error) {
	p := &part{r: r, records: make([]*Record, len(r.caps)), speaks: map[string]bool{}}
	kept := 0
	for number, c := range r.caps {
		if !c.live {
			continue
		}
		record, err := r.Record(number)
		if err != nil {
			return nil, err
		}
		if !keep(record) {
			p.gone = append(p.gone, record.ID)
			continue
		}
		p.records[number] = record
		kept++
	}
	if kept == 0 {
		return nil, fmt.Errorf("none of %d capabilities is kept", r.live)
	}
	return p, nil
}

func (p *part) has(id string) bool {
	number, ok := p.r.Lookup(id)
	return ok && p.records[number] != nil
}

// capabilities are the rows of those that stay, without a word of the others.
func (p *part) capabilities() (string, error) {
	var out []byte
	for _, record := range p.records {
		if record == nil {
			out = AppendRetired(out)
			continue
		}
		absent := func(id string) bool { return !p.has(id) }
		record.Skills = slices.DeleteFunc(record.Skills, absent)
		record.Wraps = slices.DeleteFunc(record.Wraps, absent)
		record.WhenToUse = slices.DeleteFunc(record.WhenToUse, p.names)
		record.WhenNot = slices.DeleteFunc(record.WhenNot, p.names)
		var err error
		if out, err = AppendRecord(out, record); err != nil {
			return "", err
		}
	}
	return string(out), nil
}

// names tells whether a text names a capability that goes.
func (p *part) names(text string) bool {
	return slices.ContainsFunc(p.gone, func(id string) bool { return containsName(text, id) })
}

// containsName finds an id that is not part of a longer one.
func containsName(text, id string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], id)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(id)
		if (start == 0 || !isNameByte(text[start-1])) && (end == len(text) || !isNameByte(text[end])) {
			return true
		}
		from = start + 1
	}
}

func isNameByte(c byte) bool {
	return c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func (p *part) schemas(rows string) string {
	lines := strings.Split(rows, "\n")
	for number, record := range p.records {
		if record == nil && number < len(lines) {
			lines[number] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// rows drops the postings of those that go. Lexical rows must come first: they
// tell which features still speak for something.
func (p *part) rows(rows string, learned bool) string {
	var out []byte
	if body := withoutComment(rows); len(body) < len(rows) {
		out, rows = append(out, rows[:len(rows)-len(body)]...), body
	}
	feature := ""
	var postings []Posting
	for rest := rows; rest != ""; {
		r, next, _ := nextRow(rest, 0) // New has read these rows before
		rest = next
		if r.feature != feature {
			out = AppendRow(out, feature, p.staying(feature, postings, learned))
			feature, postings = r.feature, postings[:0]
		}
		for i := range r.len() {
			posting, _ := r.decodePosting(i)
			postings = append(postings, posting)
		}
	}
	return string(AppendRow(out, feature, p.staying(feature, postings, learned)))
}

// staying are the postings of a feature without those of what goes.
//
// What was learned to speak for the absent alone speaks for "nothing fits" here:
// a request in such words is one that this part of the surface does not serve.
func (p *part) staying(feature string, postings []Posting, learned bool) []Posting {
	var stay []Posting
	lost := 0
	for _, one := range postings {
		isClass := one.ID >= len(p.records)
		speaks := !learned || one.Weight > SignedWeightBias
		switch {
		case isClass || p.records[one.ID] != nil:
			stay = append(stay, one)
			p.speaks[feature] = p.speaks[feature] || speaks && !isClass
		case speaks:
			lost = max(lost, one.Weight)
		}
	}
	if !learned || lost == 0 || p.speaks[feature] {
		return stay
	}
	stay = slices.DeleteFunc(stay, func(one Posting) bool { return one.ID == NoneID })
	return append(stay, Posting{ID: NoneID, Weight: lost})
}

func (p *part) notes() (string, error) {
	rows, err := p.r.tables.NoteRows()
	if err != nil {
		return "", err
	}
	var out strings.Builder
	lines := slices.Collect(strings.Lines(p.r.tables.Notes))
	for i, row := range rows {
		if p.has(row.Skill) && !p.names(row.Text) {
			out.WriteString(lines[i])
		}
	}
	return out.String(), nil
}

func (p *part) bundle() (string, error) {
	files, err := p.r.tables.SkillFiles()
	if err != nil {
		return "", err
	}
	var out []byte
	for _, f := range files {
		if !p.has(f.Skill) {
			continue
		}
		if out, err = AppendFile(out, f.Skill, f.Path, []byte(f.Content)); err != nil {
			return "", err
		}
	}
	return string(out), nil
}

// digest names the whole surface and the part of it.
func (p *part) digest(whole string) string {
	h := sha256.New()
	fmt.Fprintln(h, whole)
	for _, record := range p.records {
		if record != nil {
			fmt.Fprintln(h, record.ID)
		}
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}
