package report_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/sextant-mcp/sextant/gen/sweep/report"
)

// TestSARIFIndices: a result's index must lead to the rule it names. That a log
// fits the schema of the format is checked on the output of cmd/skillsweep.
func TestSARIFIndices(t *testing.T) {
	var b bytes.Buffer
	if err := report.Write(&b, report.SARIF, sample()); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string
				RuleIndex int
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Results) == 0 {
		t.Fatal("no results")
	}
	for _, r := range run.Results {
		if got := run.Tool.Driver.Rules[r.RuleIndex].ID; got != r.RuleID {
			t.Errorf("index %d leads to %s, want %s", r.RuleIndex, got, r.RuleID)
		}
	}
}
