package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// The argument that selects an instance, and its name where the tool has an
// argument of that name itself.
const (
	selector      = "server"
	otherSelector = "upstream_server"
)

// withSelector adds to a schema the argument that selects the instance. What
// else the schema says stays as it is, byte for byte.
func withSelector(schema json.RawMessage, servers []string) json.RawMessage {
	fields := map[string]json.RawMessage{}
	_ = json.Unmarshal(schema, &fields) // a tool without a schema gets one
	props := map[string]json.RawMessage{}
	_ = json.Unmarshal(fields["properties"], &props) // none
	var required []string
	_ = json.Unmarshal(fields["required"], &required) // none
	name := selectorOf(props)
	props[name] = encode(map[string]any{
		"type": "string", "enum": servers, "description": "which of the instances: " + strings.Join(servers, ", "),
	})
	fields["type"] = json.RawMessage(`"object"`)
	fields["properties"] = encode(props)
	fields["required"] = encode(append([]string{name}, required...))
	return encode(fields)
}

func selectorOf(props map[string]json.RawMessage) string {
	if _, taken := props[selector]; taken {
		return otherSelector
	}
	return selector
}

// instances are several servers of which a call selects one.
type instances struct {
	name   string
	mounts []*mount
}

// Name implements dispatch.Upstream.
func (s *instances) Name() string { return s.name }

// Patience implements dispatch.SelfTimed.
func (s *instances) Patience() (longest time.Duration) {
	for _, m := range s.mounts {
		longest = max(longest, m.patience())
	}
	return longest
}

// Call implements dispatch.Upstream.
func (s *instances) Call(ctx context.Context, c dispatch.Call) (dispatch.Result, error) {
	m, args, err := s.choose(c.Tool, c.Args)
	if err != nil {
		return dispatch.Result{}, err
	}
	c.Args = args
	return upstream{m}.Call(ctx, c)
}

// choose takes the selector out of the arguments and returns whom it names.
func (s *instances) choose(tool string, raw json.RawMessage) (*mount, json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, nil, fmt.Errorf("the arguments are no object: %w", err)
	}
	name := s.selectorFor(tool)
	var wanted string
	if err := json.Unmarshal(fields[name], &wanted); err != nil {
		return nil, nil, fmt.Errorf("the argument %s must name one of %s", name, strings.ReplaceAll(s.name, "+", ", "))
	}
	i := slices.IndexFunc(s.mounts, func(m *mount) bool { return m.server.Name == wanted })
	if i < 0 {
		return nil, nil, fmt.Errorf("%q is none of %s", wanted, strings.ReplaceAll(s.name, "+", ", "))
	}
	delete(fields, name)
	return s.mounts[i], encode(fields), nil
}

// selectorFor is the selector's name for a tool.
func (s *instances) selectorFor(tool string) string {
	for _, m := range s.mounts {
		l := m.current()
		for _, item := range l.tools.Items {
			if item.Key != tool {
				continue
			}
			var t struct {
				InputSchema struct{ Properties map[string]json.RawMessage }
			}
			_ = json.Unmarshal(item.Raw, &t) // no properties, no conflict
			return selectorOf(t.InputSchema.Properties)
		}
	}
	return selector
}
