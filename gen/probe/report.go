package probe

import (
	"github.com/sextant-mcp/sextant/gen/hidden"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// Report is what came of comparing a document with servers.
type Report struct {
	Path string
	// Fresh is set for a document that was begun with these servers: everything in
	// it is new.
	Fresh   bool
	Servers []ServerReport // in the order of the readings
	// Strangers are servers that have entries and that nobody asked for.
	Strangers []string
}

// ServerReport is what came of comparing one server.
type ServerReport struct {
	Server string
	// Failed says why the server could not be read, "" when it could.
	Failed string
	Off    bool
	// Partial tells that its list could only be read in part.
	Partial bool
	// LeftOut says what of its list can't be used.
	LeftOut []string
	// Tools is how many tools it lists, Kept how many entries were kept unseen,
	// Gone how many had vanished before.
	Tools, Kept, Gone int
	Skills            int
	Changes           []Change
	Hidden            []HiddenText
}

// Change is a tool that is not as it was approved.
type Change struct {
	Kind lock.Kind
	// Tool is its name at the server, ID that of its entry.
	Tool, ID string
	// Skill is set for a skill; of Before and After only the description is set.
	Skill bool
	// Before is what was approved, After what the server says now; nil for what
	// is not there.
	Before, After *lock.Tool
	// Adopted: people had written the entry before the tool was probed.
	Adopted bool
	// Back: the tool had vanished and is listed again.
	Back bool
	// ByHand: the server says what was approved, but the entry does not hold it.
	ByHand bool
	// Kept are the guessed fields that somebody edited and that would be others
	// now.
	Kept []string
}

// HiddenText are characters in what a server says that a person can't see.
type HiddenText struct {
	Tool string
	hidden.Found
}

// Drift is how many tools are not as they were approved.
func (r *Report) Drift() (n int) {
	for i := range r.Servers {
		n += len(r.Servers[i].Changes)
	}
	return n
}

// Suspicious is how many tools say something that can't be seen.
func (r *Report) Suspicious() (n int) {
	for i := range r.Servers {
		tools := map[string]bool{}
		for _, h := range r.Servers[i].Hidden {
			tools[h.Tool] = true
		}
		n += len(tools)
	}
	return n
}

// Unread is how many servers could not be read, or only in part.
func (r *Report) Unread() (n int) {
	for i := range r.Servers {
		if r.Servers[i].Failed != "" || r.Servers[i].Partial {
			n++
		}
	}
	return n
}
