package face

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// publishResources brings the resources that clients see up to date. What is
// there already under an address, such as a skill of the surface itself, stays:
// no server takes its place.
func (f *Face) publishResources(offers []fleet.Offer) {
	taken := f.mcp.ListResources()
	f.mu.Lock()
	known := map[string]fleet.Offer{}
	var fresh []server.ServerResource
	for _, o := range offers {
		var r mcp.Resource
		before, ours := f.resources[o.Key]
		if _, twice := known[o.Key]; twice || taken[o.Key] != nil && !ours || json.Unmarshal(o.Raw, &r) != nil {
			continue
		}
		if !ours || !bytes.Equal(before.Raw, o.Raw) {
			fresh = append(fresh, server.ServerResource{Resource: r, Handler: f.resource})
		}
		known[o.Key] = o
	}
	gone := missing(f.resources, known)
	f.resources = known
	f.mu.Unlock()
	if len(gone) > 0 {
		f.mcp.DeleteResources(gone...)
	}
	if len(fresh) > 0 {
		f.mcp.AddResources(fresh...)
	}
}

// publishTemplates brings the templates that clients see up to date. The library
// can't take one away alone, so those that are gone are left out of the lists.
func (f *Face) publishTemplates(offers []fleet.Offer) {
	f.mu.Lock()
	known := map[string]fleet.Offer{}
	var fresh []server.ServerResourceTemplate
	for _, o := range offers {
		t, err := template(o.Raw)
		if _, twice := known[o.Key]; twice || err != nil {
			continue
		}
		if before, ours := f.templates[o.Key]; !ours || !bytes.Equal(before.Raw, o.Raw) {
			fresh = append(fresh, server.ServerResourceTemplate{Template: t, Handler: f.resource})
		}
		known[o.Key] = o
		delete(f.gone, o.Key)
	}
	for _, key := range missing(f.templates, known) {
		f.gone[key] = true
	}
	f.templates = known
	f.mu.Unlock()
	if len(fresh) > 0 {
		f.mcp.AddResourceTemplates(fresh...)
	}
}

// leaveOut takes templates that are gone out of a list.
func (f *Face) leaveOut(_ context.Context, _ any, _ *mcp.ListResourceTemplatesRequest, list *mcp.ListResourceTemplatesResult) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.gone) == 0 {
		return
	}
	list.ResourceTemplates = slices.DeleteFunc(slices.Clone(list.ResourceTemplates), func(t mcp.ResourceTemplate) bool {
		return t.URITemplate != nil && f.gone[t.URITemplate.Raw()]
	})
}

// template reads a template. The library panics at some that it can't parse.
func template(raw json.RawMessage) (t mcp.ResourceTemplate, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = errors.New("its template can't be read")
		}
	}()
	err = json.Unmarshal(raw, &t)
	if err == nil && t.URITemplate == nil {
		err = errors.New("it has no template")
	}
	return t, err
}

// resource answers resources/read: the servers that list the address, then
// those with a template that fits it, are asked until one has it.
func (f *Face) resource(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	ctx = withClient(ctx, req.Params.Meta, req.Params.MultiRoundTripParams)
	var failed error
	for _, name := range f.serversOf(req.Params.URI) {
		raw, err := f.fleet.Request(ctx, name, "resources/read", link.Params{"uri": encode(req.Params.URI)})
		if err == nil {
			return resourceContents(raw)
		}
		if failed == nil {
			failed = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	if failed == nil {
		failed = server.ErrResourceNotFound
	}
	return nil, refusal(failed)
}

// serversOf are the servers that may have a resource, the likeliest first.
func (f *Face) serversOf(uri string) (names []string) {
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, o := range f.fleet.Resources() {
		if o.Key == uri {
			add(o.Server)
		}
	}
	for _, o := range f.fleet.Templates() {
		if t, err := template(o.Raw); err == nil && t.URITemplate.Regexp().MatchString(uri) {
			add(o.Server)
		}
	}
	return names
}
