package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

// A dispatcher serves another router from one request to the next; nothing that
// is under way is disturbed.
func TestSwap(t *testing.T) {
	k := newDesk(t)
	told := 0
	k.Watch(func() { told++ })
	first := k.Router()
	ref := k.do(runtime.Write, "take a book out for good", `{"tool":"book_delete","id":1}`).Routing.PlanRef

	other, err := runtime.New(first.Tables())
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Swap(other); err != nil || told != 1 || k.Router() != other {
		t.Fatal(err, told)
	}
	if err := k.Swap(nil); err == nil || k.Router() != other {
		t.Error("no router was taken for one")
	}
	if reply := k.do(runtime.Write, "take a book out for good", `{"plan_ref":"`+ref+`"}`); reply.Failed() || !reply.Executed {
		t.Error(asJSON(t, reply))
	}

	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				if reply := k.do(runtime.Ask, "overdue loans of a member", ""); reply.Failed() {
					t.Error(reply.Error)
				}
			}
		})
	}
	for i := range 50 {
		if err := k.Swap([]*runtime.Router{first, other}[i%2]); err != nil {
			t.Error(err)
		}
	}
	wg.Wait()
}

// Servers that are missing are named in every answer, and where nothing fits.
func TestUnavailableServersAreNamed(t *testing.T) {
	k := newDesk(t, func(o *Options) {
		o.Unavailable = func() []Unavailable {
			return []Unavailable{{"mail", "starting", "since a second"}, {"maps", "failed", "exit status 1"}}
		}
	})
	reply := k.do(runtime.Ask, "qwertz uiop", "")
	wantStatus(t, reply, NoMatch)
	if !strings.Contains(reply.Routing.Why, "mail (starting), maps (failed)") {
		t.Error(reply.Routing.Why)
	}
	reply = k.do(runtime.Ask, "overdue loans of a member", "")
	wantStatus(t, reply, OK)
	if len(reply.Routing.Unavailable) != 2 {
		t.Error(asJSON(t, reply))
	}
}

// patient is a server that bounds its calls itself.
type patient struct{ *fakeServer }

func (patient) Patience() time.Duration { return time.Hour }

func TestUpstreamsThatBoundTheirCalls(t *testing.T) {
	k := newDesk(t, func(o *Options) { o.CallTimeout = time.Nanosecond })
	k.catalogue.answer = func(ctx context.Context, _ Call) (Result, error) {
		<-ctx.Done()
		return Result{}, ctx.Err()
	}
	reply := k.do(runtime.Ask, "overdue loans of a member", "")
	wantStatus(t, reply, Timeout)

	k.opt.Upstreams.Register("catalogue", patient{k.catalogue})
	k.catalogue.answer = func(ctx context.Context, _ Call) (Result, error) {
		if _, bounded := ctx.Deadline(); bounded {
			return Result{}, errors.New("the call is bounded")
		}
		return Result{Text: "done", Raw: json.RawMessage(`{"content":[]}`)}, nil
	}
	reply = k.do(runtime.Ask, "overdue loans of a member", "")
	wantStatus(t, reply, OK)
	if string(reply.Upstream.Raw) != `{"content":[]}` {
		t.Error(string(reply.Upstream.Raw))
	}
}

// A call that the upstream can't finish without answers is open: it teaches
// nothing.
func TestOpenCalls(t *testing.T) {
	k := newDesk(t)
	k.catalogue.answer = func(context.Context, Call) (Result, error) {
		return Result{Open: true, Raw: json.RawMessage(`{"resultType":"input_required"}`)}, nil
	}
	reply := k.do(runtime.Ask, "overdue loans of a member", "")
	wantStatus(t, reply, InputNeeded)
	if reply.Failed() || len(reply.Upstream.Raw) == 0 || len(k.outcomes.got) != 0 {
		t.Error(asJSON(t, reply), k.outcomes.got)
	}
}
