package runtime_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// compile turns lean descriptors into a router, as the compiler would.
func compile(t testing.TB, descriptors string, skills ...source.Skill) *runtime.Router {
	t.Helper()
	if len(skills) > 0 {
		return compileWith(t, index.Options{}, descriptors, skills)
	}
	return compileOnce(t, index.Options{}, descriptors)
}

// compiled are the routers without skills by their descriptors and whether they are
// without training. A router does not change, so tests can share one.
var compiled sync.Map

func compileOnce(t testing.TB, opt index.Options, descriptors string) *runtime.Router {
	t.Helper()
	key := fmt.Sprint(opt.LexicalOnly, descriptors)
	if r, ok := compiled.Load(key); ok {
		return r.(*runtime.Router)
	}
	r, _ := compiled.LoadOrStore(key, compileWith(t, opt, descriptors, nil))
	return r.(*runtime.Router)
}

// crowd is a surface of n capabilities without training, which would take most
// of the tests' time.
func crowd(t testing.TB, n int) *runtime.Router {
	t.Helper()
	return compileOnce(t, index.Options{LexicalOnly: true}, many(n))
}

func compileWith(t testing.TB, opt index.Options, descriptors string, skills []source.Skill) *runtime.Router {
	t.Helper()
	file, diags := source.ParseCapabilities("test.json", []byte(`{"capabilities":[`+descriptors+`]}`))
	if diags.HasErrors() {
		t.Fatalf("descriptors: %v", diags)
	}
	cat, diags := catalog.Build(catalog.Input{Descriptors: file.Capabilities, Skills: skills})
	if diags.HasErrors() {
		t.Fatalf("catalog: %v", diags)
	}
	r, err := index.Router(context.Background(), cat, opt)
	if err != nil {
		t.Fatalf("router: %v", err)
	}
	return r
}

// platform is a small surface with siblings, several verbs and examples.
const platform = `
{"id":"cal_create_event","one_line":"Put an appointment into the calendar.","intent_verbs":["write","act"],
 "examples":["book a meeting with the auditors on monday","put lunch with ann in my diary"]},
{"id":"cal_list_events","one_line":"Show the appointments of a day or week.","intent_verbs":["ask"],
 "examples":["what is on today","am I free on friday afternoon"]},
{"id":"mail_send","one_line":"Send a mail to one or more people.","intent_verbs":["act"],
 "examples":["tell the team by mail that we are done","email ann the slides"]},
{"id":"mail_search","one_line":"Find mails by sender, subject or words in them.","intent_verbs":["ask","find"],
 "examples":["where is the mail about the lease","mails from the bank since may"]},
{"id":"kvcache_stats","one_line":"Hits, misses and size of the cache.","intent_verbs":["manage","ask"]},
{"id":"graph_writeback","one_line":"Push proposed changes back to the system they came from.","intent_verbs":["write"]}`

func resolve(r *runtime.Router, v runtime.Verb, intent string) (runtime.Decision, []string) {
	d, candidates := r.Resolve(nil, runtime.Query{Verb: v, Intent: intent})
	ids := []string{}
	for _, c := range candidates {
		ids = append(ids, c.ID)
	}
	return d, ids
}

// many makes a surface of n capabilities whose words overlap.
func many(n int) string {
	verbs := []string{"create", "list", "delete", "update", "search", "export"}
	things := []string{"invoice", "customer", "order", "ticket", "report", "contract", "shipment", "refund"}
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		v, o := verbs[i%len(verbs)], things[(i/len(verbs))%len(things)]
		fmt.Fprintf(&b, `{"id":"%s_%s_%d","one_line":"%s one %s of region %d.","intent_verbs":["act"]}`, v, o, i, v, o, i)
	}
	return b.String()
}
