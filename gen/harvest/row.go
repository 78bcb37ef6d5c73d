package harvest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/internal/atomicfile"
)

// Kind is why a row is proposed.
type Kind string

// The kinds, the weightiest first.
const (
	Correction Kind = "correction"
	Choice     Kind = "choice"
	Failure    Kind = "failure"
)

var weight = map[Kind]int{Correction: 2, Choice: 1, Failure: 0}

// Row is a proposed row of routes.jsonl. Kind, Seen and Note are for the reviewer;
// readers of rows pass over them.
type Row struct {
	Verb   string   `json:"verb"`
	Intent string   `json:"intent"`
	Gold   []string `json:"gold"` // the one that was chosen most first
	Kind   Kind     `json:"kind"`
	// Seen is how often it happened.
	Seen int    `json:"seen"`
	Note string `json:"note"`
}

// AppendRows appends the rows to dst, a line of JSON each.
func AppendRows(dst []byte, rows []Row) ([]byte, error) {
	out := bytes.NewBuffer(dst)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false) // rows are reviewed by people
	for _, r := range rows {
		if err := enc.Encode(r); err != nil {
			return dst, fmt.Errorf("row %q: %w", r.Intent, err)
		}
	}
	return out.Bytes(), nil
}

// AppendTo appends the rows to a file, which is the old one or the new one whatever
// happens. Without rows nothing is written.
func AppendTo(path string, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(data) > 0 && !bytes.HasSuffix(data, []byte("\n")) {
		data = append(data, '\n')
	}
	if data, err = AppendRows(data, rows); err != nil {
		return err
	}
	return atomicfile.Replace(path, data)
}

// proposal gathers what was seen of one request.
type proposal struct {
	verb, intent string
	kind         Kind
	seen         int
	notes        []string
	golds        map[string]int
}

// note takes in one more sighting. What people did outweighs what failed.
func (p *proposal) note(s sighting) {
	switch {
	case weight[s.kind] > weight[p.kind] && p.kind == Failure:
		p.seen, p.notes, p.golds = 0, nil, map[string]int{}
	case s.kind == Failure && p.kind != Failure && p.seen > 0:
		return
	}
	if p.seen == 0 || weight[s.kind] > weight[p.kind] {
		p.kind = s.kind
	}
	p.seen++
	if !slices.Contains(p.notes, s.note) {
		p.notes = append(p.notes, s.note)
	}
	for i, id := range s.gold {
		p.golds[id] += len(s.gold) - i // of a failure, the one that was called first
	}
}

func (p *proposal) row() Row {
	r := Row{Verb: p.verb, Intent: p.intent, Kind: p.kind, Seen: p.seen, Note: strings.Join(p.notes, "; ")}
	for id := range p.golds {
		r.Gold = append(r.Gold, id)
	}
	slices.SortFunc(r.Gold, func(a, b string) int {
		return cmp.Or(cmp.Compare(p.golds[b], p.golds[a]), strings.Compare(a, b))
	})
	return r
}

// order is that of a report: what happened most first.
func order(a, b Row) int {
	return cmp.Or(cmp.Compare(b.Seen, a.Seen), cmp.Compare(weight[b.Kind], weight[a.Kind]),
		strings.Compare(a.Intent, b.Intent), strings.Compare(a.Verb, b.Verb))
}
