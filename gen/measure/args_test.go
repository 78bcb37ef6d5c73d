package measure_test

import (
	"encoding/json"
	"testing"

	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/source"
)

// reader reads the same arguments from every request, for the tools it knows.
type reader map[string]string

func (r reader) ReadArguments(id, intent string) map[string]json.RawMessage {
	var out map[string]json.RawMessage
	if err := json.Unmarshal([]byte(r[id]), &out); err != nil {
		return nil
	}
	return out
}

func rowWithArgs(t *testing.T, args string) source.Route {
	t.Helper()
	rows, diags := source.ParseRoutes("args.jsonl", []byte(`{"intent":"x","gold":["ride#2","ride"],"candidates":["ride","other"],"args":`+args+`}`))
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	return rows[0]
}

func TestArguments(t *testing.T) {
	const accepted = `{"loc":["123 Main St.","Main Street 123"],"time":[10],"type":["plus",""],"opt":[{"a":["X y"]},""]}`
	for _, tt := range []struct {
		name, read string
		want       measure.ArgCount
	}{
		{"all", `{"loc":"123 main st","time":10.0,"type":"Plus","opt":{"a":["x Y"]}}`, measure.ArgCount{Filled: 4, Right: 4, Wanted: 2, Found: 2}},
		{"what is wanted", `{"loc":"main street 123","time":10}`, measure.ArgCount{Filled: 2, Right: 2, Wanted: 2, Found: 2}},
		{"one missing", `{"loc":"123 Main St."}`, measure.ArgCount{Filled: 1, Right: 1, Wanted: 2, Found: 1}},
		{"one wrong", `{"loc":"124 Main St.","time":10}`, measure.ArgCount{Filled: 2, Right: 1, Wanted: 2, Found: 1}},
		{"a number as text", `{"time":"10"}`, measure.ArgCount{Filled: 1, Wanted: 2}},
		{"invented", `{"loc":"123 Main St.","time":10,"color":"red"}`, measure.ArgCount{Filled: 3, Right: 2, Wanted: 2, Found: 2}},
		{"nothing", `{}`, measure.ArgCount{Wanted: 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			// Of the golds only ride is offered, so its arguments are read.
			opt := measure.Options{Arguments: reader{"ride": tt.read}}
			got := measure.Run(scripted{}, []source.Route{rowWithArgs(t, accepted)}, opt)[0].Args
			if got == nil || *got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestArgumentSummary(t *testing.T) {
	rows := []source.Route{
		rowWithArgs(t, `{"a":[1],"b":[2]}`),
		rowWithArgs(t, `{"a":[1],"c":[3,""]}`),
		rowWithArgs(t, `{"a":[5]}`),
		{Intent: "no args", Gold: []string{"ride"}},
	}
	s := measure.Summarize(measure.Run(scripted{}, rows, measure.Options{Arguments: reader{"ride": `{"a":1}`}}), speed)
	if s.Args == nil {
		t.Fatal("no arguments are reported")
	}
	// Read: three times a=1, right in two rows; wanted: a, b; a; a.
	if a := *s.Args; a.N != 3 || !near(float64(a.Precision), 2./3) || !near(float64(a.Recall), 2./4) || !near(float64(a.Exact), 1./3) {
		t.Errorf("%+v", a)
	}
	floors, err := measure.ParseFloors("args.precision=.7")
	if err != nil {
		t.Fatal(err)
	}
	if says := floors[0].Check(&s); says != "args.precision is 0.6667, must be at least 0.7" {
		t.Error(says)
	}
}

func TestWithoutAReaderThereAreNoArguments(t *testing.T) {
	s := measure.Summarize(measure.Run(scripted{}, []source.Route{rowWithArgs(t, `{"a":[1]}`)}, measure.Options{}), speed)
	if s.Args != nil {
		t.Errorf("%+v", s.Args)
	}
}
