package fleet

import (
	"time"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// State is what can be said of a server in a word.
type State string

// The states.
const (
	// Starting: it is being started or reached for the first time.
	Starting State = "starting"
	// Ready: it is connected and its lists were read.
	Ready State = "ready"
	// Failed: it could not be started or was lost; it will be tried again.
	Failed State = "failed"
	// Off: the configuration switches it off.
	Off State = "off"
	// Closed: the fleet was closed.
	Closed State = "closed"
)

// Status is what is known of a server.
type Status struct {
	Name  string    `json:"name"`
	Kind  string    `json:"kind"` // "stdio" or "http"
	State State     `json:"state"`
	Why   string    `json:"why,omitempty"`
	Since time.Time `json:"since"`
	// Failures is how often in a row it failed; Retry is when it is tried again.
	Failures int        `json:"failures,omitempty"`
	Retry    *time.Time `json:"retry,omitempty"`
	// Server, Version and Protocol are what it said of itself.
	Server   string `json:"server,omitempty"`
	Version  string `json:"version,omitempty"`
	Protocol string `json:"protocol,omitempty"`
	// The counts are those of its lists when they were last read.
	Tools     int `json:"tools"`
	Prompts   int `json:"prompts,omitempty"`
	Resources int `json:"resources,omitempty"`
	// Problems say what of its lists was left out.
	Problems []string `json:"problems,omitempty"`
	// Drifted is how many of its tools are not as they were approved; Drift names
	// them, the first of them where they are many.
	Drifted int          `json:"drifted,omitempty"`
	Drift   []lock.Drift `json:"drift,omitempty"`
	// Hidden says where its tools hold characters that a person can't see.
	Hidden []string `json:"hidden,omitempty"`
}

// Status tells of every server, in the order of the configuration.
func (f *Fleet) Status() []Status {
	out := make([]Status, len(f.mounts))
	for i, m := range f.mounts {
		out[i] = m.status()
	}
	return out
}

// count tells how many tools the servers list by now, and whether one is still being
// started.
func (f *Fleet) count() (tools int, starting bool) {
	for _, m := range f.mounts {
		s := m.status()
		tools += s.Tools
		starting = starting || s.State == Starting
	}
	return tools, starting
}

// Servers names the servers that are mounted, those that are switched off left
// out, in the order of the configuration.
func (f *Fleet) Servers() (names []string) {
	for _, m := range f.mounts {
		if !m.server.Disabled {
			names = append(names, m.server.Name)
		}
	}
	return names
}

// Unavailable names the servers that should be there and are not. Why is left to
// the Status: it may be long, and every answer would carry it. A server some of
// whose tools are locked away is named too, with how many.
func (f *Fleet) Unavailable() []dispatch.Unavailable {
	var out []dispatch.Unavailable
	for _, m := range f.mounts {
		if s := m.status(); s.State == Starting || s.State == Failed {
			out = append(out, dispatch.Unavailable{Server: s.Name, State: string(s.State)})
		} else if why := m.withheld(&s); why != "" {
			out = append(out, dispatch.Unavailable{Server: s.Name, State: StateDrifted, Why: why})
		}
	}
	return out
}
