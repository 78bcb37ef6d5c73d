package index_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// symptom is one way in which tool routers are known to fail their users, with
// a small surface on which it shows and what a user would expect instead.
type symptom struct {
	name  string
	tools []tool
	asks  []ask
	// foil is a naive router that has the symptom: it gets at least one of the
	// requests wrong on some order of the tools. A case that it passed would
	// prove nothing.
	foil foil
}

// tool is an MCP tool of a small surface. The part of the id before the first
// slash is its server.
type tool struct {
	id, says string
	examples []string
}

// ask is a request and what is expected of the answer.
type ask struct {
	intent string
	want   want
	verb   runtime.Verb // Any where it does not matter
}

// want is an expected answer.
type want struct {
	// ids are the candidates expected at the head of the list, in any order;
	// a single one is expected first.
	ids []string
	// outcomes are the decisions that are fine, nil when any is.
	outcomes []runtime.Outcome
	// never are tools that must not be candidates at all.
	never []string
}

var (
	routed  = []runtime.Outcome{runtime.Route}
	asked   = []runtime.Outcome{runtime.AskBack}
	offered = []runtime.Outcome{runtime.Route, runtime.AskBack}
)

// routes wants the tool chosen.
func routes(id string) want { return want{ids: []string{id}, outcomes: routed} }

// leads wants the tool first, chosen or offered in a question.
func leads(id string) want { return want{ids: []string{id}, outcomes: offered} }

// ranks wants the tool first, whatever is decided.
func ranks(id string) want { return want{ids: []string{id}} }

// asks wants the question which of the tools is meant.
func asks(ids ...string) want { return want{ids: ids, outcomes: asked} }

// both wants all of the tools within reach, whichever is first.
func both(ids ...string) want { return want{ids: ids, outcomes: offered} }

// nothing wants a plain no.
func nothing() want { return want{outcomes: []runtime.Outcome{runtime.NoMatch}} }

// without adds tools that must not be candidates.
func (w want) without(ids ...string) want {
	w.never = ids
	return w
}

// answer is what a router made of a request: its decision and its candidates,
// best first.
type answer struct {
	outcome runtime.Outcome
	ids     []string
}

// problem says how an answer differs from what is wanted, "" when it does not.
func (w want) problem(a answer) string {
	if w.outcomes != nil && !slices.Contains(w.outcomes, a.outcome) {
		return fmt.Sprintf("is answered with %s %v, want %v", a.outcome, a.ids, w.outcomes)
	}
	if len(a.ids) < len(w.ids) {
		return fmt.Sprintf("has only the candidates %v, want %v", a.ids, w.ids)
	}
	head := slices.Clone(a.ids[:len(w.ids)])
	slices.Sort(head)
	if !slices.Equal(head, slices.Sorted(slices.Values(w.ids))) {
		return fmt.Sprintf("has %v first, want %v", a.ids, w.ids)
	}
	for _, id := range w.never {
		if slices.Contains(a.ids, id) {
			return fmt.Sprintf("offers %s, for which nothing speaks: %v", id, a.ids)
		}
	}
	return ""
}

func symptoms() []symptom {
	return slices.Concat(languageSymptoms(), wordSymptoms(), nameSymptoms(), choiceSymptoms())
}

// Every symptom is absent, in whatever order the tools come: the ranking is
// right on words alone, the decision too once "nothing fits" is learned.
func TestKnownSymptoms(t *testing.T) {
	for _, s := range symptoms() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			for n, order := range orders(s.tools) {
				words := load(t, order, index.Options{LexicalOnly: true})
				for _, a := range s.asks {
					a.want.outcomes = nil
					a.check(t, fmt.Sprintf("words alone, order %d", n), words)
				}
			}
			learned := load(t, s.tools, index.Options{})
			for _, a := range s.asks {
				a.check(t, "learned", learned)
			}
		})
	}
}

func (a *ask) check(t *testing.T, how string, r *runtime.Router) {
	t.Helper()
	if p := a.want.problem(resolve(r, a.verb, a.intent)); p != "" {
		t.Errorf("%s: %q %s", how, a.intent, p)
	}
}

func TestKnownSymptomsHaveOneNameEach(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range symptoms() {
		if seen[s.name] {
			t.Errorf("two cases are called %q", s.name)
		}
		seen[s.name] = true
	}
}

func resolve(r *runtime.Router, verb runtime.Verb, intent string) answer {
	decision, candidates := r.Resolve(nil, runtime.Query{Verb: verb, Intent: intent, K: 8})
	a := answer{outcome: decision.Outcome}
	for _, c := range candidates {
		a.ids = append(a.ids, c.ID)
	}
	return a
}

// load compiles the tools as a server lists them.
func load(t testing.TB, tools []tool, opt index.Options) *runtime.Router {
	t.Helper()
	r, err := index.Router(context.Background(), listed(t, tools), opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func listed(t testing.TB, tools []tool) *catalog.Catalog {
	t.Helper()
	var list []map[string]any
	for _, tool := range tools {
		entry := map[string]any{"id": tool.id, "name": tool.id, "description": tool.says}
		if server, name, ok := strings.Cut(tool.id, "/"); ok {
			entry["server"], entry["name"] = server, name
		}
		if tool.examples != nil {
			entry["examples"] = tool.examples
		}
		list = append(list, entry)
	}
	return compiled(t, list)
}

// compiled builds the catalog of a tools list.
func compiled(t testing.TB, list any) *catalog.Catalog {
	t.Helper()
	data, err := json.Marshal(map[string]any{"tools": list})
	if err != nil {
		t.Fatal(err)
	}
	return index.CatalogFrom(t, data)
}

// orders are the orders in which tools are tried: as given, backwards, and two
// shuffles with fixed seeds.
func orders(tools []tool) [][]tool {
	backwards := slices.Clone(tools)
	slices.Reverse(backwards)
	out := [][]tool{tools, backwards}
	for seed := range uint64(2) {
		shuffled := slices.Clone(tools)
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		out = append(out, shuffled)
	}
	return out
}
