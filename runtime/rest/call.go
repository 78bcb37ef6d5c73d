package rest

import (
	"context"
	"net/http"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/guard"
	"github.com/sextant-mcp/sextant/runtime/rest/request"
)

// call carries out one request for a verb or a tool.
func (h *Handler) call(w http.ResponseWriter, r *http.Request, t *table, rt *route) {
	ctx, cancel := context.WithTimeout(r.Context(), h.opt.Timeout)
	defer cancel()
	body, problem := h.readBody(w, r)
	if problem != nil {
		h.write(w, problem.Status, problem)
		return
	}
	req, err := read(r, rt, body)
	if len(req.Hints) > dispatch.MaxHints {
		h.write(w, http.StatusRequestEntityTooLarge, tooLong("the arguments are", dispatch.MaxHints))
		return
	}
	var reply dispatch.Reply
	if err != nil {
		reply = dispatch.Rejected(rt.verb, err)
	} else {
		reply = h.dispatcher.Do(ctx, req)
	}
	if status, ok := fine(rt, &reply, req.Execute != nil && !*req.Execute); ok {
		h.write(w, status, reply)
		return
	}
	problem = t.problem(rt, &reply)
	h.write(w, problem.Status, problem)
}

// read makes the dispatcher's request of an HTTP request.
func read(r *http.Request, rt *route, body []byte) (req dispatch.Request, err error) {
	if rt.Tool != "" {
		req, err = request.Tool(rt.target, body)
	} else {
		req, err = request.Verb(rt.verb, body)
	}
	if err != nil {
		return req, err
	}
	holder := guard.Caller(r.Context())
	req.Caller, req.Principal, req.Operator = dispatch.PrincipalCaller(holder), holder, guard.Operator(r.Context())
	if req.PlanRef, err = request.PlanRef(r.Header, req.PlanRef); err != nil {
		return req, err
	}
	req.Execute, err = request.Execute(r.URL.RawQuery, req.Execute)
	return req, err
}
