package jsonedit_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/internal/jsonedit"
)

// Each case shows an object before and after one of its keys was set.
func TestSet(t *testing.T) {
	for name, tt := range map[string]struct{ before, after string }{
		"replaced":        {`{"a": 1, "k": {"x": 1}, "z": 2.50}`, `{"a": 1, "k": {"n":9007199254740993}, "z": 2.50}`},
		"behind another":  {`{"a": 1, "z": 2}`, `{"a": 1, "k": {"n":9007199254740993}, "z": 2}`},
		"at the end":      {`{"z": 2}`, `{"z": 2, "k": {"n":9007199254740993}}`},
		"minified":        {`{"a":1,"z":2}`, `{"a":1,"k":{"n":9007199254740993},"z":2}`},
		"on lines":        {"{\n \"a\": 1\n}", "{\n \"a\": 1,\n \"k\": {\n  \"n\": 9007199254740993\n }\n}"},
		"CR LF, and tabs": {"{\r\n\t\"a\": 1\r\n}", "{\r\n\t\"a\": 1,\r\n\t\"k\": {\r\n\t\t\"n\": 9007199254740993\r\n\t}\r\n}"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := jsonedit.Set([]byte(tt.before), "k", []byte(`{"n": 9007199254740993}`), "nowhere", "a")
			if err != nil || string(got) != tt.after {
				t.Errorf("got\n%s\nwant\n%s\n%v", got, tt.after, err)
			}
		})
	}
}

func TestDelete(t *testing.T) {
	for before, after := range map[string]string{
		`{"k": 1, "z": 2}`:            `{"z": 2}`,
		`{"a": 1, "k": 2}`:            `{"a": 1}`,
		`{"a": 1, "k": [2] , "z": 3}`: `{"a": 1 , "z": 3}`,
		`{"a": 1}`:                    `{"a": 1}`,
	} {
		got, err := jsonedit.Delete([]byte(before), "k")
		if err != nil || string(got) != after {
			t.Errorf("%s: %s, want %s (%v)", before, got, after, err)
		}
	}
	if got, err := jsonedit.Delete([]byte(`{"k": 1}`), "k"); err == nil {
		t.Errorf("an object without fields: %s", got)
	}
}

func TestInsert(t *testing.T) {
	for name, tt := range map[string]struct {
		file   string
		behind int
		want   string
	}{
		"empty":       {"{\n \"l\": []\n}", 0, "{\n \"l\": [\n  {\n   \"id\": 7\n  }\n ]\n}"},
		"first":       {`{"l": [1, 2]}`, 0, `{"l": [{"id":7}, 1, 2]}`},
		"between":     {"{\n \"l\": [\n  1,\n  2\n ]\n}", 1, "{\n \"l\": [\n  1,\n  {\n   \"id\": 7\n  },\n  2\n ]\n}"},
		"last":        {"{\"l\": [\n1\n]}", 1, "{\"l\": [\n1,\n{\n  \"id\": 7\n}\n]}"},
		"on one line": {`{"l":[1]}`, 1, `{"l":[1,{"id":7}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			o, err := jsonedit.Scan([]byte(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			p := o.Parts[0]
			list, err := jsonedit.Insert([]byte(tt.file[p.Start:p.End]), tt.behind, [][]byte{[]byte(`{"id": 7}`)}, o.StyleOf([]byte(tt.file)))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(jsonedit.Splice([]byte(tt.file), p.Start, p.End, string(list))); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// Whatever the layout, what was set is read, what was deleted is gone, and the
// other fields keep their bytes.
func TestSetAndDeleteProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		space := func(label string) string {
			return rapid.SampledFrom([]string{"", " ", "\n", "\n  ", "\r\n\t"}).Draw(t, label)
		}
		other := `"other":` + space("a") + `{"j": [1,  2.50, "\u00e9"]}`
		raw := "{" + space("b") + other
		if rapid.Bool().Draw(t, "there") {
			raw += space("c") + "," + space("d") + `"k"` + space("e") + ":" + space("f") + `[{}, null]`
		}
		raw += space("g") + "}"
		value, err := json.Marshal(rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		set, err := jsonedit.Set([]byte(raw), "k", value, "other")
		if err != nil {
			t.Fatal(err)
		}
		var read struct{ K map[string]string }
		if err := json.Unmarshal(set, &read); err != nil || !strings.Contains(string(set), other) {
			t.Fatalf("%v\n%s\n%s", err, raw, set)
		}
		if got, err := json.Marshal(read.K); err != nil || string(got) != string(value) {
			t.Fatalf("%s is not %s (%v)", got, value, err)
		}
		gone, err := jsonedit.Delete(set, "k")
		if err != nil || strings.Contains(string(gone), `"k"`) || !strings.Contains(string(gone), other) || !json.Valid(gone) {
			t.Fatalf("%v\n%s\n%s", err, set, gone)
		}
	})
}
