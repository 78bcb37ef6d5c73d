package surface

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

// person is whoever sits behind a client that can ask people. Their yes takes the
// place of sending plan_ref back. In the older eras they are asked while the call
// waits; in the newer one the call is answered with the question, and comes again
// with the answer and the plan it was about.
type person struct {
	// confirm asks, nil where that can't be done while the call waits.
	confirm dispatch.Confirm
	// later is set when the call may be answered with a question.
	later bool
	// planRef is the plan that the person has said yes to.
	planRef  string
	declined bool
}

var errPersonDeclined = errors.New("the user declined the call, so nothing was done; do not send it again unless the user asks for it")

// confirmField is the field of the form that says yes.
const confirmField = "confirm"

// personBehind is the person behind a call.
func (s *Surface) personBehind(ctx context.Context, call mcp.CallToolRequest) person {
	switch {
	case !asksPeople(ctx):
		return person{}
	case !isModern(ctx):
		return person{confirm: s.askPerson}
	}
	answer := server.ElicitationResponse(call.Params.InputResponses, peer.ConfirmID)
	if answer == nil {
		// A plan that a person has said yes to may go on with the upstream's questions.
		plan, _ := peer.SplitState(call.Params.RequestState)
		return person{later: true, planRef: plan}
	}
	switch verdict(answer.ElicitationResponse) {
	case dispatch.Accepted:
		return person{planRef: call.Params.RequestState}
	case dispatch.Declined:
		return person{declined: true}
	}
	return person{} // no answer: the caller gets the preview
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

// askPerson implements dispatch.Confirm. It waits no longer than the plan lasts.
func (s *Surface) askPerson(ctx context.Context, p dispatch.Preview) (dispatch.Answer, error) {
	ctx, end := context.WithTimeout(ctx, dispatch.PlanLifetime)
	defer end()
	res, err := s.mcp.RequestElicitation(ctx, mcp.ElicitationRequest{Params: form(p)})
	if err != nil {
		return dispatch.Unanswered, err
	}
	return verdict(res.ElicitationResponse), nil
}

// question is the answer to a call that waits for a person's yes, nil where the
// reply stands as it is.
func (p person) question(reply dispatch.Reply) *mcp.CallToolResult {
	preview, ok := reply.Result.(dispatch.Preview)
	if !p.later || !ok || reply.Status != dispatch.NeedsPlan || reply.Routing.PlanRef == "" {
		return nil
	}
	return server.NewInputRequestBuilder(reply.Routing.PlanRef).Elicit(peer.ConfirmID, form(preview)).ToolResult()
}

// goOn is what the upstream asks, in such a way that the answer comes back to the
// plan that the person has said yes to.
func (p person) goOn(up *dispatch.Result) (*mcp.CallToolResult, error) {
	out, err := rawResult(up.Raw)
	if err == nil {
		out.RequestState = peer.WithPlan(p.planRef, out.RequestState)
	}
	return out, err
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
