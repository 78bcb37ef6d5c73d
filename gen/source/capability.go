package source

import (
	"encoding/json"

	"github.com/sextant-mcp/sextant/runtime"
)

// Verbs are the six verbs, in the order in which Sextant lists them.
var Verbs = [...]string{"ask", "find", "write", "act", "manage", "why"}

// Kinds are the kinds of capabilities; the first is the default.
var Kinds = runtime.KindNames()

// Tri is a truth value that may be unknown. The zero value is [Unknown].
type Tri int8

const (
	// Unknown: not stated, or stated as uncertain ("~true", "unknown", null).
	Unknown Tri = iota
	// False: stated as false.
	False
	// True: stated as true.
	True
)

// String returns "unknown", "false" or "true".
func (t Tri) String() string {
	switch t {
	case False:
		return "false"
	case True:
		return "true"
	default:
		return "unknown"
	}
}

// Capability is one descriptor as it is written, or one MCP tool put into the
// same form: its name is ID and Name, its description is OneLine, its schemas
// are in TypedIO.
type Capability struct {
	ID        string // required, unique in the file, at most MaxID bytes
	Name      string // the tool's own name at its server, when it has one besides the ID
	Title     string
	OneLine   string // required in a descriptor; a tool's whole description
	Kind      string // one of Kinds; "tool" when not written
	Server    string
	Namespace string

	IntentVerbs []string // order kept: the first is the primary one; nil when not written
	Does        []Action
	TypedIO     TypedIO

	ApprovalClass string // policy.approval_class

	Scopes    []string
	Examples  []string
	WhenToUse []string
	WhenNot   []string
	Caveats   []string

	Annotations *Annotations // of an MCP tool; nil when absent

	Extra map[string]json.RawMessage // fields not named here, values as written
	Raw   json.RawMessage            // the whole entry as written
	Pos   Position                   // of the entry's opening brace
}

// Action is one thing a capability does.
type Action struct {
	Name        string // does[].action
	Mutates     Tri
	Idempotent  Tri
	Description string
	Pos         Position
}

// TypedIO is how a capability is called.
type TypedIO struct {
	RestRoute string
	Tags      []string // typed_io.tags, then a lean descriptor's own tags; each once

	// Params are input_params in the order written, completed from
	// input_schema (enum values, missing types and descriptions); without
	// input_params they are the schema's properties.
	Params []Param

	InputSchema  json.RawMessage // a JSON Schema object as written, or nil
	OutputSchema json.RawMessage // a JSON Schema object as written, or nil
}

// Param is one parameter of a capability.
type Param struct {
	Name        string
	Type        string // a JSON Schema type, "any" when the schema leaves it open, "" when not written
	Description string
	Required    bool
	Default     json.RawMessage // any JSON value as written, null included; nil when not written
	Enum        []string        // the values allowed: strings as they are, others as JSON
}

// Annotations are an MCP tool's own words about itself. A nil hint is absent,
// which is no evidence: the protocol's defaults are not filled in.
type Annotations struct {
	Title       string
	ReadOnly    *bool
	Destructive *bool
	Idempotent  *bool
	OpenWorld   *bool
}

// CapabilityFile is the content of one capability file.
type CapabilityFile struct {
	Path         string
	Form         Form
	ServerName   string   // serverInfo.name of a tools/list answer; not an id of a fleet
	Servers      []string // of a fleet file
	Capabilities []Capability
}

// Form is the shape of a capability file.
type Form string

// The forms understood.
const (
	FormDescriptors Form = "descriptors" // {"capabilities": [...]}
	FormTools       Form = "tools"       // {"tools": [...]}, also inside {"result": ...}
	FormFleet       Form = "fleet"       // {"servers": [...], "tools": [...]}
)
