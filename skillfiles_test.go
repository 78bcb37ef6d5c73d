package sextant_test

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"
)

// The reference of kg-analyze names every action of its tool once, with the
// effect that the descriptor gives it.
func TestActionsOfAnalyze(t *testing.T) {
	raw, err := os.ReadFile("capabilities-power.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Capabilities []struct {
			ID   string
			Does []struct {
				Action     string
				Mutates    bool
				Idempotent bool
			}
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, c := range file.Capabilities {
		if c.ID != "graph_analyze" {
			continue
		}
		for _, a := range c.Does {
			switch {
			case !a.Mutates:
				want[a.Action] = "reads"
			case a.Idempotent:
				want[a.Action] = "changes data, safe to repeat"
			default:
				want[a.Action] = "changes data"
			}
		}
	}
	text, err := os.ReadFile("skills/kg-analyze/references/actions.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([a-z, ]+) \\|").FindAllStringSubmatch(string(text), -1)
	if len(rows) != len(want) || len(want) == 0 {
		t.Errorf("the reference lists %d actions, the descriptor has %d", len(rows), len(want))
	}
	for _, row := range rows {
		if want[row[1]] != row[2] {
			t.Errorf("action %s: the reference says %q, the descriptor %q", row[1], row[2], want[row[1]])
		}
	}
}
