package dispatch

import (
	"fmt"
	"maps"
)

// readContext takes the arguments in that are offered beside the hints.
func (t *turn) readContext() error {
	if len(t.req.Context) == 0 {
		return nil
	}
	if len(t.req.Context) > MaxHints {
		return fmt.Errorf("the context has %d bytes; the limit is %d", len(t.req.Context), MaxHints)
	}
	var err error
	if t.hints.offered, err = parseObject(t.req.Context); err != nil {
		return fmt.Errorf("the context is no JSON object of arguments: %w", err)
	}
	return nil
}

// offered are the arguments of the context that the capability has. A null
// stands for nothing there.
func (t *turn) offered(chosen target) arguments {
	if len(t.hints.offered) == 0 {
		return nil
	}
	out := arguments{}
	for name, value := range t.hints.offered {
		if _, known := chosen.schema.props[name]; known && string(value) != "null" {
			out[name] = value
		}
	}
	return out
}

// with is a copy that has the others too; its own come first.
func (a arguments) with(others arguments) arguments {
	if len(others) == 0 {
		return a
	}
	out := maps.Clone(others)
	maps.Copy(out, a)
	return out
}
