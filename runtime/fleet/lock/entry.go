package lock

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
)

// The keys of an entry that are the machine's.
const (
	KeyUpstream = "upstream"
	KeyDigest   = "digest"
	KeyVanished = "vanished"
	// KeyAccepts is a person's: true accepts the hidden characters in what the
	// server says.
	KeyAccepts = "accepts_hidden_text"
)

// Upstream is what an entry keeps of the server's words, beside the schemas.
type Upstream struct {
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	Annotations json.RawMessage `json:"annotations,omitempty"`
}

// Entry is an approved tool.
type Entry struct {
	// Capability is the descriptor.
	Capability *source.Capability
	// Tool is what was approved.
	Tool Tool
	// Digest is that of the tool when it was approved.
	Digest string
	// Vanished is set when the server did not list the tool any more.
	Vanished bool
	// Accepts is set when a person accepted the hidden characters.
	Accepts bool
}

// EntryOf reads the approval that a descriptor holds; ok is false for a descriptor
// without one.
func EntryOf(c *source.Capability) (e *Entry, ok bool, err error) {
	if _, ok := c.Extra[KeyDigest]; !ok {
		return nil, false, nil
	}
	e = &Entry{Capability: c}
	var said Upstream
	for key, to := range map[string]any{KeyDigest: &e.Digest, KeyUpstream: &said, KeyVanished: &e.Vanished, KeyAccepts: &e.Accepts} {
		raw := c.Extra[key]
		if raw == nil {
			continue
		}
		if err := json.Unmarshal(raw, to); err != nil {
			return nil, false, fmt.Errorf("%s: %s of %s is not understood; delete it and probe again: %w", c.Pos, key, c.ID, err)
		}
	}
	e.Tool = Tool{
		Name: ToolName(c), Title: said.Title, Description: said.Description,
		Input: c.TypedIO.InputSchema, Output: c.TypedIO.OutputSchema, Annotations: present(said.Annotations),
	}
	return e, true, nil
}

// Intact reports whether the entry still holds what its digest is of. One that
// does not was changed by hand, or by a program that does not know of digests.
func (e *Entry) Intact() bool { return e.Tool.Digest() == e.Digest }

// ToolName is the name of a descriptor's tool at its server.
func ToolName(c *source.Capability) string {
	if c.Name != "" {
		return c.Name
	}
	return strings.TrimPrefix(c.ID, c.Server+"/")
}

// Describes reports whether a descriptor is that of a server's tool.
func Describes(c *source.Capability, server, tool string) bool {
	return c.Server == server && (ToolName(c) == tool || c.Name == "" && c.ID == tool)
}
