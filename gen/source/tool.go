package source

import (
	"slices"
	"strings"
)

// nullable are the fields of a tool that some servers send as null when they have none.
var nullable = []string{"title", "description", "annotations", "outputSchema", "_meta", "icons", "execution"}

// tool reads one entry of a "tools" list: an MCP tool, which may also carry an
// id, a server and the fields that descriptors have.
func (s *sink) tool(n node, at *place) Capability {
	c := Capability{Kind: Kinds[0], Raw: s.raw(n), Pos: s.at(n.start)}
	if !s.object(n, at) {
		return c
	}
	for _, m := range n.members {
		at := at.field(m.key)
		if m.value.kind == 'n' && slices.Contains(nullable, m.key) {
			continue
		}
		switch m.key {
		case "name":
			c.Name = s.id(m.value, at)
		case "description":
			c.OneLine = s.optionalText(m.value, at)
		case "inputSchema":
			c.TypedIO.InputSchema = s.schema(m.value, at)
		case "outputSchema":
			c.TypedIO.OutputSchema = s.schema(m.value, at)
		default:
			s.commonField(&c, toolScope, m, at)
		}
	}
	schema, _ := n.find("inputSchema")
	s.complete(&c.TypedIO, schema)
	s.need(n, at, "name", "a tool without a name cannot be called; report it to the server's makers")
	if strings.TrimSpace(c.OneLine) == "" {
		s.warnJSON(n, at, CodeEmpty, "describe it in a descriptor of your own", "has no description; only its name can be matched")
	}
	if !has(n, "id") {
		c.ID = c.Name
	}
	if c.Title == "" && c.Annotations != nil {
		c.Title = c.Annotations.Title
	}
	return c
}

// annotations reads an MCP tool's hints; a hint that is not written stays nil.
func (s *sink) annotations(n node, at *place) *Annotations {
	if s.null(n, at) || !s.object(n, at) {
		return nil
	}
	a := &Annotations{}
	for _, m := range n.members {
		at := at.field(m.key)
		switch m.key {
		case "title":
			a.Title = s.optionalText(m.value, at)
		case "readOnlyHint":
			a.ReadOnly = s.boolean(m.value, at)
		case "destructiveHint":
			a.Destructive = s.boolean(m.value, at)
		case "idempotentHint":
			a.Idempotent = s.boolean(m.value, at)
		case "openWorldHint":
			a.OpenWorld = s.boolean(m.value, at)
		default:
			s.checkKey(annotationScope, m, at)
		}
	}
	return a
}
