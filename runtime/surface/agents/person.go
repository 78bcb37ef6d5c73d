package agents

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/surface/person"
)

type personKey struct{}

// personOf is the person behind the call that a context is of, nobody outside of
// the protocol.
func personOf(ctx context.Context) person.Person {
	p, _ := ctx.Value(personKey{}).(person.Person)
	return p
}

// request begins the request of a conversation.
func (s *Surface) request(ctx context.Context, key string) dispatch.Request {
	behind := personOf(ctx)
	return dispatch.Request{
		OpenVerb: true, Router: s.router, Caller: key, Principal: s.principal(ctx),
		Confirm: behind.Confirm, PlanRef: behind.PlanRef,
	}
}

// confirmed carries out a call with whoever sits behind the client at hand. Where
// they are asked once the call is answered, the answer is the question.
func confirmed(ctx context.Context, call mcp.CallToolRequest, carryOut func(context.Context) Answer) (*mcp.CallToolResult, error) {
	behind := person.Behind(ctx, call)
	if behind.Declined {
		return answered(failure(person.ErrDeclined))
	}
	a := carryOut(context.WithValue(ctx, personKey{}, behind))
	if a.waits != nil {
		if question := behind.Question(*a.waits); question != nil {
			return question, nil
		}
	}
	return answered(a)
}
