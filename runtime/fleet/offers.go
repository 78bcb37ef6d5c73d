package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// Offer is something beside tools that a server offers.
type Offer struct {
	Server string
	// Key is its name, URI or template on the server.
	Key string
	// Raw is its entry in the server's list, as it was written.
	Raw json.RawMessage
}

// Prompts are the prompts of all servers, in the order of the configuration.
func (f *Fleet) Prompts() []Offer {
	return f.offers(func(l *lists) []link.Item { return l.prompts.Items })
}

// Resources are the resources of all servers.
func (f *Fleet) Resources() []Offer {
	return f.offers(func(l *lists) []link.Item { return l.resources.Items })
}

// Templates are the resource templates of all servers.
func (f *Fleet) Templates() []Offer {
	return f.offers(func(l *lists) []link.Item { return l.templates.Items })
}

func (f *Fleet) offers(of func(*lists) []link.Item) (out []Offer) {
	for _, m := range f.mounts {
		l := m.current()
		for _, item := range of(&l) {
			out = append(out, Offer{m.server.Name, item.Key, item.Raw})
		}
	}
	return out
}

// Offering are the servers that have a capability, in the order of the
// configuration.
func (f *Fleet) Offering(has func(link.Capabilities) bool) (names []string) {
	for _, m := range f.mounts {
		if l := m.current(); has(l.info.Capabilities) {
			names = append(names, m.server.Name)
		}
	}
	return names
}

// WithSkills are the servers that offer skills, by the protocol's extension or as
// resources.
func (f *Fleet) WithSkills() (names []string) {
	for _, m := range f.mounts {
		l := m.current()
		listed := slices.ContainsFunc(l.resources.Items, func(i link.Item) bool { return strings.HasPrefix(i.Key, "skill://") })
		if l.info.Capabilities.Skills || listed {
			names = append(names, m.server.Name)
		}
	}
	return names
}

// Request makes a request of a server for the client in the context (package
// peer) and returns the result as it was written.
func (f *Fleet) Request(ctx context.Context, server, method string, params link.Params) (json.RawMessage, error) {
	m := f.byName[server]
	if m == nil {
		return nil, fmt.Errorf("no server is called %q", server)
	}
	return m.request(ctx, method, params)
}

// Subscribe asks a server for notifications about a resource, or for none any
// more. It holds over reconnections; a server that can't be reached now is asked
// later.
func (f *Fleet) Subscribe(ctx context.Context, server, uri string, on bool) {
	m := f.byName[server]
	if m == nil {
		return
	}
	m.mu.Lock()
	i := slices.Index(m.wants, uri)
	switch {
	case on && i < 0:
		m.wants = append(m.wants, uri)
	case !on && i >= 0:
		m.wants = slices.Delete(m.wants, i, i+1)
	}
	conn, wants := m.conn, slices.Clone(m.wants)
	m.mu.Unlock()
	if conn != nil {
		conn.Watch(ctx, wants)
	}
}
