package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// ProblemType is what the types of problems begin with; the kind follows, such
// as "ask-back".
const ProblemType = "urn:sextant:problem:"

// Problem is every answer that is no 200: application/problem+json of RFC 9457,
// its own members behind those of the RFC.
type Problem struct {
	// Type is ProblemType and the kind, Title the kind in words.
	Type  string `json:"type"`
	Title string `json:"title"`
	// Status is the HTTP status.
	Status int `json:"status"`
	// Detail says what is wrong and what to do.
	Detail string `json:"detail"`
	// Question is what the caller is asked, Options the calls that answer it.
	Question string `json:"question,omitempty"`
	Options  []Next `json:"options,omitempty"`
	// Template is the call as it should be, placeholders where values are missing.
	Template *Next `json:"template,omitempty"`
	// PlanRef, sent back in the header Sextant-Plan-Ref, executes what Result
	// shows.
	PlanRef string `json:"plan_ref,omitempty"`
	// Result is the preview of a call, how to connect a server, or what an
	// upstream sent with its failure.
	Result any `json:"result,omitempty"`
	// Routing says where the request went and why. It is nil when it got
	// nowhere.
	Routing *dispatch.Routing `json:"routing,omitempty"`
	// Executed says that an upstream was called, be it that the call failed.
	Executed bool `json:"executed"`
}

// titles are the kinds of problems in words. They do not vary with the request.
var titles = map[string]string{
	"ask-back":          "It is open what is meant",
	"bad-arguments":     "The tool does not accept these arguments",
	"bad-json":          "The body is no JSON that everybody reads alike",
	"bad-request":       "The request can't be understood",
	"forbidden-origin":  "Pages of this origin may not call the server",
	"needs-plan":        "The call runs only when its preview is sent back",
	"no-match":          "Nothing on the surface fits",
	"no-token":          "A valid token is needed",
	"not-allowed":       "The verb must not do this",
	"not-connected":     "No connected server executes this",
	"not-json":          "The body must be JSON",
	"slow-body":         "The body came too slowly",
	"timeout":           "The call took too long",
	"too-long":          "The body is too long",
	"unknown-path":      "There is nothing at this path",
	"unknown-tool":      "There is no such tool",
	"upstream-failed":   "The tool, or the server behind it, failed",
	"wrong-http-method": "The path is not served by this method",
}

func newProblem(status int, kind, detail string) *Problem {
	return &Problem{Type: ProblemType + kind, Title: titles[kind], Status: status, Detail: detail}
}

// write sends a value as JSON, a problem as such.
func (h *Handler) write(w http.ResponseWriter, status int, v any) {
	if err := send(w, status, v); err != nil {
		h.opt.Log.Error("a reply has no JSON", "error", err)
		_ = send(w, http.StatusBadGateway, newProblem(http.StatusBadGateway, "upstream-failed", "the reply of the upstream can't be written as JSON"))
	}
}

// send writes a status and a value. The error is that of encoding; a client that
// is gone is nobody to tell.
func send(w http.ResponseWriter, status int, v any) error {
	var body bytes.Buffer
	e := json.NewEncoder(&body)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	kind := "application/json"
	if _, ok := v.(*Problem); ok {
		kind = "application/problem+json"
	}
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes())
	return nil
}

func sendProblem(w http.ResponseWriter, p *Problem) { _ = send(w, p.Status, p) } // it holds nothing that has no JSON

// refuse is the guard.Refuse of this package.
func refuse(w http.ResponseWriter, _ *http.Request, status int, detail string) {
	kind := "forbidden-origin"
	if status == http.StatusUnauthorized {
		kind = "no-token"
	}
	sendProblem(w, newProblem(status, kind, detail))
}

func wrongMethod(w http.ResponseWriter, r *http.Request, allowed ...string) {
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	sendProblem(w, newProblem(http.StatusMethodNotAllowed, "wrong-http-method",
		fmt.Sprintf("%s is not served by %s; use %s", clip(r.URL.Path), clip(r.Method), strings.Join(allowed, " or "))))
}

func unknownPath(w http.ResponseWriter, at string) {
	kind, what := "unknown-path", "nothing is served at "+clip(at)
	switch {
	case strings.HasPrefix(at, IntentPath):
		what = fmt.Sprintf("there is no verb %q; there are ask, find, write, act, manage and why", clip(strings.TrimPrefix(at, IntentPath)))
	case strings.HasPrefix(at, ToolPath):
		kind, what = "unknown-tool", fmt.Sprintf("no tool is at %s: it does not exist, or it has a route of its own", clip(at))
	}
	sendProblem(w, newProblem(http.StatusNotFound, kind, what+"; "+OpenAPIPath+" lists every route"))
}
