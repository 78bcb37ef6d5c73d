package runtime

import "fmt"

// Kind says what a capability is and so how it is bound to a call.
type Kind uint8

// The kinds of capability. Adding one means a name here and a binding in the
// dispatcher, nowhere else.
const (
	Tool Kind = iota
	Skill
	Workflow
	Agent
)

var kindNames = [...]string{"tool", "skill", "workflow", "agent"}

// String returns the kind's name as descriptors write it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// ParseKind reads a kind's name. The empty name is Tool, the default of a
// descriptor.
func ParseKind(name string) (Kind, error) {
	if name == "" {
		return Tool, nil
	}
	for i, n := range kindNames {
		if n == name {
			return Kind(i), nil
		}
	}
	return Tool, fmt.Errorf("unknown kind %q: use tool, skill, workflow or agent", name)
}

// dispatches reports whether a capability of this kind can be the target of a
// dispatching verb without being named: a skill's text is evidence for the
// tools it wraps, not a rival to them.
func (k Kind) dispatches() bool { return k != Skill }
