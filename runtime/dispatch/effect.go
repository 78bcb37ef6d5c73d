package dispatch

import (
	"fmt"

	"github.com/sextant-mcp/sextant/runtime"
)

// Effect is what a call does to the world, graver effects being greater.
type Effect uint8

// The effects. The zero value is that of a call of which nothing is known; it
// is never the effect of a plan, since the unknown counts as a mutation.
const (
	unknownEffect Effect = iota
	// Read changes nothing.
	Read
	// Mutate changes something.
	Mutate
	// Destroy takes something away for good.
	Destroy
)

var effectNames = [...]string{"unknown", "read", "mutate", "destroy"}

// String returns the effect's name as replies carry it.
func (e Effect) String() string {
	if int(e) < len(effectNames) {
		return effectNames[e]
	}
	return fmt.Sprintf("effect(%d)", uint8(e))
}

// Assessment is the effect of a call and what it was read from.
type Assessment struct {
	Effect Effect
	// Why names the sources in a phrase.
	Why string
	// Stated is set when a descriptor or an annotation says so; an effect that
	// is only read from words, or assumed, is not stated.
	Stated bool
	// assumed is set when nothing tells the effect.
	assumed bool
}

// Assumed reports an effect that nothing tells: it counts as a mutation because
// it may be one.
func (a Assessment) Assumed() bool { return a.assumed }

// surelyReads reports a call of which something says that it changes nothing.
func (a Assessment) surelyReads() bool { return a.Effect == Read && a.Stated }

// Assess reads the effect of an action of a capability; action is "" for a
// capability that has but one. The sources are, each where there is one:
//
//   - what the descriptor says of the action ("mutates"),
//   - the annotations of the tool that are really present; of a tool with
//     several actions they describe the worst, so they add nothing to an action
//     of which the descriptor speaks,
//   - the words of the action's name, else of the capability's, as this package
//     reads them and as the compiler did ([runtime.Record].Changes).
//
// Where sources disagree the gravest wins. Without any, it is a mutation.
func Assess(rec *runtime.Record, action string) Assessment {
	if rec.Kind.Instructs() {
		return Assessment{Effect: Read, Why: "reading a skill's instructions changes nothing", Stated: true}
	}
	var a Assessment
	described := a.descriptor(rec, action)
	if !described || len(rec.Actions) < 2 {
		a.annotations(rec.Hints)
	}
	a.words(rec, action)
	if rec.Changes && !a.Stated {
		a.raise(Mutate, "its name is that of a change", false)
	}
	if a.Effect == unknownEffect {
		return Assessment{Effect: Mutate, Why: "nothing says what it does, so it counts as a change", assumed: true}
	}
	return a
}

// raise takes in what one source says.
func (a *Assessment) raise(e Effect, why string, stated bool) {
	switch {
	case e > a.Effect:
		a.Effect, a.Why, a.Stated = e, why, stated
	case e == a.Effect:
		a.Stated = a.Stated || stated
	}
}

// descriptor reports whether the descriptor says whether the action mutates.
func (a *Assessment) descriptor(rec *runtime.Record, action string) bool {
	for _, one := range rec.Actions {
		// What is said of the only operation holds for the whole capability.
		only := len(rec.Actions) == 1 && (action == "" || one.Name == rec.ID)
		if one.Mutates == nil || one.Name != action && !only {
			continue
		}
		if *one.Mutates {
			a.raise(Mutate, "its descriptor says that it changes something", true)
		} else {
			a.raise(Read, "its descriptor says that it changes nothing", true)
		}
		return true
	}
	return false
}

// annotations reads MCP annotations. Defaults of hints that are not there are
// no evidence, and destructiveHint has no meaning beside readOnlyHint true.
func (a *Assessment) annotations(h *runtime.HintRecord) {
	if h == nil {
		return
	}
	says := func(b *bool) bool { return b != nil && *b }
	switch {
	case says(h.ReadOnly):
		a.raise(Read, "its annotations call it read-only", true)
	case says(h.Destructive):
		a.raise(Destroy, "its annotations call it destructive", true)
	case h.ReadOnly != nil:
		a.raise(Mutate, "its annotations say that it is not read-only", true)
	}
}

// words reads the names. A tool's name only counts where the action has no name
// of its own, or one that says nothing.
func (a *Assessment) words(rec *runtime.Record, action string) {
	name := action
	effect, word, firm := wordEffect(name)
	if effect == unknownEffect && (action == "" || action == rec.ID || !a.Stated) {
		name = rec.ID
		effect, word, firm = wordEffect(name)
	}
	if effect != unknownEffect && (firm || !a.Stated) {
		a.raise(effect, fmt.Sprintf("the word %q in %s", word, name), false)
	}
}
