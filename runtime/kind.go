package runtime

import (
	"fmt"
	"strings"
)

// Kind says what a capability is and so how it is bound to a call.
type Kind uint8

// The kinds of capability. Adding one means a name here and its row in the
// table of kinds, nowhere else.
const (
	Tool Kind = iota
	Skill
	Workflow
	Agent
)

// kindRow is all that depends on a kind.
type kindRow struct {
	name string
	// is recognises an entry of that kind in a catalog of somebody else's.
	is func(Node) bool
	// bind says how an agent is given a capability of that kind.
	bind func(*Bind, *Record)
	// instructs is set where executing it means to read its instructions: its
	// text is evidence for the tools it wraps, not a rival to them.
	instructs bool
}

var kinds = []kindRow{
	Tool: {
		name: "tool",
		is:   func(n Node) bool { return n.typed("tool") || n.prefixed("tool_") },
		bind: func(b *Bind, r *Record) { b.AllowedTools = []string{r.ID} },
	},
	Skill: {
		name: "skill",
		is: func(n Node) bool {
			return n.typed("skill", "agentskill") || strings.EqualFold(n.Resource, "agent_skill")
		},
		bind:      func(b *Bind, r *Record) { b.SkillName, b.AllowedTools = r.ID, r.Wraps },
		instructs: true,
	},
	Workflow: {
		name: "workflow",
		is:   func(n Node) bool { return n.typed("workflowdefinition") || n.prefixed("workflow:", "skill_workflow:") },
		bind: func(b *Bind, r *Record) { b.SkillName = r.ID },
	},
	Agent: {
		name: "agent",
		is:   func(n Node) bool { return n.typed("agent", "agentdefinition") },
		bind: func(b *Bind, r *Record) { b.AgentName = r.ID },
	},
}

// Kinds returns every kind, in declared order.
func Kinds() []Kind {
	out := make([]Kind, len(kinds))
	for i := range out {
		out[i] = Kind(i)
	}
	return out
}

// KindNames returns the names of the kinds as descriptors write them. The first
// is the default.
func KindNames() []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = k.name
	}
	return out
}

// String returns the kind's name as descriptors write it.
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k].name
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Instructs reports a kind that is not called but read: executing such a
// capability returns its instructions. One is the target of a dispatching verb
// only when it is named.
func (k Kind) Instructs() bool { return int(k) < len(kinds) && kinds[k].instructs }

// ParseKind reads a kind's name. The empty name is Tool, the default of a
// descriptor.
func ParseKind(name string) (Kind, error) {
	if name == "" {
		return Tool, nil
	}
	for i, k := range kinds {
		if k.name == name {
			return Kind(i), nil
		}
	}
	names := KindNames()
	last := len(names) - 1
	return Tool, fmt.Errorf("unknown kind %q: use %s or %s", name, strings.Join(names[:last], ", "), names[last])
}

// Node is an entry of somebody else's catalog, as far as its kind shows. Case
// does not matter in any of it.
type Node struct {
	ID       string
	Type     string // what the catalog calls its type
	Resource string // the type of resource that it stands for, if it says
}

func (n Node) typed(types ...string) bool {
	for _, t := range types {
		if strings.EqualFold(n.Type, t) {
			return true
		}
	}
	return false
}

func (n Node) prefixed(prefixes ...string) bool {
	for _, p := range prefixes {
		if len(n.ID) >= len(p) && strings.EqualFold(n.ID[:len(p)], p) {
			return true
		}
	}
	return false
}

// Classify says of what kind an entry is. Kinds that are declared later are more
// particular and asked first. It is false for an entry of no known kind.
func Classify(n Node) (Kind, bool) {
	for i := len(kinds) - 1; i >= 0; i-- {
		if kinds[i].is(n) {
			return Kind(i), true
		}
	}
	return Tool, false
}
