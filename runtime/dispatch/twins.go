package dispatch

import (
	"fmt"
	"slices"

	"github.com/sextant-mcp/sextant/runtime"
)

// twins are the candidates that have the winner's own name at other servers, and
// for which all the words speak that speak for the winner. The winner is ahead of
// them by the form of its id only, which is no reason to prefer one server.
func (t *turn) twins(e *runtime.Explanation) (out []target) {
	first := e.Candidates[0]
	winner, err := t.d.at(first.Number)
	if err != nil || len(first.Matched) == 0 {
		return nil
	}
	for _, c := range e.Candidates[1:] {
		other, err := t.d.at(c.Number)
		if err != nil || leafOf(other.rec) != leafOf(winner.rec) || other.rec.Server == winner.rec.Server {
			continue
		}
		if !slices.ContainsFunc(first.Matched, func(word string) bool { return !slices.Contains(c.Matched, word) }) {
			out = append(out, other)
		}
	}
	return out
}

// leafOf is a capability's own name at its server.
func leafOf(rec *runtime.Record) string {
	if rec.Name != "" {
		return rec.Name
	}
	return rec.ID
}

// askServer asks which of the servers is meant that have a tool of one name.
func (t *turn) askServer(winner target, twins []target) *Reply {
	var options []Option
	var servers []string
	for _, one := range append([]target{winner}, twins...) {
		options = append(options, t.d.labelled(t.req.Verb, t.req.Intent, one, t.hints))
		servers = append(servers, one.rec.Server)
	}
	return t.routing.ask(fmt.Sprintf("%s is a tool of %s, and nothing in the request says which is meant. Which server?",
		leafOf(winner.rec), enumerate(servers, "and")), options)
}
