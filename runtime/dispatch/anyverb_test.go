package dispatch

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

func open(intent, hints string) Request {
	req := request(runtime.Any, intent, hints)
	req.OpenVerb = true
	return req
}

// A request that leaves the verb open is carried out under one that suits the
// operation.
func TestOpenVerb(t *testing.T) {
	for _, tt := range []struct {
		name, intent, hints, tool, action, verb string
		status                                  Status
	}{
		{"a read", "search for books on tides", `{"tool":"book_search"}`, "book_search", "", "ask", OK},
		{"the reading operation of a tool that changes", "show the loans", `{"tool":"book_loans","action":"list"}`, "book_loans", "list", "ask", OK},
		{"its changing one", "renew my loan", `{"tool":"book_loans","action":"renew"}`, "book_loans", "renew", "act", OK},
		{"a change whose primary verb only reads", "index the cards anew", `{"tool":"reindex_cards"}`, "reindex_cards", "", "act", OK},
		{"what destroys", "take volume 7 out", `{"tool":"book_delete","id":7}`, "book_delete", "", "write", NeedsPlan},
		{"a change that is ordered", "rework the card boxes overnight", ``, "reindex_cards", "", "act", OK},
		{"a change that a question led to", "when are the card boxes reworked overnight?", ``, "reindex_cards", "", "act", NeedsPlan},
		{"a question that is answered", "which books on tides are there to search for", ``, "book_search", "", "ask", OK},
		{"nothing fits", "best pizza in town", ``, "", "", "", NoMatch},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newDesk(t)
			reply := k.Do(t.Context(), open(tt.intent, tt.hints))
			r := reply.Routing
			if reply.Status != tt.status || r.ChosenTool != tt.tool || r.Action != tt.action || r.Verb != tt.verb {
				t.Fatalf("got status %d, %s %s under %q\n%s", reply.Status, r.ChosenTool, r.Action, r.Verb, asJSON(t, reply))
			}
			if reply.Executed != (tt.status == OK) || reply.Executed != (len(k.made()) == 1) {
				t.Errorf("executed %t, calls %v", reply.Executed, k.made())
			}
		})
	}
}

// A plan is redeemed with the verb open, and trains under its own.
func TestOpenVerbRedeems(t *testing.T) {
	k := newDesk(t)
	reply := k.Do(t.Context(), open("take volume 7 out of the catalogue", `{"tool":"book_delete","id":7}`))
	ref := reply.Routing.PlanRef
	if ref == "" {
		t.Fatalf("no preview\n%s", asJSON(t, reply))
	}
	if again := k.Do(t.Context(), open("yes", `{"plan_ref":"`+ref+`"}`)); !again.Executed || again.Failed() {
		t.Errorf("not executed\n%s", asJSON(t, again))
	}
}

func TestOpenVerbWantsNoVerb(t *testing.T) {
	k := newDesk(t)
	req := open("x", "")
	req.Verb = runtime.Ask
	if reply := k.Do(t.Context(), req); reply.Status != BadRequest || !reply.Failed() {
		t.Errorf("a verb and an open one\n%s", asJSON(t, reply))
	}
}

// What is offered beside the hints is taken by the tool that has it, and ignored
// by the one that has not.
func TestContextIsOffered(t *testing.T) {
	k := newDesk(t)
	req := request(runtime.Write, "take a volume out", `{"tool":"book_delete"}`)
	req.Context = json.RawMessage(`{"id":7,"colour":"red","limit":null}`)
	reply := k.Do(t.Context(), req)
	if p, ok := reply.Result.(Preview); !ok || string(p.Call.Arguments) != `{"id":7}` {
		t.Errorf("got %s", asJSON(t, reply))
	}
	req.Hints = json.RawMessage(`{"tool":"book_delete","id":8}`)
	if p, ok := k.Do(t.Context(), req).Result.(Preview); !ok || string(p.Call.Arguments) != `{"id":8}` {
		t.Errorf("the hints do not go first: %+v", p)
	}
	req.Context = json.RawMessage(`[1]`)
	if reply := k.Do(t.Context(), req); reply.Status != BadRequest || !strings.Contains(reply.Error, "context") {
		t.Errorf("got %s", asJSON(t, reply))
	}
}

// Among bounds what can be routed to, pinned, offered and redeemed.
func TestAmongBounds(t *testing.T) {
	k := newDesk(t)
	ref, _ := k.preview(t)
	among := &runtime.Set{}
	number, _ := k.Router().Lookup("book_search")
	among.Add(number)
	for _, req := range []Request{
		request(runtime.Write, "take volume 7 out of the catalogue", ""),
		request(runtime.Write, "take volume 7 out of the catalogue", `{"tool":"book_delete","id":7}`),
		request(runtime.Write, "take volume 7 out of the catalogue", `{"tool":"bookDelete","id":7}`),
		request(runtime.Write, "yes", `{"plan_ref":"`+ref+`"}`),
		request(runtime.Find, "take volume 7 out of the catalogue", ""),
	} {
		req.Among = among
		reply := k.Do(t.Context(), req)
		text := asJSON(t, reply)
		if reply.Executed || reply.Routing.ChosenTool != "" || strings.Contains(strings.ReplaceAll(text, `"book_delete\" `, ""), `"id": "book_delete"`) || len(k.made()) > 0 {
			t.Errorf("%s %q %s\n%s", req.Verb, req.Intent, req.Hints, text)
		}
	}
	req := request(runtime.Ask, "search for a book", `{"tool":"book_search","query":"tides"}`)
	req.Among = among
	if reply := k.Do(t.Context(), req); !reply.Executed {
		t.Errorf("what is allowed was not done\n%s", asJSON(t, reply))
	}
}

// A tool that asks for confirmation itself is previewed first, whatever the caller
// confirms, and then called with its confirmation.
func TestConfirmationIsThePlan(t *testing.T) {
	s := parseSchema(`{"type":"object","properties":{"confirm":{"type":"boolean"},"id":{"type":"integer"}}}`)
	if s.confirmation() != "confirm" {
		t.Errorf("got %q", s.confirmation())
	}
	if name := parseSchema(`{"type":"object","properties":{"confirm":{"type":"string"}}}`).confirmation(); name != "" {
		t.Errorf("a text is taken for a confirmation: %q", name)
	}
	for _, effect := range []Assessment{{Effect: Mutate, Stated: true}, {Effect: Read}, {Effect: Destroy}} {
		p := &plan{target: target{rec: &runtime.Record{}, schema: s}, args: arguments{"confirm": json.RawMessage("false")}, effect: effect}
		p.confirm()
		if !p.needsPlan() || string(p.args["confirm"]) != "true" {
			t.Errorf("%+v: needs a plan %t, args %s", effect, p.needsPlan(), p.args.encode())
		}
	}
	p := &plan{target: target{rec: &runtime.Record{}, schema: s}, args: arguments{}, effect: Assessment{Effect: Read, Stated: true}}
	if p.confirm(); p.needsPlan() || len(p.args) > 0 {
		t.Errorf("a read: needs a plan %t, args %s", p.needsPlan(), p.args.encode())
	}
}

// One free text is the request when the other required arguments are given.
func TestFreeTextThatIsLeft(t *testing.T) {
	s := parseSchema(`{"type":"object","properties":{"user":{"type":"string"},"query":{"type":"string"}},"required":["user","query"]}`)
	rec := &runtime.Record{ID: "book_search"}
	if got := freeText(rec, s, actionChoice{}); got != "" {
		t.Errorf("both open: %q", got)
	}
	if got := freeText(rec, s.asking(arguments{"user": json.RawMessage(`"ada"`)}), actionChoice{}); got != "query" {
		t.Errorf("one open: %q", got)
	}
}

// A face that shows tools by their names has to know which of them are previewed
// first, those included that ask for confirmation themselves.
func TestPreviewed(t *testing.T) {
	yes, no := true, false
	reads := &runtime.Record{ID: "shelf_list", Hints: &runtime.HintRecord{ReadOnly: &yes}}
	changes := &runtime.Record{ID: "shelf_paint", Hints: &runtime.HintRecord{ReadOnly: &no}}
	destroys := &runtime.Record{ID: "shelf_delete"}
	approved := &runtime.Record{ID: "shelf_paint", Hints: &runtime.HintRecord{ReadOnly: &no}, Approval: "human"}
	confirmed := `{"type":"object","properties":{"confirmed":{"type":["boolean","null"]}}}`
	for _, tt := range []struct {
		rec    *runtime.Record
		schema string
		want   bool
	}{
		{reads, "", false}, {reads, confirmed, false},
		{changes, "", false}, {changes, confirmed, true},
		{changes, `{"properties":{"confirm":{"type":"string"}}}`, false}, {changes, `[`, false},
		{destroys, "", true}, {approved, "", true},
	} {
		if got := Previewed(tt.rec, "", AsksToConfirm(tt.schema)); got != tt.want {
			t.Errorf("%s %s: %t, want %t", tt.rec.ID, tt.schema, got, tt.want)
		}
	}
}

// Clients that know no integers write 2.0; servers that want integers get 2.
func TestWholeNumbers(t *testing.T) {
	s := parseSchema(`{"type":"object","properties":{"n":{"type":"integer"},"m":{"type":["integer","null"]},"x":{"type":"number"},"t":{"type":"string"}}}`)
	for given, want := range map[string]string{
		`{"n":2.0,"m":-9007199254740993.000}`: `{"m":-9007199254740993,"n":2}`,
		`{"n":2.5,"x":2.0,"t":"2.0"}`:         `{"n":2.5,"t":"2.0","x":2.0}`,
		`{"n":2,"m":null}`:                    `{"m":null,"n":2}`,
		`{"n":"2.0","m":2.0e1}`:               `{"m":2.0e1,"n":"2.0"}`,
	} {
		a, err := parseObject(json.RawMessage(given))
		if err != nil {
			t.Fatal(err)
		}
		if a.destring(s); string(a.encode()) != want {
			t.Errorf("%s: got %s, want %s", given, a.encode(), want)
		}
	}
}
