package index_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// surface joins lean descriptors, in the order given.
func surface(t testing.TB, descriptors ...string) *catalog.Catalog {
	t.Helper()
	return index.CatalogOf(t, descriptors...)
}

func build(t testing.TB, cat *catalog.Catalog, opt index.Options) *index.Result {
	t.Helper()
	res, err := index.Build(context.Background(), cat, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// shop makes n different lean descriptors out of a small vocabulary.
func shop(n int) []string {
	verbs := []string{"create", "list", "delete", "update", "search", "export", "archive", "merge"}
	things := []string{"invoice", "customer", "order", "ticket", "report", "contract", "shipment", "refund", "coupon", "supplier"}
	places := []string{"warehouse", "branch", "web shop", "depot", "market", "outlet", "factory", "office", "yard", "plant", "harbour", "store", "studio"}
	var out []string
	for i := range n {
		v, o, p := verbs[i%8], things[i/8%10], places[i/80%13]
		out = append(out, fmt.Sprintf(`{"id":"%s_%s_%s_%d","one_line":"%s one %s in the %s.","intent_verbs":["act"],
			"typed_io":{"input_params":[{"name":"%s_id","type":"string"}]}}`, v, o, strings.ReplaceAll(p, " ", "_"), i, v, o, p, o))
	}
	return out
}

var withExamples = []string{
	`{"id":"mail_send","one_line":"Send a mail.","intent_verbs":["act"],"examples":["tell ann by mail","write to the bank","mail the slides to the team"]}`,
	`{"id":"mail_search","one_line":"Find mails.","intent_verbs":["ask"],"examples":["where is the mail about the lease","mails from the bank","look for the slides ann sent"]}`,
	`{"id":"cal_create","one_line":"Put an appointment into the calendar.","intent_verbs":["write"],"examples":["lunch with ann on friday","book the dentist","block monday for the audit"]}`,
	`{"id":"cal_list","one_line":"Show appointments.","intent_verbs":["ask"],"examples":["am I free on friday","what is on today","when is the audit"]}`,
}

func TestBuildDoesNotDependOnTheOrderOfItsInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("trains a whole surface, which takes minutes under the race detector")
	}
	for name, descriptors := range map[string][]string{"lean": shop(60), "with examples": withExamples} {
		want := build(t, surface(t, descriptors...), index.Options{})
		for seed := range uint64(5) {
			shuffled := slices.Clone(descriptors)
			rand.New(rand.NewPCG(seed, 0)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			got := build(t, surface(t, shuffled...), index.Options{})
			if diff := cmp.Diff(want.Tables, got.Tables); diff != "" {
				t.Fatalf("%s: shuffle %d changes the tables:\n%.500s", name, seed, diff)
			}
		}
	}
}

// One new capability must be a diff that a person can review.
func TestAddingOneCapabilityChangesFewRows(t *testing.T) {
	descriptors := shop(1000)
	// The rows that are looked at are those that are not learned.
	before := build(t, surface(t, descriptors...), index.Options{LexicalOnly: true})
	added := `{"id":"print_label_counter","one_line":"Print a shipping label at the counter of the branch.","intent_verbs":["act"],
		"typed_io":{"input_params":[{"name":"order_id","type":"string"},{"name":"copies","type":"integer","description":"How many labels to print."}]},
		"examples":["label for order 7 please","two more stickers for the parcel"]}`
	after := build(t, surface(t, append(descriptors, added)...), index.Options{Lock: before.Lock, LexicalOnly: true})
	if got := after.Lock.IDs[len(after.Lock.IDs)-1]; got != "print_label_counter" {
		t.Fatalf("the new capability got a number among the old ones; the last is %s", got)
	}
	changed := changedLines(before.Tables.Lexical, after.Tables.Lexical) + changedLines(before.Tables.Capabilities, after.Tables.Capabilities) +
		changedLines(before.Tables.Schemas, after.Tables.Schemas)
	t.Logf("%d of %d rows change", changed, strings.Count(after.Tables.Lexical, "\n"))
	if changed > 100 {
		t.Errorf("adding one capability to 1,000 changes %d rows, want at most 100", changed)
	}
}

// changedLines counts the lines of either text that the other lacks.
func changedLines(a, b string) int {
	count := map[string]int{}
	for line := range strings.Lines(a) {
		count[line]++
	}
	for line := range strings.Lines(b) {
		count[line]--
	}
	removed, added := 0, 0
	for _, n := range count {
		removed, added = removed+max(n, 0), added+max(-n, 0)
	}
	return max(removed, added)
}

func TestLockKeepsNumbers(t *testing.T) {
	first := build(t, surface(t, withExamples...), index.Options{})
	without := build(t, surface(t, withExamples[0], withExamples[2], withExamples[3]), index.Options{Lock: first.Lock})
	if diff := cmp.Diff(first.Lock, without.Lock); diff != "" {
		t.Fatalf("removing a capability changes the lock:\n%s", diff)
	}
	r, err := runtime.New(without.Tables)
	if err != nil {
		t.Fatal(err)
	}
	if r.Len() != 3 || r.Ids() != 4 {
		t.Fatalf("%d capabilities with %d numbers, want 3 and 4", r.Len(), r.Ids())
	}
	if _, candidates := r.Resolve(nil, runtime.Query{Intent: "find mails about the lease"}); slices.ContainsFunc(candidates, func(c runtime.Candidate) bool { return c.ID == "mail_search" }) {
		t.Fatalf("the retired capability is a candidate: %v", candidates)
	}
	back := build(t, surface(t, withExamples...), index.Options{Lock: without.Lock})
	if diff := cmp.Diff(first.Tables, back.Tables); diff != "" {
		t.Fatalf("a capability that comes back does not get its number back:\n%.300s", diff)
	}
}

func TestACapabilityWithoutADescriptorStillRanks(t *testing.T) {
	file, diags := source.ParseCapabilities("tools.json", []byte(`{"tools":[
		{"name":"getUserById","description":"Look one user up by its number.","inputSchema":{"type":"object"}},
		{"name":"deleteFlow","description":"Erase a workflow.","inputSchema":{"type":"object"},"annotations":{"destructiveHint":true}}]}`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	cat, _ := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	r, err := index.Router(context.Background(), cat, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for intent, want := range map[string]struct {
		verb runtime.Verb
		id   string
	}{"get user": {runtime.Ask, "getUserById"}, "erase a workflow by id": {runtime.Write, "deleteFlow"}} {
		_, candidates := r.Resolve(nil, runtime.Query{Verb: want.verb, Intent: intent})
		if len(candidates) == 0 || candidates[0].ID != want.id {
			t.Errorf("%s %q: %v, want %s", want.verb, intent, candidates, want.id)
			continue
		}
		record, err := r.Record(candidates[0].Number)
		if err != nil || record.Source != runtime.SourceLexical {
			t.Errorf("%s: source %q, %v, want %q", want.id, record.Source, err, runtime.SourceLexical)
		}
	}
}

// Where nothing on the surface serves a request, the class that was learned
// from the background rows and near misses says so.
func TestNothingFitsIsLearned(t *testing.T) {
	r, err := index.Router(context.Background(), surface(t, withExamples...), index.Options{Train: []index.Row{{Intent: "print two copies of the lease"}}})
	if err != nil {
		t.Fatal(err)
	}
	in, _ := r.Resolve(nil, runtime.Query{Intent: "mail the lease to the bank"})
	out, _ := r.Resolve(nil, runtime.Query{Intent: "what is the weather in Lisbon tomorrow"})
	if in.Outcome == runtime.NoMatch || out.Outcome != runtime.NoMatch || in.None >= out.None {
		t.Errorf("served: %+v\nnot served: %+v", in, out)
	}
}

func BenchmarkBuild(b *testing.B) {
	cat := surface(b, append(shop(200), withExamples...)...)
	for b.Loop() {
		build(b, cat, index.Options{})
	}
}
