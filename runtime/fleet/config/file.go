package config

import (
	"fmt"
	"time"

	"github.com/sextant-mcp/sextant/gen/source"
)

// File is the content of one configuration.
type File struct {
	Path string
	// Servers are in the order of the file, the disabled ones included.
	Servers []Server
	// Problems are the entries that were left out, and what looks like a slip.
	Problems []Problem
}

// Server is one entry.
type Server struct {
	Name string
	// Kind is how it is reached.
	Kind Kind
	// Command, Args and Dir start a process; Dir is absolute, or "" for the
	// folder that this process runs in.
	Command string
	Args    []string
	Dir     string
	// Env is added to the environment of the process, in the order of the file.
	Env []Variable
	// URL and Headers reach a server over HTTP.
	URL     string
	Headers []Variable
	// Disabled entries are not started.
	Disabled bool
	// Timeout bounds one call, zero for the default.
	Timeout time.Duration
	// Pos is where the entry stands.
	Pos source.Position
}

// Kind is how a server is reached.
type Kind uint8

// The kinds.
const (
	// Stdio is a process that is started and spoken to over its standard streams.
	Stdio Kind = iota
	// HTTP is a server at an address, spoken to over streamable HTTP.
	HTTP
)

// String returns "stdio" or "http".
func (k Kind) String() string {
	if k == HTTP {
		return "http"
	}
	return "stdio"
}

// Variable is an environment variable or a header.
type Variable struct {
	Name  string
	Value Secret
}

// Secret is a value that is never printed: whatever formats it, logs it or
// encodes it gets "***". Convert it to a string to use it.
type Secret string

const hidden = "***"

// String returns "***".
func (Secret) String() string { return hidden }

// GoString returns "***".
func (Secret) GoString() string { return hidden }

// Format writes "***" whatever the verb.
func (Secret) Format(f fmt.State, _ rune) {
	_, _ = f.Write([]byte(hidden)) // the fmt package keeps the error
}

// MarshalText returns "***".
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Problem is what is wrong with an entry, or with the file around it.
type Problem struct {
	Pos source.Position
	// Server is the entry's name, "" for the file.
	Server string
	// Message says what is wrong and what to do. It quotes no value of env or
	// headers.
	Message string
	// LeftOut says that the entry is not among the servers.
	LeftOut bool
}

// String returns "file:line:column: server "name": message".
func (p Problem) String() string {
	if p.Server == "" {
		return fmt.Sprintf("%s: %s", p.Pos, p.Message)
	}
	return fmt.Sprintf("%s: server %q: %s", p.Pos, p.Server, p.Message)
}
