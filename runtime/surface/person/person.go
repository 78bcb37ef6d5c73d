// Package person asks the person behind an MCP client for a yes to a call that must
// not run unseen, where the client can ask people. Their yes takes the place of
// sending plan_ref back. It is shared by the faces of a dispatcher.
//
//	p := person.Behind(ctx, call)
//	if p.Declined { ... person.ErrDeclined ... }
//	reply := dispatcher.Do(ctx, dispatch.Request{..., Confirm: p.Confirm, PlanRef: p.PlanRef})
//	if question := p.Question(reply); question != nil {
//		return question, nil
//	}
//
// In the older eras the person is asked while the call waits; in the newer one the
// call is answered with the question, and comes again with the answer and the plan it
// was about.
package person

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet/peer"
	"github.com/sextant-mcp/sextant/runtime/surface/method"
)

// Person is whoever sits behind the client of one call. The zero value is nobody who
// can be asked.
type Person struct {
	// Confirm asks, nil where that can't be done while the call waits.
	Confirm dispatch.Confirm
	// PlanRef is the plan that the person has said yes to, "" for none.
	PlanRef string
	// Declined is set when the person has said no: nothing is to be done.
	Declined bool
	// later is set when the call may be answered with a question.
	later bool
}

// ErrDeclined answers a call that the person has said no to.
var ErrDeclined = errors.New("the user declined the call, so nothing was done; do not send it again unless the user asks for it")

// confirmField is the field of the form that says yes.
const confirmField = "confirm"

// Behind is the person behind a call.
func Behind(ctx context.Context, call mcp.CallToolRequest) Person {
	switch {
	case !asksPeople(ctx):
		return Person{}
	case !isModern(ctx):
		return Person{Confirm: ask}
	}
	answer := server.ElicitationResponse(call.Params.InputResponses, peer.ConfirmID)
	if answer == nil {
		// A plan that a person has said yes to may go on with the upstream's questions.
		plan, _ := peer.SplitState(call.Params.RequestState)
		return Person{later: true, PlanRef: plan}
	}
	switch verdict(answer.ElicitationResponse) {
	case dispatch.Accepted:
		return Person{PlanRef: call.Params.RequestState}
	case dispatch.Declined:
		return Person{Declined: true}
	}
	return Person{} // no answer: the caller gets the preview
}

// asksPeople reports a client that has declared that it shows forms to people,
// where it can be asked.
func asksPeople(ctx context.Context) bool {
	if method.InBatch(ctx) {
		return false
	}
	session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	if !ok {
		return false
	}
	can := session.GetClientCapabilities().Elicitation
	return can != nil && (can.Form != nil || can.URL == nil)
}

// isModern reports the era without sessions, in which nobody is asked while a call
// waits.
func isModern(ctx context.Context) bool {
	info := server.RequestProtocolInfoFromContext(ctx)
	return info != nil && info.Modern
}

// ask implements dispatch.Confirm. It waits no longer than the plan lasts.
func ask(ctx context.Context, p dispatch.Preview) (dispatch.Answer, error) {
	ctx, end := context.WithTimeout(ctx, dispatch.PlanLifetime)
	defer end()
	srv := server.ServerFromContext(ctx)
	if srv == nil {
		return dispatch.Unanswered, errors.New("no server is there that could ask")
	}
	res, err := srv.RequestElicitation(ctx, mcp.ElicitationRequest{Params: form(p)})
	if err != nil {
		return dispatch.Unanswered, err
	}
	return verdict(res.ElicitationResponse), nil
}

// Question is the answer to a call that waits for a person's yes, nil where the
// reply stands as it is.
func (p Person) Question(reply dispatch.Reply) *mcp.CallToolResult {
	preview, ok := reply.Result.(dispatch.Preview)
	if !p.later || !ok || reply.Status != dispatch.NeedsPlan || reply.Routing.PlanRef == "" {
		return nil
	}
	return server.NewInputRequestBuilder(reply.Routing.PlanRef).Elicit(peer.ConfirmID, form(preview)).ToolResult()
}

// form shows the whole call, so that nobody says yes to what they have not seen.
func form(p dispatch.Preview) mcp.ElicitationParams {
	what := map[string]string{dispatch.Destroy.String(): "This destroys something", dispatch.Mutate.String(): "This changes something"}[p.Effect]
	if what == "" {
		what = "This needs your approval"
	}
	name := p.Call.Tool
	if p.Call.Action != "" && p.Call.Action != name {
		name += " " + p.Call.Action
	}
	return mcp.ElicitationParams{
		Message: fmt.Sprintf("%s: %s with %s (%s). Do it?", what, name, p.Call.Arguments, p.Because),
		RequestedSchema: json.RawMessage(`{"type":"object","properties":{"confirm":{"type":"boolean","title":"Do it","description":"Yes carries it out once, as shown."}},` +
			`"required":["confirm"]}`),
	}
}

// verdict reads an answer. Only a form that says yes is one.
func verdict(r mcp.ElicitationResponse) dispatch.Answer {
	switch r.Action {
	case mcp.ElicitationResponseActionAccept:
		if content, ok := r.Content.(map[string]any); ok && content[confirmField] == true {
			return dispatch.Accepted
		}
		return dispatch.Declined
	case mcp.ElicitationResponseActionDecline:
		return dispatch.Declined
	}
	return dispatch.Unanswered
}
