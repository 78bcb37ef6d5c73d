package harvest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/harvest"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/routelog"
)

func surface(t testing.TB) *catalog.Catalog {
	t.Helper()
	file, diags := source.ParseCapabilities("c.json", []byte(`{"capabilities":[
		{"id":"brush","one_line":"Paint with a brush.","examples":["give the door a coat"]},
		{"id":"spray","one_line":"Paint with spray."},
		{"id":"wash","one_line":"Wash with water."}]}`))
	skill := source.Skill{Name: "painting", Path: "skills/painting/SKILL.md", Description: "How to paint.", Title: "painting"}
	cat, more := catalog.Build(catalog.Input{
		Descriptors: file.Capabilities, Skills: []source.Skill{skill},
		Routes: map[string][]source.Route{"painting": {{Intent: "make it blue", Gold: []string{"brush"}}}},
		Tests:  map[string][]source.Route{"painting": {{Intent: "colour the ceiling", Gold: []string{"spray"}}}},
	})
	if diags.HasErrors() || more.HasErrors() {
		t.Fatal(diags, more)
	}
	return cat
}

var noon = time.Date(2026, 11, 3, 12, 0, 0, 0, time.UTC)

// log builds entries one after the other, ten seconds apart.
type log struct {
	entries []routelog.Entry
	caller  string
}

func (l *log) add(e routelog.Entry) *log {
	e.Time = noon.Add(time.Duration(len(l.entries)) * 10 * time.Second)
	if e.Caller = l.caller; e.Caller == "" {
		e.Caller = "c1"
	}
	if e.Verb == "" {
		e.Verb = "act"
	}
	e.IntentDigest = "digest of " + e.Intent
	l.entries = append(l.entries, e)
	return l
}

func (l *log) routed(intent, tool string, worked bool) *log {
	return l.add(routelog.Entry{Intent: intent, Decision: "route", Tool: tool, Executed: true, Worked: worked, Alternatives: []string{"wash"}})
}

func (l *log) asked(intent string) *log {
	return l.add(routelog.Entry{Intent: intent, Decision: "ask_back", Status: "ask_back", Offered: []string{"brush", "spray"}})
}

func (l *log) pinned(intent, tool string, worked bool) *log {
	return l.add(routelog.Entry{Intent: intent, Decision: "route", Tool: tool, Pinned: true, Executed: true, Worked: worked})
}

func (l *log) by(caller string) *log { l.caller = caller; return l }

func row(kind harvest.Kind, intent, note string, seen int, gold ...string) harvest.Row {
	return harvest.Row{Verb: "act", Intent: intent, Gold: gold, Kind: kind, Seen: seen, Note: note}
}

func TestPropose(t *testing.T) {
	const request = "paint the shed"
	for _, tt := range []struct {
		name string
		log  *log
		want harvest.Result
	}{
		{"a correction", new(log).routed(request, "brush", true).pinned(request, "spray", true),
			harvest.Result{Rows: []harvest.Row{row(harvest.Correction, request, "brush was called first", 1, "spray")}}},
		{"of a failure", new(log).routed(request, "brush", false).pinned(request, "spray", true),
			harvest.Result{Rows: []harvest.Row{row(harvest.Correction, request, "brush was called first", 1, "spray")}}},
		{"in another spelling", new(log).routed(request, "brush", true).pinned("PAINT the sheds!", "spray", true),
			harvest.Result{Rows: []harvest.Row{row(harvest.Correction, request, "brush was called first", 1, "spray")}}},
		{"of nothing", new(log).add(routelog.Entry{Intent: request, Decision: "no_match"}).pinned(request, "spray", true),
			harvest.Result{Rows: []harvest.Row{row(harvest.Correction, request, "nothing was offered", 1, "spray")}}},
		{"of a preview", new(log).add(routelog.Entry{Intent: request, Decision: "route", Tool: "brush", Status: "ok"}).add(routelog.Entry{Intent: request, Decision: "route", Tool: "spray", Pinned: true, Status: "needs_plan"}),
			harvest.Result{Rows: []harvest.Row{row(harvest.Correction, request, "brush was offered first", 1, "spray")}}},
		{"a choice", new(log).asked(request).pinned(request, "brush", true),
			harvest.Result{Rows: []harvest.Row{row(harvest.Choice, request, "chosen when asked", 1, "brush")}}},
		{"a choice after one that failed", new(log).asked(request).pinned(request, "brush", false).pinned(request, "spray", true),
			harvest.Result{Rows: []harvest.Row{row(harvest.Choice, request, "chosen when asked", 1, "spray")}}},
		{"none of the options", new(log).asked(request).pinned(request, "wash", true),
			harvest.Result{Rows: []harvest.Row{row(harvest.Correction, request, "it was not among what was offered", 1, "wash")}}},
		{"several choices", new(log).asked(request).pinned(request, "spray", true).asked(request).pinned(request, "brush", true).by("c2").asked(request).pinned(request, "spray", true),
			harvest.Result{Rows: []harvest.Row{row(harvest.Choice, request, "chosen when asked", 3, "spray", "brush")}}},
		{"a failure", new(log).routed(request, "brush", false).routed(request, "brush", false),
			harvest.Result{Rows: []harvest.Row{row(harvest.Failure, request, "brush failed; keep the one that is right", 2, "brush", "wash")}}},
		{"a failure, then a choice", new(log).routed(request, "brush", false).asked(request).pinned(request, "spray", true),
			harvest.Result{Rows: []harvest.Row{row(harvest.Choice, request, "chosen when asked", 1, "spray")}}},
		{"a choice, then a failure", new(log).asked(request).pinned(request, "spray", true).routed(request, "brush", false),
			harvest.Result{Rows: []harvest.Row{row(harvest.Choice, request, "chosen when asked", 1, "spray")}}},
		{"a failure that passed", new(log).routed(request, "brush", false).routed(request, "brush", true), harvest.Result{}},
		{"what was chosen is pinned", new(log).routed(request, "brush", true).pinned(request, "brush", true), harvest.Result{}},
		{"asked anew", new(log).asked(request).routed(request, "brush", true).pinned("wash the shed", "wash", true), harvest.Result{}},
		{"another caller", new(log).asked(request).by("c2").pinned(request, "brush", true), harvest.Result{}},
		{"another request", new(log).asked(request).pinned("paint the door", "brush", true), harvest.Result{}},
		{"the pin failed", new(log).asked(request).pinned(request, "brush", false), harvest.Result{}},
		{"too late", new(log).asked(request).routed("a", "wash", true).routed("b", "wash", true).routed("c", "wash", true).routed("d", "wash", true).routed("e", "wash", true).routed("f", "wash", true).pinned(request, "brush", true), harvest.Result{}},
		{"measured on", new(log).asked("Colour the ceilings").pinned("Colour the ceilings", "brush", true), harvest.Result{Measured: 1}},
		{"a row", new(log).asked("make it BLUE").pinned("make it BLUE", "spray", true), harvest.Result{Known: 1}},
		{"an example", new(log).asked("give the door a coat").pinned("give the door a coat", "spray", true), harvest.Result{Known: 1}},
		{"given rows", new(log).asked("known here").pinned("known here", "spray", true).asked("held out").pinned("held out", "spray", true), harvest.Result{Known: 1, Measured: 1}},
		{"a capability that is gone", new(log).asked(request).pinned(request, "roller", true), harvest.Result{Unknown: 1}},
		{"without text", new(log).asked("").pinned("", "brush", true), harvest.Result{Silent: 1}},
		{"find", new(log).add(routelog.Entry{Verb: "find", Intent: request, Decision: "found"}).pinned(request, "brush", true), harvest.Result{}},
	} {
		opt := harvest.Options{
			Catalog: surface(t), Window: time.Minute,
			Rows: []source.Route{{Intent: "known here"}}, Tests: []source.Route{{Intent: "held out"}},
		}
		got := harvest.Propose(tt.log.entries, opt)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestWhatHappenedMostComesFirst(t *testing.T) {
	l := new(log)
	for i := range 6 {
		for range i%3 + 1 {
			request := fmt.Sprint("request ", i)
			l.asked(request).pinned(request, "brush", true)
		}
	}
	rows := harvest.Propose(l.entries, harvest.Options{Catalog: surface(t)}).Rows
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprint(r.Seen, " ", r.Intent))
	}
	want := []string{"3 request 2", "3 request 5", "2 request 1", "2 request 4", "1 request 0", "1 request 3"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Whatever a log holds: a proposed row has a text, golds that exist, and is neither
// known nor measured on; what is proposed is not proposed again.
func TestWhateverTheLogHolds(t *testing.T) {
	cat := surface(t)
	rapid.Check(t, func(t *rapid.T) {
		var entries []routelog.Entry
		for i := range rapid.IntRange(0, 40).Draw(t, "entries") {
			entries = append(entries, routelog.Entry{
				Time:     noon.Add(time.Duration(i*rapid.IntRange(-5, 30).Draw(t, "step")) * time.Second),
				Caller:   rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "caller"),
				Verb:     rapid.SampledFrom([]string{"act", "ask", "find"}).Draw(t, "verb"),
				Intent:   rapid.SampledFrom([]string{"", "make it blue", "colour the ceiling", "x", "y z", "Y Z?"}).Draw(t, "intent"),
				Decision: rapid.SampledFrom([]string{"route", "ask_back", "no_match", "rejected"}).Draw(t, "decision"),
				Tool:     rapid.SampledFrom([]string{"", "brush", "spray", "gone"}).Draw(t, "tool"),
				Pinned:   rapid.Bool().Draw(t, "pinned"), Executed: rapid.Bool().Draw(t, "executed"), Worked: rapid.Bool().Draw(t, "worked"),
				Alternatives: rapid.SampledFrom([][]string{nil, {"wash"}}).Draw(t, "alternatives"),
			})
		}
		var again []source.Route
		for _, r := range harvest.Propose(entries, harvest.Options{Catalog: cat}).Rows {
			if r.Intent != "x" && r.Intent != "y z" && r.Intent != "Y Z?" || len(r.Gold) == 0 || r.Seen == 0 {
				t.Fatalf("proposed %+v", r)
			}
			for _, id := range r.Gold {
				if cat.Lookup(id) == nil {
					t.Fatalf("proposed %+v", r)
				}
			}
			again = append(again, source.Route{Intent: r.Intent})
		}
		if more := harvest.Propose(entries, harvest.Options{Catalog: cat, Rows: again}); len(more.Rows) > 0 {
			t.Fatalf("proposed again: %+v", more.Rows)
		}
	})
}
