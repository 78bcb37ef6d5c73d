package hidden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// Found is a run of hidden characters in one text of a JSON value.
type Found struct {
	// Path is where the text stands, such as inputSchema.properties.path.title;
	// that of a key ends in its number among the keys, in order, as in properties{2}.
	Path string
	// Run is a part of the text, escapes being read.
	Run Run
}

// String says what was found and where.
func (f Found) String() string {
	what := fmt.Sprintf("%U (%s)", f.Run.First, f.Run.Kind)
	if f.Run.Count > 1 {
		what += fmt.Sprintf(" and %d more", f.Run.Count-1)
	}
	return fmt.Sprintf("%s has %s at byte %d", f.Path, what, f.Run.Start)
}

// maxFound bounds what is told of one value.
const maxFound = 20

// InJSON finds the hidden characters in the texts of a JSON object, keys included;
// with fields, only in those. It tells of the first twenty.
func InJSON(raw []byte, fields ...string) []Found {
	if !suspicious(raw) {
		return nil
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return nil
	}
	w := &walker{}
	for _, key := range sortedKeys(object) {
		if len(fields) > 0 && !slices.Contains(fields, key) {
			continue
		}
		var value any
		if json.Unmarshal(object[key], &value) == nil {
			w.walk(Escape(key), value)
		}
	}
	return w.found
}

// suspicious is false for JSON of visible ASCII alone, which most is.
func suspicious(raw []byte) bool {
	return bytes.Contains(raw, []byte(`\u`)) || bytes.Contains(raw, []byte(`\b`)) || bytes.Contains(raw, []byte(`\f`)) ||
		bytes.ContainsFunc(raw, func(r rune) bool { return r > '~' || r < ' ' && r != '\n' && r != '\r' && r != '\t' })
}

type walker struct{ found []Found }

func (w *walker) text(path, text string) {
	for _, run := range Find(text) {
		if len(w.found) == maxFound {
			return
		}
		w.found = append(w.found, Found{path, run})
	}
}

func (w *walker) walk(path string, value any) {
	switch v := value.(type) {
	case string:
		w.text(path, v)
	case []any:
		for i, one := range v {
			w.walk(path+"["+strconv.Itoa(i)+"]", one)
		}
	case map[string]any:
		for i, key := range sortedKeys(v) {
			w.text(path+"{"+strconv.Itoa(i)+"}", key)
			w.walk(path+"."+Escape(key), v[key])
		}
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
