package index_test

import (
	"context"
	"slices"
	"testing"

	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// A second server must not rename or renumber the tools of the first, nor
// change the answers that only the first can give.
func TestASecondServerLeavesTheFirstAlone(t *testing.T) {
	first := []tool{
		{id: "mill/search_grain", says: "Search the stored grain."},
		{id: "mill/grind", says: "Grind a batch of grain."},
		{id: "mill/weigh", says: "Weigh a batch."},
	}
	second := []tool{
		{id: "bakery/knead", says: "Knead a dough."},
		{id: "bakery/bake", says: "Bake a batch of bread."},
	}
	ctx := context.Background()
	before, err := index.Build(ctx, listed(t, first), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	after, err := index.Build(ctx, listed(t, slices.Concat(second, first)), index.Options{Lock: before.Lock})
	if err != nil {
		t.Fatal(err)
	}
	alone, joined := loaded(t, before), loaded(t, after)
	for _, tool := range first {
		was, _ := alone.Lookup(tool.id)
		is, ok := joined.Lookup(tool.id)
		if !ok || was != is {
			t.Errorf("%s had number %d, now %d (known: %t)", tool.id, was, is, ok)
		}
	}
	for _, intent := range []string{"search_grain", "grind the grain", "mill/weigh", "search the stored grain"} {
		was, is := resolve(alone, runtime.Any, intent), resolve(joined, runtime.Any, intent)
		if was.outcome != is.outcome || was.ids[0] != is.ids[0] {
			t.Errorf("%q was answered with %v, with a second server %v", intent, was, is)
		}
	}
}

func loaded(t *testing.T, res *index.Result) *runtime.Router {
	t.Helper()
	r, err := runtime.New(res.Tables)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What a caller may not use is not ranked, so that it neither shows nor crowds
// out what the caller may use.
func TestForbiddenToolsDoNotShow(t *testing.T) {
	r := load(t, []tool{
		{id: "admin_wipe_vault", says: "Wipe the vault, for admins."},
		{id: "admin_open_vault", says: "Open the vault, for admins."},
		{id: "visit_vault", says: "Book a visit to the vault."},
	}, index.Options{})
	allowed := func(number int) bool {
		record, err := r.Record(number)
		return err == nil && record.ID == "visit_vault"
	}
	for _, intent := range []string{"admin", "admin_wipe_vault", "wipe the vault", "visit the vault"} {
		_, open := r.RankAmong(runtime.Query{Intent: intent}, nil)
		if open[0].ID == "visit_vault" && intent != "visit the vault" {
			t.Fatalf("%q: %v: the case proves nothing", intent, open)
		}
		_, candidates := r.RankAmong(runtime.Query{Intent: intent}, allowed)
		for _, c := range candidates {
			if c.ID != "visit_vault" {
				t.Errorf("%q shows %s to one who may not use it", intent, c.ID)
			}
		}
	}
	decision, candidates := r.RankAmong(runtime.Query{Intent: "visit the vault"}, allowed)
	if decision.Outcome != runtime.Route || candidates[0].ID != "visit_vault" {
		t.Errorf("what is allowed: %v %v, want visit_vault", decision, candidates)
	}
	if decision, _ := r.RankAmong(runtime.Query{Intent: "admin"}, allowed); decision.Outcome != runtime.NoMatch {
		t.Errorf("a request that only forbidden tools serve: %s, want %s", decision.Outcome, runtime.NoMatch)
	}
}

// With many tools each of them still surfaces for what it alone does.
func TestEveryToolOfManySurfaces(t *testing.T) {
	things := []string{"anchor", "barrel", "candle", "drum", "easel", "fiddle", "goblet", "hammock", "icepick", "jar", "kettle", "ladder", "mirror", "needle"}
	doings := []string{"polish", "borrow", "paint", "weld", "measure", "wrap", "sharpen", "bury", "photograph", "auction", "lend"}
	var tools []tool
	for _, thing := range things {
		for _, doing := range doings {
			tools = append(tools, tool{id: "shed/" + doing + "_" + thing, says: "In the shed."})
		}
	}
	r := load(t, tools, index.Options{})
	for _, thing := range things {
		for _, doing := range doings {
			intent, id := doing+" the "+thing, "shed/"+doing+"_"+thing
			a := ask{intent: intent, want: routes(id)}
			a.check(t, "learned", r)
		}
	}
}
