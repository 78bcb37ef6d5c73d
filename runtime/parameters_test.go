package runtime_test

import (
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// On a surface that knows no requests of users it speaks for a request being served
// that the first candidate has parameters for what it mentions.
func TestParametersTakeWhatIsMentioned(t *testing.T) {
	r := compile(t, `
		{"id":"fence_paint","one_line":"Paint a fence.","intent_verbs":["act"],"typed_io":{"input_params":[{"name":"length"},{"name":"colour"}]}},
		{"id":"roof_wash","one_line":"Wash the roof with water under pressure.","intent_verbs":["act"]},
		{"id":"mail_send","one_line":"Send a mail to one or more people.","intent_verbs":["act"]}`)
	tables := *r.Tables()
	if !tables.Fit.Learned || tables.Fit.Requests || !strings.Contains(tables.Capabilities, `"params":`) {
		t.Fatalf("this is no surface of descriptions with parameters: %+v %s", tables.Fit, tables.Capabilities)
	}
	tables.Capabilities = strings.ReplaceAll(tables.Capabilities, `"params":`, `"others":`)
	tables.Checksum = tables.Sum()
	without, err := runtime.New(&tables)
	if err != nil {
		t.Fatal(err)
	}
	for intent, more := range map[string]bool{"paint the fence": false, "paint the fence 7": true} {
		q := runtime.Query{Verb: runtime.Act, Intent: intent}
		with, best := r.Resolve(nil, q)
		bare, _ := without.Resolve(nil, q)
		if best[0].ID != "fence_paint" || bare.Confidence > with.Confidence || (bare.Confidence < with.Confidence) != more {
			t.Errorf("%q: %v, sure by %.4f with parameters, %.4f without", intent, best, with.Confidence, bare.Confidence)
		}
	}
}
