package dispatch

import (
	"fmt"

	"github.com/sextant-mcp/sextant/runtime"
)

// Unconnected is the result of a request for a capability that no connected
// server executes: what it is, how to connect it, and the call that would have
// been made, already validated.
type Unconnected struct {
	Connected  bool          `json:"connected"` // always false
	Capability Summary       `json:"capability"`
	Server     string        `json:"server"`
	HowTo      string        `json:"how_to_connect"`
	RestRoute  string        `json:"rest_route,omitempty"`
	Call       PreviewedCall `json:"call"`
	Effect     string        `json:"effect"`
	Approval   string        `json:"approval,omitempty"`
	// Skills document the capability; read one by pinning it.
	Skills []string `json:"skills,omitempty"`
}

// Summary says in a line what a capability is.
type Summary struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Title   string `json:"title,omitempty"`
	OneLine string `json:"one_line"`
}

func summaryOf(rec *runtime.Record) Summary {
	return Summary{ID: rec.ID, Kind: rec.Kind.String(), Title: rec.Title, OneLine: rec.OneLine}
}

// notConnected shows the call that nobody can make yet. The routing stands.
func (t *turn) notConnected(p *plan) *Reply {
	r := Unconnected{
		Capability: summaryOf(p.rec), Server: p.rec.Server, HowTo: howToConnect(p.rec),
		RestRoute: p.rec.RestRoute, Call: p.call(), Effect: p.effect.Effect.String(), Skills: p.rec.Skills,
	}
	if p.needsPlan() {
		r.Approval = p.rec.Approval
		if r.Approval == "" || r.Approval == "auto" {
			r.Approval = "preview first"
		}
	}
	return &Reply{Result: r, Routing: p.routing, Status: NotConnected}
}

func howToConnect(rec *runtime.Record) string {
	if rec.Server != "" {
		return fmt.Sprintf("no server %q is connected: register an upstream of that name with the dispatcher (dispatch.Upstreams.Register), or call that MCP server directly", rec.Server)
	}
	how := "it belongs to the platform itself, which is not connected: register the platform as the upstream with the empty name"
	if rec.RestRoute != "" {
		how += ", or call the platform's own route " + rec.RestRoute + " with these arguments"
	}
	return how
}
