package fleet

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
	"github.com/sextant-mcp/sextant/runtime/fleet/phrases"
)

// tool is a tool of the fleet on its way to the surface.
type tool struct {
	Origin
	// servers are those that have it, more than one for instances.
	servers []string
	raw     json.RawMessage
	sum     string
	// stale is set for a tool that is not as it was approved and locked: what its
	// server says of it is not to be shown.
	stale bool
}

// gather collects the tools of all servers, in the order of the configuration,
// those of several instances joined.
func (f *Fleet) gather() []tool {
	var all []tool
	groups := map[string][]int{} // by sum
	for _, m := range f.mounts {
		l := m.current()
		for i, item := range l.tools.Items {
			one := tool{Origin: Origin{m.server.Name, item.Key}, servers: []string{m.server.Name}, raw: item.Raw, sum: l.sums[i]}
			if drift := l.check.Of(item.Key); drift != nil && f.opt.Locked {
				if drift.Kind == lock.Added {
					continue
				}
				one.stale, one.sum = true, "stale "+one.sum
			}
			groups[one.sum] = append(groups[one.sum], len(all))
			all = append(all, one)
		}
	}
	out := make([]tool, 0, len(all))
	for i, one := range all {
		group := groups[one.sum]
		switch {
		case group[0] != i:
			continue // it is part of the first
		case len(group) > 1:
			one = join(all, group)
		}
		out = append(out, one)
	}
	return out
}

// sumOf is a sum of a tool's content, whatever the order of its keys.
func sumOf(raw json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v map[string]any
	if d.Decode(&v) != nil {
		v = nil
	}
	delete(v, "_meta") // what it holds may differ from instance to instance
	sum := sha256.Sum256(encode(v))
	return hex.EncodeToString(sum[:])
}

// join makes one tool of those of several instances.
func join(all []tool, group []int) tool {
	one := all[group[0]]
	one.servers = nil
	for _, i := range group {
		one.servers = append(one.servers, all[i].Server)
	}
	one.Server = strings.Join(one.servers, "+")
	return one
}

// digest names the content of a surface.
func (c content) digest() string {
	h := sha256.New()
	fmt.Fprintf(h, "read %q\n", c.read)
	for _, t := range c.tools {
		fmt.Fprintf(h, "%q %q %s\n", t.servers, t.Tool, t.sum)
	}
	for _, s := range c.skills {
		fmt.Fprintf(h, "skill %q", s.Name)
		for _, f := range s.Files {
			fmt.Fprintf(h, " %q %s", f.Path, f.Digest)
		}
		fmt.Fprintln(h)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// toolKeys are the fields of a tool that a server is believed: a server can't
// give itself a verb, another server's name or what else only descriptors hold.
var toolKeys = []string{"name", "title", "description", "inputSchema", "outputSchema", "annotations"}

// listNumbers are the numbers of a numbered list. They would tie every request
// that holds a small number to the tool whose description has the longest list.
var listNumbers = regexp.MustCompile(`(?m)^([ \t]*)\d{1,2}[.)][ \t]+`)

// describe turns a tool into a descriptor under a name.
func (t *tool) describe(id string) (source.Capability, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(t.raw, &fields); err != nil {
		return source.Capability{}, err
	}
	kept := map[string]json.RawMessage{}
	for _, key := range toolKeys {
		if value, ok := fields[key]; ok && string(value) != "null" {
			kept[key] = value
		}
	}
	if len(t.servers) > 1 {
		kept["inputSchema"] = withSelector(kept["inputSchema"], t.servers)
	}
	file, problems := source.ParseCapabilities(t.Server+"/"+t.Tool, encode(map[string]any{"tools": []any{kept}}))
	if file == nil || len(file.Capabilities) != 1 {
		if err := problems.Err(); err != nil {
			return source.Capability{}, err
		}
		return source.Capability{}, fmt.Errorf("it is no tool")
	}
	c := file.Capabilities[0]
	c.ID, c.Name, c.Server = id, t.Tool, t.Server
	withoutHidden(&c)
	c.OneLine = listNumbers.ReplaceAllString(c.OneLine, "$1- ")
	params := make([]string, len(c.TypedIO.Params))
	for i, p := range c.TypedIO.Params {
		params[i] = p.Name
	}
	c.Examples = phrases.Of(t.Tool, params)
	return c, nil
}

// merge fills a descriptor that people wrote for a tool with what only the
// server knows.
func merge(written, live source.Capability) source.Capability {
	written = renamed(written, live.ID)
	written.Name, written.Server = live.Name, live.Server
	if live.TypedIO.InputSchema != nil {
		written.TypedIO.InputSchema, written.TypedIO.Params = live.TypedIO.InputSchema, live.TypedIO.Params
	}
	if live.TypedIO.OutputSchema != nil {
		written.TypedIO.OutputSchema = live.TypedIO.OutputSchema
	}
	if written.Annotations == nil {
		written.Annotations = live.Annotations
	}
	if len(written.Examples) == 0 {
		written.Examples = live.Examples
	}
	return written
}

// renamed is a descriptor under another id. The only operation of a tool is called
// like the tool.
func renamed(c source.Capability, id string) source.Capability {
	if len(c.Does) == 1 && c.Does[0].Name == c.ID {
		c.Does = slices.Clone(c.Does)
		c.Does[0].Name = id
	}
	c.ID = id
	return c
}

// find returns what people wrote for a tool, nil when nobody wrote anything.
func find(written []source.Capability, t *tool) *source.Capability {
	for i := range written {
		c := &written[i]
		if slices.ContainsFunc(t.servers, func(server string) bool { return lock.Describes(c, server, t.Tool) }) {
			return c
		}
	}
	return nil
}
