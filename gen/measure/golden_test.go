package measure_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/sextant-mcp/sextant/gen/measure"
)

func TestTextReport(t *testing.T) {
	var b bytes.Buffer
	if err := fixedReport(t).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	compareGolden(t, "testdata/report.txt", b.Bytes())
}

func TestJSONReport(t *testing.T) {
	var b bytes.Buffer
	if err := fixedReport(t).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	compareGolden(t, "testdata/report.json", b.Bytes())
}

// TestJSONHasTheDocumentedKeys: scripts read these.
func TestJSONHasTheDocumentedKeys(t *testing.T) {
	r := fixedReport(t)
	r.Baselines = append(r.Baselines, r.Baselines[0])
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for key, inner := range map[string][]string{
		"n": nil, "top1": nil, "top3": nil, "top5": nil, "recall5": nil, "mrr": nil, "ndcg10": nil,
		"no_match":       {"n", "refused", "false_offer_rate", "auroc"},
		"ambiguous":      {"n", "asked", "ask_rate"},
		"clear":          {"n", "asked_rate", "refused_rate"},
		"routed":         {"n", "coverage", "accuracy"},
		"wrong_act_rate": nil,
		"latency_ns":     {"p50", "p99"},
		"allocs_per_op":  nil,
		"kinds":          {"plain", "ambiguous"},
		"baseline":       {"name", "top1", "no_match", "latency_ns"},
		"confusion":      nil,
		"misses":         nil,
	} {
		value, ok := got[key]
		if !ok {
			t.Errorf("no key %q", key)
		}
		for _, k := range inner {
			if object, isObject := value.(map[string]any); !isObject || object[k] == nil {
				t.Errorf("no key %q in %q: %v", k, key, value)
			}
		}
	}
	if _, ok := got["args"]; ok {
		t.Error("args are reported although nothing reads them")
	}
	if list, _ := got["baselines"].([]any); len(list) != 2 {
		t.Errorf("baselines %v, want both", got["baselines"])
	}
}

// TestReportOfNothing: a corpus of one class and no baseline is fine.
func TestReportOfNothing(t *testing.T) {
	r := &measure.Report{Main: measure.Measured{Name: "sextant", Summary: measure.Summarize(nil, measure.Speed{})}}
	for name, write := range map[string]func(*measure.Report, *bytes.Buffer) error{
		"text": func(r *measure.Report, b *bytes.Buffer) error { return r.WriteText(b) },
		"json": func(r *measure.Report, b *bytes.Buffer) error { return r.WriteJSON(b) },
		"html": func(r *measure.Report, b *bytes.Buffer) error { return r.WriteHTML(b) },
	} {
		var b bytes.Buffer
		if err := write(r, &b); err != nil || b.Len() == 0 {
			t.Errorf("%s: %d bytes, %v", name, b.Len(), err)
		}
		if bytes.Contains(b.Bytes(), []byte("NaN")) {
			t.Errorf("%s says NaN:\n%s", name, b.String())
		}
	}
}
