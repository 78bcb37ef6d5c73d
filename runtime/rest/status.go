package rest

import (
	"fmt"
	"net/http"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/rest/request"
)

// verdict is how a dispatcher's status stands in HTTP.
type verdict struct {
	status int
	kind   string
}

var verdicts = map[dispatch.Status]verdict{
	dispatch.NoMatch:       {http.StatusNotFound, "no-match"},
	dispatch.AskBack:       {http.StatusConflict, "ask-back"},
	dispatch.BadRequest:    {http.StatusBadRequest, "bad-request"},
	dispatch.UnknownTool:   {http.StatusNotFound, "unknown-tool"},
	dispatch.NotAllowed:    {http.StatusForbidden, "not-allowed"},
	dispatch.BadArguments:  {http.StatusUnprocessableEntity, "bad-arguments"},
	dispatch.NeedsPlan:     {http.StatusPreconditionRequired, "needs-plan"},
	dispatch.NotConnected:  {http.StatusServiceUnavailable, "not-connected"},
	dispatch.UpstreamError: {http.StatusBadGateway, "upstream-failed"},
	dispatch.Timeout:       {http.StatusGatewayTimeout, "timeout"},
}

// fine reports a reply that is an answer, with its status. find that finds
// nothing has answered: its list is empty. So has a preview of a call that nobody
// could make yet: it shows the call, and how to connect its server.
func fine(rt *route, reply *dispatch.Reply, previews bool) (status int, ok bool) {
	switch {
	case reply.Failed():
		return 0, false
	case reply.Status == dispatch.OK,
		reply.Status == dispatch.NoMatch && rt.verb == runtime.Find,
		reply.Status == dispatch.NotConnected && previews:
		return http.StatusOK, true
	}
	return 0, false
}

// problem is a reply that is no answer.
func (t *table) problem(rt *route, reply *dispatch.Reply) *Problem {
	v, known := verdicts[reply.Status]
	if !known {
		v = verdicts[dispatch.UpstreamError]
	}
	p := newProblem(v.status, v.kind, detail(rt, reply))
	routing := reply.Routing
	p.Result, p.Routing, p.Executed = reply.Result, &routing, reply.Executed
	p.Question, p.PlanRef = routing.Question, routing.PlanRef
	for _, o := range routing.Options {
		p.Options = append(p.Options, t.next(rt, o, routing.PlanRef))
	}
	routing.Options = nil // they stand in the problem as requests
	if reply.Status == dispatch.BadArguments && len(p.Options) > 0 {
		p.Template, p.Options = &p.Options[0], nil
	}
	return p
}

// detail says what is wrong and what to do, in words that fit a caller over
// HTTP.
func detail(rt *route, reply *dispatch.Reply) string {
	switch reply.Status {
	case dispatch.NoMatch:
		return "nothing on this surface fits the request, so nothing was done. " + reply.Routing.Why
	case dispatch.AskBack:
		return reply.Routing.Question + " Send one of the options, or the request again with more in it."
	case dispatch.NeedsPlan:
		return fmt.Sprintf("nothing was done; result shows the call. To have it done send it again to %s with the header %s: %s, within %.0f minutes",
			rt.Path, request.PlanRefHeader, reply.Routing.PlanRef, dispatch.PlanLifetime.Minutes())
	case dispatch.InputNeeded:
		return "the server behind the tool asks its client something first, which can't be answered over REST; call it over MCP"
	case dispatch.NotConnected:
		if r, ok := reply.Result.(dispatch.Unconnected); ok {
			return fmt.Sprintf("%s was not called: %s", r.Capability.ID, r.HowTo)
		}
	}
	if rt.Tool != "" && reply.Problem != "" {
		return reply.Problem + "; template is the call as it should be"
	}
	return reply.Error
}
