package dispatch

import (
	"encoding/json"
	"strings"
	"testing"
)

// byName is a request for a tool whose verb is left open, its arguments in an
// envelope.
func byName(tool, args string) Request {
	return Request{OpenVerb: true, Caller: "ada", Hints: json.RawMessage(`{"tool":"` + tool + `","arguments":` + args + `}`)}
}

// A tool that is called by name alone is not given the missing request as text,
// and what stands in the envelope is no hint.
func TestCallsByName(t *testing.T) {
	for _, tt := range []struct {
		tool, args string
		status     Status
		upstream   string
		says       string
	}{
		{"book_search", `{"query":"tides","limit":9007199254740993}`, OK, `{"limit":9007199254740993,"query":"tides"}`, ""},
		{"book_search", `{}`, BadArguments, "", "needs query"},
		{"book_search", `{"query":"x","tool":"book_delete"}`, BadArguments, "", `no argument "tool"`},
		{"book_search", `{"query":"x","override_verb":true}`, BadArguments, "", `no argument "override_verb"`},
		{"book_loans", `{"action":"renew","loan_id":3}`, OK, `{"action":"renew","loan_id":3}`, ""},
		{"book_loans", `{}`, AskBack, "", "list, renew or overdue"},
		{"book_delete", `{"id":4}`, NeedsPlan, "", ""},
	} {
		k := newDesk(t)
		r := k.Do(t.Context(), byName(tt.tool, tt.args))
		if r.Status != tt.status || !strings.Contains(r.Error+r.Routing.Question, tt.says) {
			t.Errorf("%s %s: %s", tt.tool, tt.args, asJSON(t, r))
		}
		made := k.made()
		if tt.upstream == "" && len(made) > 0 || tt.upstream != "" && (len(made) != 1 || string(made[0].Args) != tt.upstream) {
			t.Errorf("%s %s: the server got %v, want %s", tt.tool, tt.args, made, tt.upstream)
		}
	}
}

// An option is a call by name too.
func TestOptionIsACall(t *testing.T) {
	k := newDesk(t)
	options := k.Do(t.Context(), byName("book_loans", `{}`)).Routing.Options
	if len(options) != 3 {
		t.Fatalf("%v", options)
	}
	for _, o := range options {
		tool, args := o.Call()
		r := k.Do(t.Context(), byName(tool, string(marshal(args))))
		if r.Status != OK || !strings.HasPrefix(o.Label, r.Routing.Action) {
			t.Errorf("%s %v: %s", tool, args, asJSON(t, r))
		}
	}
}
