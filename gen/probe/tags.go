package probe

import (
	"encoding/json"
	"slices"

	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// maxTags is how many tags are taken of a tool.
const maxTags = 16

// tagsOf are the tags of a tool: its server, and those that it has in _meta, where
// FastMCP and others put them.
func tagsOf(server string, raw json.RawMessage) []string {
	var said struct {
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	_ = json.Unmarshal(raw, &said) // without, no tags
	tags := texts(said.Meta["tags"])
	for _, key := range []string{"fastmcp", "_fastmcp"} {
		var inner struct {
			Tags json.RawMessage `json:"tags"`
		}
		if json.Unmarshal(said.Meta[key], &inner) == nil {
			tags = append(tags, texts(inner.Tags)...)
		}
	}
	slices.Sort(tags)
	tags = slices.Compact(tags)
	if len(tags) > maxTags {
		tags = tags[:maxTags]
	}
	tags = slices.DeleteFunc(tags, func(tag string) bool { return tag == server })
	return append([]string{lock.Line(server)}, tags...)
}

// texts are the strings of a list, on one line each.
func texts(raw json.RawMessage) (out []string) {
	var list []string
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	for _, text := range list {
		if text = lock.Line(text); text != "" && len(text) <= 64 {
			out = append(out, text)
		}
	}
	return out
}
