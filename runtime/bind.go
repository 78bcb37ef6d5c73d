package runtime

// Bind is how an agent is given a capability: which tools it may use, which
// skill it reads, which agent it hands over to. What is set depends on the kind.
type Bind struct {
	AllowedTools []string `json:"allowed_tools,omitempty"`
	SkillName    string   `json:"skill_name,omitempty"`
	AgentName    string   `json:"agent_name,omitempty"`
	// ToolServer is the server that executes it, "" for the platform itself.
	ToolServer string `json:"tool_server,omitempty"`
}

// BindingOf returns the binding of a capability.
func BindingOf(rec *Record) *Bind {
	b := &Bind{ToolServer: rec.Server}
	if int(rec.Kind) < len(kinds) {
		kinds[rec.Kind].bind(b, rec)
	}
	return b
}
