package measure

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
)

// ArgumentReader reads the arguments of a call from a request in the user's own
// words. It returns the ones it is certain of, as JSON values by parameter.
type ArgumentReader interface {
	ReadArguments(id, intent string) map[string]json.RawMessage
}

// ArgCount counts the arguments of one row.
type ArgCount struct {
	Filled int // parameters that were read
	Right  int // of these, the ones with an accepted value
	Wanted int // parameters that the row does not let be left out
	Found  int // of these, the ones with an accepted value
}

// exact tells whether all that is wanted was found and nothing wrong was read.
func (a *ArgCount) exact() bool { return a.Right == a.Filled && a.Found == a.Wanted }

// ArgSummary sums up the rows with arguments. Precision is the share of what was
// read that is right, recall the share of what is wanted that was found, exact
// the share of rows with all of it and nothing wrong.
type ArgSummary struct {
	N         int   `json:"n"`
	Precision Share `json:"precision"`
	Recall    Share `json:"recall"`
	Exact     Share `json:"exact"`
}

func summarizeArgs(results []Result) *ArgSummary {
	var sum ArgCount
	n, exact := 0, 0
	for i := range results {
		a := results[i].Args
		if a == nil {
			continue
		}
		n++
		sum.Filled += a.Filled
		sum.Right += a.Right
		sum.Wanted += a.Wanted
		sum.Found += a.Found
		if a.exact() {
			exact++
		}
	}
	if n == 0 {
		return nil
	}
	return &ArgSummary{N: n, Precision: share(sum.Right, sum.Filled), Recall: share(sum.Found, sum.Wanted), Exact: share(exact, n)}
}

// calledTool is the capability whose arguments the row tells: the first gold
// that is offered, so that reading is measured apart from ranking.
func calledTool(row *source.Route) string {
	for _, id := range row.Gold {
		if row.Candidates == nil || BestRank(row.Candidates, []string{id}) > 0 {
			return id
		}
	}
	return ""
}

func countArgs(row *source.Route, read map[string]json.RawMessage) *ArgCount {
	c := &ArgCount{Filled: len(read)}
	for name, accepted := range row.Args {
		value, isRead := read[name]
		right := isRead && acceptable(value, accepted)
		if right {
			c.Right++
		}
		if !optional(accepted) {
			c.Wanted++
			if right {
				c.Found++
			}
		}
	}
	return c
}

// optional tells whether a parameter may be left out: "" is among its values.
func optional(accepted []json.RawMessage) bool {
	for _, v := range accepted {
		if string(v) == `""` {
			return true
		}
	}
	return false
}

func acceptable(value json.RawMessage, accepted []json.RawMessage) bool {
	got, ok := decode(value)
	if !ok {
		return false
	}
	for _, a := range accepted {
		if want, ok := decode(a); ok && reflect.DeepEqual(got, want) {
			return true
		}
	}
	return false
}

// decode reads a JSON value in the form in which values are compared: numbers
// by value, strings without case, blanks and the punctuation that writers
// differ in. These are the liberties that the function-calling corpora take.
func decode(raw json.RawMessage) (any, bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, false
	}
	return loosen(v), true
}

var looseText = strings.NewReplacer(" ", "", ",", "", ".", "", "/", "", "-", "", "_", "", "*", "", "^", "", "'", `"`)

func loosen(v any) any {
	switch v := v.(type) {
	case string:
		return looseText.Replace(strings.ToLower(v))
	case []any:
		for i := range v {
			v[i] = loosen(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = loosen(v[k])
		}
	}
	return v
}
