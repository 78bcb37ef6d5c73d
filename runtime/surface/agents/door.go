package agents

import (
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// door is where a call came in: it says by what calls its options are made.
type door struct {
	s *Surface
	// in is the namespace whose tool was called, nil for ask in front of all.
	in *namespace
	// seen are the ids of the tools that the caller sees.
	seen map[string]bool
}

// answer turns a reply into an answer.
func (d door) answer(reply dispatch.Reply, question string) Answer {
	a := newAnswer("")
	a.Tool, a.changed = reply.Routing.ChosenTool, reply.Status == dispatch.Changed
	for _, o := range reply.Routing.Options {
		a.Options = append(a.Options, d.option(o))
	}
	t := d.s.byID[a.Tool]
	switch {
	case reply.Upstream != nil:
		d.relay(&a, &reply, t)
	case reply.Status == dispatch.NeedsPlan || reply.PreviewOnly():
		a.Answer, a.waits = preview(&reply), &reply
		a.Caveat = caveat(nil, t)
	case reply.Status == dispatch.NoMatch:
		a.Answer, a.Tool = d.nothing(), ""
		a.Options = d.lists()
	case reply.Status == dispatch.AskBack:
		a.Answer = reply.Routing.Question
	case reply.Status == dispatch.NotConnected:
		a.Answer, a.Failed = fmt.Sprintf("No server that executes %s is connected, so nothing was done.", t.name), true
	case reply.Status == dispatch.BadArguments:
		d.ask(&a, &reply)
	case reply.Error != "":
		a.Answer, a.Failed = reply.Error, true
	default:
		a.OK, a.Answer = true, fmt.Sprint(reply.Result)
	}
	return a
}

// relay passes on what the tool gave.
func (d door) relay(a *Answer, reply *dispatch.Reply, t *tool) {
	r := reply.Upstream
	a.OK = dispatch.Succeeded(*r)
	a.Failed = !a.OK
	a.Answer = prose(r)
	a.Items = items(r)
	a.Caveat = caveat(caveats(r), t)
	if strings.TrimSpace(a.Answer) == "" {
		a.Answer = "Done."
		if a.Failed {
			a.Answer = reply.Error
		}
	}
}

// caveat joins what the tool and its descriptor warn of.
func caveat(own []string, t *tool) *string {
	if t != nil {
		for _, c := range t.rec.Caveats {
			if !contains(own, c) {
				own = append(own, c)
			}
		}
	}
	if len(own) == 0 {
		return nil
	}
	text := strings.Join(own, "\n")
	return &text
}

func contains(list []string, text string) bool {
	for _, one := range list {
		if one == text {
			return true
		}
	}
	return false
}

// preview says what would be done.
func preview(reply *dispatch.Reply) string {
	p, ok := reply.Result.(dispatch.Preview)
	if !ok {
		return reply.Routing.Why
	}
	return fmt.Sprintf("Nothing was done yet. This would call %s with %s; effect: %s, since %s. The option has it done.",
		p.Call.Tool, p.Call.Arguments, p.Effect, p.Because)
}

// ask asks for what is missing, or says what the tool's schema refuses.
func (d door) ask(a *Answer, reply *dispatch.Reply) {
	problem := reply.Problem
	if problem == "" {
		problem = reply.Error
	}
	a.Failed = reply.Routing.Question == ""
	a.Answer = strings.TrimSpace(reply.Routing.Question + " " + sentence(problem))
}

func sentence(text string) string {
	if text == "" || strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

// nothing says that nothing fits.
func (d door) nothing() string {
	if d.in == nil {
		return "Nothing here serves that request."
	}
	return fmt.Sprintf("Nothing in %s serves that request.", d.in.name)
}

// lists are the calls that show what there is.
func (d door) lists() []Option {
	out := []Option{}
	for _, n := range d.s.namespaces {
		if d.in == nil || d.in == n {
			out = append(out, Option{
				Label: "what " + n.name + " can do", Tool: n.listTools(), Arguments: map[string]any{},
			})
		}
	}
	return out
}
