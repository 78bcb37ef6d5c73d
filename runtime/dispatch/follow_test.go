package dispatch

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime"
)

// followed makes the call of an option as it stands, and checks that it goes
// where it says: one without placeholders is made or would be if its server
// were connected, one with placeholders is not made and asks for their values.
func followed(t *testing.T, d *Dispatcher, made func() int, o Option) {
	t.Helper()
	before := made()
	second := d.Do(t.Context(), follow(t, o))
	if second.Routing.ChosenTool != o.Hints["tool"] {
		t.Errorf("following %s led to %q", o.text(), second.Routing.ChosenTool)
	}
	if len(o.Fill) == 0 {
		held := second.Status == NotConnected || second.Status == NeedsPlan || second.Status == AskBack
		if second.Failed() || !second.Executed && !held {
			t.Errorf("following %s gave\n%s", o.text(), asJSON(t, second))
		}
		return
	}
	if slices.Contains(o.Fill, actionParam) && second.Status == AskBack && made() == before {
		return // which operation is asked first, with the calls of each
	}
	if second.Executed || made() != before || second.Status != BadArguments || second.Routing.Question == "" {
		t.Errorf("following %s with its placeholders gave\n%s", o.text(), asJSON(t, second))
		return
	}
	again := second.Routing.Options
	if len(again) != 1 || !slices.Equal(sorted(again[0].Fill), sorted(o.Fill)) {
		t.Errorf("following %s asks for %v", o.text(), again)
	}
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

// Every option is an exact next call, complete but for what its Fill names.
func TestOptionsCanBeFollowed(t *testing.T) {
	for _, tc := range []struct {
		verb          runtime.Verb
		intent, hints string
	}{
		{runtime.Act, "print the announcement on paper", ""},
		{runtime.Ask, "renew the loan of a member, three more weeks", ""},
		{runtime.Ask, "rework the card boxes overnight", ""},
		{runtime.Ask, "x", `{"tool":"book_loans","action":"renew"}`},
		{runtime.Act, "loans", `{"tool":"glossary","override_verb":true}`},
		{runtime.Write, "volumes about bees", `{"tool":"book_search"}`},
		{runtime.Ask, "print the announcement on large paper", ""},
	} {
		first := newDesk(t).do(tc.verb, tc.intent, tc.hints)
		if len(first.Routing.Options) == 0 {
			t.Errorf("%s %q: no options\n%s", tc.verb, tc.intent, asJSON(t, first))
		}
		for _, o := range first.Routing.Options {
			k := newDesk(t)
			followed(t, k.Dispatcher, func() int { return len(k.made()) }, o)
		}
	}
}

// The same holds on the surface that is shipped, with a platform that executes
// whatever reaches it.
func TestShippedOptionsCanBeFollowed(t *testing.T) {
	r, err := generated.NewRouter()
	if err != nil {
		t.Fatal(err)
	}
	platform := &fakeServer{}
	d, err := New(r, Options{Upstreams: NewUpstreams(platform)})
	if err != nil {
		t.Fatal(err)
	}
	made := func() int { return len(platform.calls()) }
	whole, templates := 0, 0
	seen := map[string]bool{}
	check := func(o Option) {
		if key := o.text(); seen[key] {
			return
		} else {
			seen[key] = true
		}
		if len(o.Fill) > 0 {
			templates++
		} else {
			whole++
		}
		followed(t, d, made, o)
	}
	for _, intent := range []string{
		"remember this", "remember that the release is on friday", "delete the old entries", "schedule a nightly job",
		"who owns the billing service", "update the record", "send a message", "what happened last night", "import the file",
	} {
		for _, verb := range runtime.Verbs {
			first := d.Do(t.Context(), Request{Verb: verb, Intent: intent, Caller: "ada"})
			for _, o := range first.Routing.Options {
				check(o)
			}
			if found, ok := first.Result.([]Found); ok {
				for _, f := range found {
					check(f.HowToCall)
				}
			}
		}
	}
	for _, id := range r.Behind(runtime.Any) {
		number, _ := r.Lookup(id)
		one, err := d.now.Load().at(number)
		if err != nil {
			t.Fatal(err)
		}
		check(d.now.Load().option(one.rec.Verbs[0], "qwertz", one, hints{}))
		for _, op := range operations(one.rec) {
			check(d.now.Load().option(one.rec.Verbs[0], "qwertz", one, hints{action: op.Name}))
		}
	}
	if whole < 10 || templates < 10 {
		t.Errorf("only %d complete options and %d templates were followed", whole, templates)
	}
	for _, c := range platform.calls() {
		for name, value := range argsOf(t, c) {
			if isPlaceholder(name, value) {
				t.Errorf("%s got the placeholder %s", c.Tool, value)
			}
		}
	}
}

func argsOf(t *testing.T, c Call) arguments {
	t.Helper()
	args, err := parseObject(c.Args)
	if err != nil {
		t.Fatal(err)
	}
	return args
}

// A placeholder counts as missing wherever it stands, be the argument required
// or not, and a call that holds none is made.
func TestPlaceholdersAreNotExecuted(t *testing.T) {
	for _, tc := range []struct {
		name, hints string
		fill        string // "" when the call is made
	}{
		{"a required argument", `{"tool":"member_add","name":"<name: string>"}`, "name"},
		{"without its type", `{"tool":"member_add","name":" <name> "}`, "name"},
		{"an optional argument", `{"tool":"member_add","name":"Ada","age":"<age: integer>"}`, "age"},
		{"in an envelope", `{"tool":"member_add","arguments":{"name":"\u003cname: string>"}}`, "name"},
		{"one of two", `{"tool":"member_add","name":"<name: string>","age":"<age>"}`, "age name"},
		{"another argument's", `{"tool":"member_add","name":"<title: string>"}`, ""},
		{"text in brackets", `{"tool":"member_add","name":"<name>Ada</name>"}`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			k := newDesk(t)
			reply := k.Do(context.Background(), request(runtime.Write, "enrol", tc.hints))
			if tc.fill == "" {
				if !reply.Executed || len(k.made()) != 1 {
					t.Fatalf("it was not made\n%s", asJSON(t, reply))
				}
				return
			}
			if reply.Executed || len(k.made()) > 0 || reply.Status != BadArguments || reply.Routing.Question == "" {
				t.Fatalf("it was made or asks nothing\n%s", asJSON(t, reply))
			}
			if o := reply.Routing.Options; len(o) != 1 || strings.Join(sorted(o[0].Fill), " ") != tc.fill {
				t.Errorf("to be filled in is %q\n%s", tc.fill, asJSON(t, reply))
			}
		})
	}
}

// The placeholder of an operation is no operation.
func TestPlaceholderOfAnAction(t *testing.T) {
	for _, hints := range []string{
		`{"tool":"book_loans","action":"<action: one of list|renew|overdue>"}`,
		`{"tool":"book_loans","arguments":{"action":"<action>"}}`,
	} {
		k := newDesk(t)
		if reply := k.do(runtime.Act, "x", hints); reply.Executed || reply.Status != AskBack || len(reply.Routing.Options) == 0 {
			t.Errorf("%s gave\n%s", hints, asJSON(t, reply))
		}
	}
}

// A placeholder that came in does not go out again as if it were a value.
func TestPlaceholdersAreNotCarriedOn(t *testing.T) {
	for _, hints := range []string{
		`{"tool":"book_loans","loan_id":"<loan_id: integer>"}`,
		`{"tool":"book_loans","arguments":{"loan_id":"<loan_id>"}}`,
	} {
		reply := newDesk(t).do(runtime.Act, "x", hints)
		if len(reply.Routing.Options) == 0 {
			t.Fatal(asJSON(t, reply))
		}
		for _, o := range reply.Routing.Options {
			if strings.Contains(o.text(), "<") != (len(o.Fill) > 0) {
				t.Errorf("%s: the option %s is to be filled in at %v", hints, o.text(), o.Fill)
			}
		}
	}
}
