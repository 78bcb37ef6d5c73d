package sweep_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

// fleetSkills is how many skills the generated fleet has.
const fleetSkills = 785

// writeFleet writes a fleet of skills, each with a body of about 5 kB, and the
// descriptors of their tools.
func writeFleet(tb testing.TB) sweep.Options {
	tb.Helper()
	dir := tb.TempDir()
	var entries []string
	for i := range fleetSkills {
		name := fmt.Sprintf("part-%03d", i)
		tool := "graph_" + strings.ReplaceAll(name, "-", "_")
		entries = append(entries, fmt.Sprintf(`{"id":%q,"one_line":"Handle the matters of %s, the %s one of the fleet.","intent_verbs":["act"],`+
			`"does":[{"action":"run"},{"action":"stop"}],"typed_io":{"rest_route":"/graph/%s",`+
			`"input_params":[{"name":"action","type":"string"},{"name":"query","type":"string","required":true}]}}`, tool, name, word(i), name))
		var body strings.Builder
		fmt.Fprintf(&body, "---\nname: kg-%s\ndescription: Use it for the matters of %s, those of a %s %s kind.\ntier: core\nwraps: [%s]\n---\n\n# kg-%s\n\n",
			name, name, word(i*7), word(i*13), tool, name)
		for j := range 30 {
			fmt.Fprintf(&body, "## Part %d\n\nSome words about %s and [its link](#part-%d).\n\n```\n%s(action=\"run\", query=\"%s\")\n```\n\n", j, word(i+j), j, tool, word(j))
		}
		folder := filepath.Join(dir, "skills", "kg-"+name)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "SKILL.md"), []byte(body.String()), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	cpd := filepath.Join(dir, "cpd.json")
	if err := os.WriteFile(cpd, []byte(`{"capabilities":[`+strings.Join(entries, ",\n")+`]}`), 0o644); err != nil {
		tb.Fatal(err)
	}
	return sweep.Options{Descriptors: []string{cpd}, Dirs: []string{filepath.Join(dir, "skills")}}
}

// word makes a word that is another for each number.
func word(n int) string {
	const syllables = "kalomiresuntopaverinu"
	var b strings.Builder
	for n += 30; n > 0; n /= 10 {
		at := n % 10 * 2
		b.WriteString(syllables[at : at+2])
	}
	return b.String()
}

// TestFleet sweeps the fleet: every skill lacks its note, and nothing else that
// is certain is wrong.
func TestFleet(t *testing.T) {
	opt := writeFleet(t)
	opt.Config = withoutResolver
	project, err := sweep.Load(opt)
	if err != nil {
		t.Fatal(err)
	}
	findings := project.Findings()
	if len(findings) != fleetSkills || findings[0].Rule != "note-missing" {
		t.Errorf("%d findings, want %d missing notes; the first is %v", len(findings), fleetSkills, findings[0])
	}
	if repaired, err := project.Repair(); err != nil || len(repaired) != fleetSkills {
		t.Errorf("%d repaired, error %v", len(repaired), err)
	}
}

// BenchmarkFleet reads and checks the fleet, all rules included. Its live-MB are
// what the project holds when that is done.
func BenchmarkFleet(b *testing.B) {
	opt := writeFleet(b)
	b.ReportAllocs()
	var project *sweep.Project
	for b.Loop() {
		var err error
		if project, err = sweep.Load(opt); err != nil {
			b.Fatal(err)
		}
		if len(project.Findings()) == 0 {
			b.Fatal("nothing found")
		}
	}
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	b.ReportMetric(float64(memory.HeapAlloc)/1e6, "live-MB")
	runtime.KeepAlive(project)
}
