package runtime

import "fmt"

// Verb is one of the six fixed doors in front of the surface. The zero value,
// Any, searches behind all of them, as find does.
type Verb uint8

// The six verbs, in the order in which the surface lists them.
const (
	Any Verb = iota
	Ask
	Find
	Write
	Act
	Manage
	Why
)

// Verbs lists the six verbs in their fixed order.
var Verbs = [...]Verb{Ask, Find, Write, Act, Manage, Why}

var verbNames = [...]string{"", "ask", "find", "write", "act", "manage", "why"}

// String returns the verb's name in lower case, "" for Any.
func (v Verb) String() string {
	if int(v) < len(verbNames) {
		return verbNames[v]
	}
	return fmt.Sprintf("verb(%d)", uint8(v))
}

// ParseVerb reads a verb's name. The empty name is Any.
func ParseVerb(name string) (Verb, error) {
	for i, n := range verbNames {
		if n == name {
			return Verb(i), nil
		}
	}
	return Any, fmt.Errorf("unknown verb %q: use ask, find, write, act, manage or why", name)
}

// searchesAll reports whether the verb ranks every capability of every kind.
func (v Verb) searchesAll() bool { return v == Any || v == Find }

// verbMask is a set of verbs, one bit each.
type verbMask uint8

func maskOf(v Verb) verbMask { return 1 << v }

func (m verbMask) has(v Verb) bool { return m&maskOf(v) != 0 }
