package dispatch

import "github.com/sextant-mcp/sextant/runtime"

// Bind is how an agent is given a capability: which tools it may use, which
// skill it reads, which agent it hands over to. One of the first three is set,
// by kind.
type Bind struct {
	AllowedTools []string `json:"allowed_tools,omitempty"`
	SkillName    string   `json:"skill_name,omitempty"`
	AgentName    string   `json:"agent_name,omitempty"`
	// ToolServer is the server that executes it, "" for the platform itself.
	ToolServer string `json:"tool_server,omitempty"`
}

// BindingOf returns the binding of a capability. A new kind of capability needs
// a case here and nowhere else.
func BindingOf(rec *runtime.Record) *Bind {
	b := &Bind{ToolServer: rec.Server}
	switch rec.Kind {
	case runtime.Skill:
		b.SkillName = rec.ID
		b.AllowedTools = rec.Wraps
	case runtime.Workflow:
		b.SkillName = rec.ID
	case runtime.Agent:
		b.AgentName = rec.ID
	default:
		b.AllowedTools = []string{rec.ID}
	}
	return b
}
