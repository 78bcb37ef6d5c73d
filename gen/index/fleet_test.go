package index_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// The real tools of 27 public servers on one surface.
const fleetSize = 1691

func TestFleetToolsAnswerToTheirNames(t *testing.T) {
	cat := compiled(t, fleet(t))
	if got := len(cat.Capabilities); got != fleetSize {
		t.Fatalf("the fleet has %d tools, want %d", got, fleetSize)
	}
	leaf := func(c *catalog.Capability) string { return c.Name }
	whole := func(c *catalog.Capability) string { return c.Server + "/" + c.Name }
	for how, opt := range map[string]index.Options{"words alone": {LexicalOnly: true}, "learned": {}} {
		r := loaded(t, build(t, cat, opt))
		for _, name := range []func(*catalog.Capability) string{leaf, whole} {
			count := namesakes(cat, name)
			for _, c := range cat.Capabilities {
				called := name(c)
				decision, candidates := r.Resolve(nil, runtime.Query{Intent: called, K: runtime.MaxK})
				at := slices.IndexFunc(candidates, func(x runtime.Candidate) bool { return x.ID == c.ID })
				if most := count[called]; at < 0 || at >= most || decision.Outcome == runtime.NoMatch {
					t.Errorf("%s: %q is answered with %s, %s at rank %d, want %d at most", how, called, decision.Outcome, c.ID, at+1, most)
				}
			}
		}
	}
}

// namesakes counts the tools by their names.
func namesakes(cat *catalog.Catalog, name func(*catalog.Capability) string) map[string]int {
	count := map[string]int{}
	for _, c := range cat.Capabilities {
		count[name(c)]++
	}
	return count
}

// Neither the order of the servers nor that of their tools shows in any answer.
func TestFleetAnswersDoNotDependOnTheOrderOfTools(t *testing.T) {
	tools := fleet(t)
	requests := fleetRequests(t, tools, 200)
	want := fleetAnswers(t, tools, requests, index.Options{LexicalOnly: true})
	for seed := range uint64(20) {
		if diff := cmp.Diff(want, fleetAnswers(t, shuffled(tools, seed), requests, index.Options{LexicalOnly: true})); diff != "" {
			t.Fatalf("words alone: shuffle %d changes the answers:\n%.1000s", seed, diff)
		}
	}
	want = fleetAnswers(t, tools, requests, index.Options{})
	if diff := cmp.Diff(want, fleetAnswers(t, shuffled(tools, 20), requests, index.Options{})); diff != "" {
		t.Fatalf("learned: a shuffle changes the answers:\n%.1000s", diff)
	}
}

// fleetAnswer is all that a caller sees of an answer.
type fleetAnswer struct {
	Intent     string
	Decision   runtime.Decision
	Candidates []runtime.Candidate
}

func fleetAnswers(t *testing.T, tools []fleetTool, requests []ask, opt index.Options) []fleetAnswer {
	t.Helper()
	r := loaded(t, build(t, compiled(t, tools), opt))
	var out []fleetAnswer
	for _, q := range requests {
		decision, candidates := r.Resolve(nil, runtime.Query{Verb: q.verb, Intent: q.intent, K: 8})
		out = append(out, fleetAnswer{q.intent, decision, candidates})
	}
	return out
}

// fleetTool is an entry of a tools list as its server wrote it, and the id and
// server that it has in the fleet.
type fleetTool map[string]json.RawMessage

func shuffled(tools []fleetTool, seed uint64) []fleetTool {
	out := slices.Clone(tools)
	rand.New(rand.NewPCG(seed, 2)).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// fleet reads the tools lists. Of a server with two lists the fuller one
// counts, whose file is named after the server with a word to say so.
func fleet(t *testing.T) []fleetTool {
	t.Helper()
	root := os.Getenv("SEXTANT_DATA")
	if root == "" {
		t.Skip("SEXTANT_DATA names no folder of real tools lists")
	}
	paths, err := filepath.Glob(filepath.Join(root, "fleet", "tools-list", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for _, path := range paths {
		server := strings.TrimSuffix(filepath.Base(path), ".json")
		server = strings.TrimSuffix(strings.TrimSuffix(server, "-all"), "-allcaps")
		if len(path) > len(list[server]) {
			list[server] = path
		}
	}
	var tools []fleetTool
	for server, path := range list {
		tools = append(tools, fleetServer(t, server, path)...)
	}
	slices.SortFunc(tools, func(a, b fleetTool) int { return strings.Compare(string(a["id"]), string(b["id"])) })
	return tools
}

func fleetServer(t *testing.T, server, path string) []fleetTool {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct{ Tools []fleetTool }
	if err := json.Unmarshal(data, &answer); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	for _, tool := range answer.Tools {
		var name string
		if err := json.Unmarshal(tool["name"], &name); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		tool["id"], tool["server"] = quoted(t, server+"/"+name), quoted(t, server)
	}
	return answer.Tools
}

func quoted(t *testing.T, s string) json.RawMessage {
	t.Helper()
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// fleetRequests are n requests: those that people made of the fleet, then names
// of tools from all over it.
func fleetRequests(t *testing.T, tools []fleetTool, n int) []ask {
	t.Helper()
	path := filepath.Join(os.Getenv("SEXTANT_DATA"), "fleet", "dev.jsonl")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []ask
	for line := range strings.Lines(string(data)) {
		var row struct{ Verb, Intent string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		verb, err := runtime.ParseVerb(row.Verb)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, ask{intent: row.Intent, verb: verb})
	}
	step := len(tools) / n
	for i := 0; len(out) < n; i += step {
		var name string
		if err := json.Unmarshal(tools[i]["name"], &name); err != nil {
			t.Fatal(err)
		}
		out = append(out, ask{intent: name})
	}
	return out
}
