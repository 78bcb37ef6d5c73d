package dispatch

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// A person who is asked decides; whatever is no yes lets nothing run.
func TestConfirm(t *testing.T) {
	for _, tc := range []struct {
		name    string
		confirm Confirm
		status  Status
		runs    bool
		planRef bool
		says    string
	}{
		{"nobody can be asked", nil, NeedsPlan, false, true, ""},
		{"yes", says(Accepted, nil), OK, true, false, ""},
		{"no", says(Declined, nil), NotAllowed, false, false, "the user declined"},
		{"no answer", says(Unanswered, nil), NeedsPlan, false, true, ""},
		{"the question got lost", says(Accepted, errors.New("connection closed")), NeedsPlan, false, true, ""},
		{"an answer that does not exist", says(Answer(77), nil), NeedsPlan, false, true, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			k := newDesk(t)
			req := request(runtime.Write, "take volume 7 out of the catalogue", `{"tool":"book_delete","id":7}`)
			req.Confirm = tc.confirm
			reply := k.Do(t.Context(), req)
			if reply.Status != tc.status || reply.Executed != tc.runs || len(k.made()) > 0 != tc.runs ||
				(reply.Routing.PlanRef != "") != tc.planRef || !strings.Contains(reply.Error, tc.says) || (reply.Error != "") != (tc.says != "") {
				t.Fatalf("status %d, calls %v\n%s", reply.Status, k.made(), asJSON(t, reply))
			}
		})
	}
}

func says(a Answer, err error) Confirm {
	return func(context.Context, Preview) (Answer, error) { return a, err }
}

// People are shown the very call that runs, and are asked for nothing that would
// run or fail without them.
func TestConfirmIsAskedForWhatNeedsIt(t *testing.T) {
	no := false
	for _, tc := range []struct {
		name          string
		verb          runtime.Verb
		intent, hints string
		execute       *bool
		asked         string // the arguments shown, "" when nobody is asked
	}{
		{"a destructive call", runtime.Write, "x", `{"tool":"book_delete","id":7}`, nil, `{"id":7}`},
		{"a read", runtime.Ask, "x", `{"tool":"book_search","query":"bees"}`, nil, ""},
		{"a plain change", runtime.Write, "x", `{"tool":"member_add","name":"Ada"}`, nil, ""},
		{"a preview", runtime.Write, "x", `{"tool":"book_delete","id":7}`, &no, ""},
		{"wrong arguments", runtime.Write, "x", `{"tool":"book_delete","id":"seven"}`, nil, ""},
		{"the wrong verb", runtime.Ask, "x", `{"tool":"book_delete","id":7}`, nil, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			k := newDesk(t)
			var shown []Preview
			req := request(tc.verb, tc.intent, tc.hints)
			req.Execute = tc.execute
			req.Confirm = func(_ context.Context, p Preview) (Answer, error) {
				shown = append(shown, p)
				return Accepted, nil
			}
			reply := k.Do(t.Context(), req)
			if tc.asked == "" {
				if len(shown) > 0 {
					t.Fatalf("somebody was asked: %+v\n%s", shown, asJSON(t, reply))
				}
				return
			}
			calls := k.made()
			if len(shown) != 1 || string(shown[0].Call.Arguments) != tc.asked || shown[0].Effect != "destroy" {
				t.Fatalf("shown %+v\n%s", shown, asJSON(t, reply))
			}
			if len(calls) != 1 || string(calls[0].Args) != tc.asked || calls[0].Tool != shown[0].Call.Tool {
				t.Fatalf("shown %+v, called %v", shown, calls)
			}
		})
	}
}
