package dispatch

import (
	"encoding/json"
	"slices"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/naming"
)

// modes are the operations of a tool of which no descriptor tells: the values of
// the one argument that selects what the tool does.
type modes struct {
	param string
	ops   []runtime.ActionRecord
}

// findModes looks for modes among the arguments: a choice that every call makes,
// itself or by its default, between words at least half of which say what is
// done, and one of which only reads. A tool that reads in every mode needs none,
// and of one that is named for a change each mode is a way to make it.
func (s *inputSchema) findModes(rec *runtime.Record) *modes {
	readOnly := rec.Hints != nil && rec.Hints.ReadOnly != nil && *rec.Hints.ReadOnly
	named, _, firm := wordEffect(rec.ID)
	if rec.Kind.Instructs() || len(operations(rec)) > 0 || readOnly || named == Destroy || named == Mutate && firm {
		return nil
	}
	var found *modes
	for _, name := range s.order {
		ops := s.modeValues(name)
		if ops == nil {
			continue
		}
		if found != nil {
			return nil // neither alone says what is done
		}
		found = &modes{param: name, ops: ops}
	}
	return found
}

// modeValues are the values of an argument that selects what is done, nil for
// any other argument.
func (s *inputSchema) modeValues(name string) []runtime.ActionRecord {
	p := s.props[name]
	if !naming.IsMode(name) || len(p.Enum) < 2 || !slices.Contains(s.required, name) && !p.defaultsToText() {
		return nil
	}
	ops := make([]runtime.ActionRecord, len(p.Enum))
	known, reads := 0, 0
	for i, value := range p.Enum {
		word, ok := value.(string)
		if !ok || word == "" {
			return nil
		}
		ops[i].Name = word
		switch effect, _, _ := wordEffect(word); effect {
		case unknownEffect:
			continue
		case Read:
			reads++
		}
		known++
	}
	if reads == 0 || 2*known < len(ops) {
		return nil
	}
	return ops
}

// defaultsToText reports an argument that is one of its values when it is left
// out.
func (p property) defaultsToText() bool {
	var value string
	return json.Unmarshal(p.Default, &value) == nil && slices.Contains(p.Enum, any(value))
}

// selector is the name of the argument that selects the operation.
func (s *inputSchema) selector() string {
	if s.modes != nil {
		return s.modes.param
	}
	return actionParam
}

// operations are those of the descriptor, else the modes of the schema.
func (s *inputSchema) operations(rec *runtime.Record) []runtime.ActionRecord {
	if s.modes != nil {
		return s.modes.ops
	}
	return operations(rec)
}

// assess is [Assess] for a target, whose schema may tell of modes. Annotations
// describe the worst of them, so a mode whose words only read is not held to
// them; every other one is, and counts as a change where no word tells.
func (s *inputSchema) assess(rec *runtime.Record, action string) Assessment {
	if s.modes == nil || !slices.ContainsFunc(s.modes.ops, func(op runtime.ActionRecord) bool { return op.Name == action }) {
		return Assess(rec, action)
	}
	effect, word, _ := wordEffect(action)
	why := `the word "` + word + `" in ` + s.modes.param + " " + action
	if effect == Read {
		return Assessment{Effect: Read, Why: why}
	}
	a := Assessment{Effect: Mutate, Why: s.modes.param + " " + action + " is not known to read, so it counts as a change"}
	a.annotations(rec.Hints)
	if effect != unknownEffect {
		a.raise(effect, why, false)
	}
	return a
}

func (t target) assess(action string) Assessment { return t.schema.assess(t.rec, action) }
