package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Names of the route files in a skill's folder. They are not part of the skill's Files.
const (
	routesFile     = "routes.jsonl"      // rows the compiler learns from
	routesTestFile = "routes_test.jsonl" // rows it is measured on
)

// rowRoot is what diagnostics call a row as a whole.
const rowRoot = "the row"

// Route is one labelled request.
type Route struct {
	ID     string // may be empty
	Verb   string // one of Verbs, or empty
	Intent string // the request; blank only where Gold is empty
	Kind   string // free; "ambiguous" is known to the measuring harness

	Gold       []string   // the ids it should reach; several: any of them, or an ambiguous request; empty: nothing must match
	Candidates []string   // when not nil, the pool the answer is chosen from
	GoldGroups [][]string // when not nil, slots: any id of a group satisfies it

	Args map[string][]json.RawMessage // the accepted values of each parameter, as written; "" among them: may be left out
	Pos  Position
}

// ReadRoutes reads a file of at most [MaxFile] bytes with one JSON object a
// line. Each row needs an intent and a label: "gold", one id or a list of ids,
// or "tool". Rows with errors are reported and left out.
func ReadRoutes(path string) ([]Route, Diagnostics) {
	return readRows(path, true)
}

// ReadSkillRoutes reads a file of rows in a skill's folder; no rows when it is
// not there. As all files of a skill it must be a file itself: a link is not
// followed, and nothing that one would have to wait for is opened.
func ReadSkillRoutes(dir, name string) ([]Route, Diagnostics) {
	path := filepath.Join(dir, name)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, unreadable(path, err)
	case !info.Mode().IsRegular():
		r := fileReader{dir: dir}
		r.irregular(name, info.Mode())
		return nil, r.diagnostics
	}
	return readRows(path, true)
}

// ReadBackground reads rows like [ReadRoutes], but their label may be absent:
// requests that no capability serves.
func ReadBackground(path string) ([]Route, Diagnostics) {
	return readRows(path, false)
}

func readRows(path string, labelled bool) ([]Route, Diagnostics) {
	data, diagnostics := readBounded(path, MaxFile)
	if diagnostics != nil {
		return nil, diagnostics
	}
	return parseRows(path, data, labelled)
}

// ParseRoutes reads the content of a file of route rows; path is only used in
// diagnostics. The result refers to data, which must not be changed afterwards.
func ParseRoutes(path string, data []byte) ([]Route, Diagnostics) {
	return parseRows(path, data, true)
}

// ParseBackground is to [ReadBackground] what [ParseRoutes] is to [ReadRoutes].
func ParseBackground(path string, data []byte) ([]Route, Diagnostics) {
	return parseRows(path, data, false)
}

func parseRows(path string, data []byte, labelled bool) ([]Route, Diagnostics) {
	if len(data) > MaxFile {
		return nil, Diagnostics{tooLarge(path, int64(len(data)), MaxFile)}
	}
	s := newSink(path, data)
	s.root = rowRoot
	rows := s.rows(labelled)
	s.list.Sort()
	return rows, s.list
}

func (s *sink) rows(labelled bool) []Route {
	if !s.checkUTF8() {
		return nil
	}
	at := bom(s.data)
	if at > 0 {
		s.warn(0, CodeBOM, "save the file without it", "the file starts with a byte order mark; it is skipped")
	}
	rows := []Route{}
	ids := make(map[string]int) // id -> offset of its row
	for at < len(s.data) {
		_, next := s.line(at)
		if line := s.data[at:next]; len(bytes.TrimSpace(line)) > 0 {
			if row, ok := s.row(at, next, labelled); ok && s.newID(row, at, ids) {
				rows = append(rows, row)
			}
		}
		at = next
	}
	if len(rows) == 0 && s.errors() == 0 {
		s.warn(len(s.data), CodeEmpty, "check that this is the file you meant", "the file has no rows")
	}
	return rows
}

// newID notes a row's id; a second row with it is an error.
func (s *sink) newID(row Route, at int, ids map[string]int) bool {
	if row.ID == "" {
		return true
	}
	if first, taken := ids[row.ID]; taken {
		s.fail(at, CodeDuplicateID, "rename or delete one of the two", "%q is already the id of the row at %s", clip(row.ID), s.at(first))
		return false
	}
	ids[row.ID] = at
	return true
}

// row reads the one row in data[lo:hi].
func (s *sink) row(lo, hi int, labelled bool) (Route, bool) {
	before := s.errors()
	n, ok := s.parseJSON(lo, hi)
	if !ok {
		return Route{}, false
	}
	top := &place{}
	if n.kind != '{' {
		s.failJSON(n, top, CodeType, "write one JSON object a line", "is %s, want an object", n.what())
		return Route{}, false
	}
	r := Route{Pos: s.at(n.start)}
	for _, m := range n.members {
		s.rowField(&r, m, top.field(m.key))
	}
	s.label(&r, n, top, labelled)
	s.checkIntent(&r, n, top)
	return r, s.errors() == before
}

// checkIntent wants a request. A blank one is a fair test of "nothing must match", and of nothing else.
func (s *sink) checkIntent(r *Route, n node, at *place) {
	s.need(n, at, "intent", "write the request")
	intent, _ := n.find("intent")
	if intent.kind == '"' && strings.TrimSpace(r.Intent) == "" && len(r.Gold) > 0 {
		s.failJSON(intent, at.field("intent"), CodeEmpty, "write the request or delete the row", "is empty")
	}
}

func (s *sink) rowField(r *Route, m member, at *place) {
	switch v := m.value; m.key {
	case "id":
		r.ID = s.optionalText(v, at)
	case "verb":
		if v.kind != 'n' {
			r.Verb = s.verb(v, at)
		}
	case "intent":
		r.Intent = s.text(v, at)
	case "kind":
		r.Kind = s.optionalText(v, at)
	case "candidates":
		r.Candidates = s.ids(v, at)
	case "gold_groups":
		r.GoldGroups = s.groups(v, at)
	case "args":
		r.Args = s.args(v, at)
	}
}

// label reads gold or tool.
func (s *sink) label(r *Route, n node, at *place, labelled bool) {
	gold, hasGold := n.find("gold")
	tool, hasTool := n.find("tool")
	switch {
	case hasGold && hasTool:
		s.failJSON(tool, at.field("tool"), CodeValue, `keep "gold" and delete "tool"`, `stands beside "gold"; one label is enough`)
	case hasGold:
		r.Gold = s.ids(gold, at.field("gold"))
	case hasTool:
		r.Gold = s.ids(tool, at.field("tool"))
	case labelled:
		s.failJSON(n, at, CodeMissing, `add "gold": ["id"], or "gold": [] when nothing must match`, `has neither "gold" nor "tool"`)
	}
}

// ids reads one id or a list of ids. An id that is named twice is kept once.
func (s *sink) ids(n node, at *place) []string {
	if n.kind == '"' {
		return []string{s.id(n, at)}
	}
	if n.kind != '[' {
		s.wrongType(n, at, "an id or a list of ids", "write [] when nothing must match")
		return nil
	}
	ids := make([]string, 0, len(n.elements))
	seen := make(map[string]bool, len(n.elements))
	for i, e := range n.elements {
		id := s.id(e, at.item(i))
		if seen[id] && id != "" {
			s.warnJSON(e, at.item(i), CodeDuplicateID, "delete it", "names %q again", clip(id))
			continue
		}
		seen[id] = true
		ids = append(ids, id)
	}
	return ids
}

func (s *sink) groups(n node, at *place) [][]string {
	if s.null(n, at) {
		return nil
	}
	if n.kind != '[' {
		s.wrongType(n, at, "a list of lists of ids", `write [["a", "b"], ["c"]]`)
		return nil
	}
	groups := make([][]string, 0, len(n.elements))
	for i, e := range n.elements {
		group := s.ids(e, at.item(i))
		if e.kind == '[' && len(group) == 0 {
			s.failJSON(e, at.item(i), CodeEmpty, "name an id or delete the group", "is an empty group, which nothing satisfies")
		}
		groups = append(groups, group)
	}
	return groups
}

// args reads the accepted values of each parameter: a list, or one value.
func (s *sink) args(n node, at *place) map[string][]json.RawMessage {
	if s.null(n, at) || !s.object(n, at) {
		return nil
	}
	args := make(map[string][]json.RawMessage, len(n.members))
	for _, m := range n.members {
		if m.value.kind != '[' {
			s.wrongType(m.value, at.field(m.key), "the list of accepted values", "put it in square brackets")
			continue
		}
		values := make([]json.RawMessage, len(m.value.elements))
		for i, e := range m.value.elements {
			values[i] = s.raw(e)
		}
		args[m.key] = values
	}
	return args
}
