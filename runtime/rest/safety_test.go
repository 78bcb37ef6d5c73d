package rest

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/guard"
	"github.com/sextant-mcp/sextant/runtime/rest/request"
)

// destructive are requests that take a book out of the catalogue or bring an old
// state of it back, by every door and in every spelling.
var destructive = []struct{ name, path, body string }{
	{"pinned", "/intent/write", `{"intent":"x","hints":{"tool":"book_delete","id":7}}`},
	{"by its words", "/intent/write", `{"intent":"take a volume out of the catalogue for good","hints":{"id":7}}`},
	{"hints as a string", "/intent/write", `{"intent":"x","hints":"{\"tool\":\"book_delete\",\"id\":7}"}`},
	{"hints_json", "/intent/write", `{"intent":"x","hints_json":"{\"tool\":\"book_delete\",\"id\":7}"}`},
	{"nested hints", "/intent/write", `{"intent":"x","hints":{"hints":{"tool":"book_delete","id":7}}}`},
	{"a nested string", "/intent/write", `{"intent":"x","hints":{"hints_json":"{\"tool\":\"book_delete\",\"arguments\":{\"id\":7}}"}}`},
	{"an envelope", "/intent/write", `{"intent":"x","hints":{"tool":"book_delete","arguments":{"id":7}}}`},
	{"as a call", "/intent/write", `{"intent":"x","hints":{"name":"book_delete","arguments":{"id":7}}}`},
	{"under another verb", "/intent/act", `{"intent":"x","hints":{"tool":"book_delete","id":7,"override_verb":true}}`},
	{"under a verb that reads", "/intent/ask", `{"intent":"x","hints":{"tool":"book_delete","id":7,"override_verb":true}}`},
	{"execute", "/intent/write?execute=true", `{"intent":"x","hints":{"tool":"book_delete","id":7},"execute":true}`},
	{"the tool's route", "/tools/book_delete", `{"id":7}`},
	{"the tool's route, execute", "/tools/book_delete?execute=true", `{"id":7}`},
	{"approval", "/tools/shelf_backup", `{"action":"snapshot"}`},
	{"approval by a verb", "/intent/manage", `{"intent":"x","hints":{"tool":"shelf_backup","action":"bring_back"}}`},
}

// What destroys, and what needs approval, does not reach the server without the
// reference of its preview; with it, it does, once.
func TestNothingIsDestroyedUnseen(t *testing.T) {
	for _, tt := range destructive {
		t.Run(tt.name, func(t *testing.T) {
			k := newDesk(t, library, "catalogue", Options{})
			got := k.post(t, tt.path, tt.body)
			if calls := k.upstream.calls(); len(calls) > 0 {
				t.Fatalf("it reached the server: %v", calls)
			}
			if tt.path == "/intent/ask" {
				if got.status != http.StatusForbidden {
					t.Errorf("%d %s", got.status, got.body)
				}
				return
			}
			ref, _ := got.member(t, "plan_ref").(string)
			if got.status != http.StatusPreconditionRequired || ref == "" || got.member(t, "result.preview") != true {
				t.Fatalf("%d %s", got.status, got.body)
			}
			for _, wrong := range []string{"plan_guess", ref + "x"} {
				if again := k.post(t, tt.path, tt.body, request.PlanRefHeader, wrong); again.status != http.StatusBadRequest {
					t.Errorf("%d %s", again.status, again.body)
				}
			}
			if len(k.upstream.calls()) > 0 {
				t.Fatal("a wrong reference reached the server")
			}
			if again := k.post(t, tt.path, tt.body, request.PlanRefHeader, ref); again.status != http.StatusOK || again.member(t, "executed") != true {
				t.Errorf("%d %s", again.status, again.body)
			}
			if again := k.post(t, tt.path, tt.body, request.PlanRefHeader, ref); again.status != http.StatusBadRequest || len(k.upstream.calls()) != 1 {
				t.Errorf("the second time: %d %v", again.status, k.upstream.calls())
			}
		})
	}
}

// What a problem offers can be sent as it stands and goes where it says.
func TestOptionsCanBeSent(t *testing.T) {
	for _, tt := range []struct{ name, path, body string }{
		{"which operation", "/tools/book_loans", `{}`},
		{"which tool", "/intent/act", `{"intent":"print"}`},
		{"the preview of a verb", "/intent/write", `{"intent":"x","hints":{"tool":"book_delete","id":7}}`},
		{"the preview of a tool", "/tools/book_delete", `{"id":7}`},
	} {
		k := newDesk(t, library, "catalogue", Options{})
		got := k.post(t, tt.path, tt.body)
		options, _ := got.member(t, "options").([]any)
		if len(options) == 0 {
			t.Errorf("%s: no options in %d %s", tt.name, got.status, got.body)
		}
		for _, o := range options {
			next := o.(map[string]any)
			var headers []string
			for name, value := range asMap(next["headers"]) {
				headers = append(headers, name, value.(string))
			}
			again := k.post(t, next["path"].(string), string(encode(next["body"])), headers...)
			switch again.status {
			case http.StatusOK, http.StatusPreconditionRequired, http.StatusServiceUnavailable:
			default:
				t.Errorf("%s: %v gave %d %s", tt.name, next, again.status, again.body)
			}
		}
	}
}

func asMap(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// The template of wrong arguments has the place, the given values and the
// missing ones; sent back unfilled it executes nothing.
func TestTemplate(t *testing.T) {
	k := newDesk(t, library, "catalogue", Options{})
	for path, body := range map[string]string{
		"/tools/seat_plan": `{"room":"north","dya":"monday"}`,
		"/intent/ask":      `{"intent":"x","hints":{"tool":"seat_plan","room":"north","dya":"monday"}}`,
	} {
		got := k.post(t, path, body)
		filled := "template.body"
		if path == "/intent/ask" {
			filled += ".hints"
		}
		if got.status != http.StatusUnprocessableEntity || got.member(t, "template.path") != path || got.member(t, filled+".room") != "north" ||
			got.member(t, filled+".dya") != nil || got.member(t, filled+".day") != "<day: string>" || fmt.Sprint(got.member(t, "template.fill")) != "[day]" {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
		again := k.post(t, path, string(encode(got.member(t, "template.body"))))
		if again.status != http.StatusUnprocessableEntity || len(k.upstream.calls()) > 0 {
			t.Errorf("%s: %d %s", path, again.status, again.body)
		}
	}
}

// A preview that is asked for is an answer.
func TestExecuteFalse(t *testing.T) {
	k := newDesk(t, library, "catalogue", Options{})
	for _, tt := range []struct{ path, body string }{
		{"/tools/member_add?execute=false", `{"name":"Ada"}`},
		{"/tools/book_delete?execute=false", `{"id":7}`},
		{"/intent/write?execute=false", `{"intent":"x","hints":{"tool":"member_add","name":"Ada"}}`},
		{"/intent/write", `{"intent":"x","hints":{"tool":"member_add","name":"Ada"},"execute":false}`},
	} {
		got := k.post(t, tt.path, tt.body)
		if got.status != http.StatusOK || got.member(t, "result.preview") != true || got.member(t, "executed") != false || len(k.upstream.calls()) > 0 {
			t.Errorf("%s: %d %s", tt.path, got.status, got.body)
		}
	}
}

// A token is needed where tokens are set, and a plan belongs to its holder.
func TestTokens(t *testing.T) {
	const ada, bob = "0123456789abcdef-ada", "0123456789abcdef-bob"
	one, err := guard.OneToken("ada", ada)
	if err != nil {
		t.Fatal(err)
	}
	two, err := guard.OneToken("bob", bob)
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := one.With(two)
	if err != nil {
		t.Fatal(err)
	}
	k := newDesk(t, library, "catalogue", Options{Tokens: tokens})
	for _, path := range []string{"/intent/ask", "/tools/book_search", OpenAPIPath, "/nowhere"} {
		got := k.send(t, http.MethodGet, path, "")
		if got.status != http.StatusUnauthorized || got.header.Get("WWW-Authenticate") == "" || got.member(t, "type") != ProblemType+"no-token" {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	ref := k.post(t, "/tools/book_delete", `{"id":7}`, "Authorization", "Bearer "+ada).member(t, "plan_ref").(string)
	if got := k.post(t, "/tools/book_delete", `{"id":7}`, "Authorization", "Bearer "+bob, request.PlanRefHeader, ref); got.status != http.StatusBadRequest {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := k.post(t, "/tools/book_delete", `{"id":7}`, "Authorization", "Bearer "+ada, request.PlanRefHeader, ref); got.status != http.StatusOK {
		t.Errorf("%d %s", got.status, got.body)
	}
	if calls := k.upstream.calls(); len(calls) != 1 || calls[0].Caller != dispatch.PrincipalCaller("bearer:ada") {
		t.Errorf("%v", calls)
	}
	document := k.send(t, http.MethodGet, OpenAPIPath, "", "Authorization", "Bearer "+ada)
	if document.member(t, "components.securitySchemes.bearer.scheme") != "bearer" {
		t.Errorf("the document does not say that a token is needed")
	}
	checkDocument(t, []byte(document.body))
}

// Pages from elsewhere are refused before anything is read.
func TestOriginOfPages(t *testing.T) {
	k := newDesk(t, library, "catalogue", Options{AllowedOrigins: []string{"https://chat.example.org"}})
	for origin, want := range map[string]int{"https://evil.example": 403, "null": 403, "https://chat.example.org": 200, "http://localhost:5173": 200} {
		got := k.post(t, "/tools/book_search", `{"query":"bees"}`, "Origin", origin)
		if got.status != want || want == 403 && got.member(t, "type") != ProblemType+"forbidden-origin" {
			t.Errorf("%s: %d %s", origin, got.status, got.body)
		}
	}
}

// The time of a request is bounded, and the upstream is told.
func TestTimeout(t *testing.T) {
	k := newDesk(t, library, "catalogue", Options{Timeout: 20 * time.Millisecond})
	k.upstream.answer = func(ctx context.Context, _ dispatch.Call) (dispatch.Result, error) {
		<-ctx.Done()
		return dispatch.Result{}, ctx.Err()
	}
	got := k.post(t, "/tools/book_search", `{"query":"bees"}`)
	if got.status != http.StatusGatewayTimeout || got.member(t, "executed") != true || got.member(t, "type") != ProblemType+"timeout" {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestNewErrors(t *testing.T) {
	k := newDesk(t, library, "catalogue", Options{})
	if _, err := New(nil, Options{}); err == nil {
		t.Error("no dispatcher is fine")
	}
	for _, opt := range []Options{{MaxBody: -1}, {Timeout: -1}} {
		if _, err := New(k.dispatcher, opt); err == nil {
			t.Errorf("%+v is fine", opt)
		}
	}
}
