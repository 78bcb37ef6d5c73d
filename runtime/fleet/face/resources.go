package face

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// publishResources replaces the resources that clients see.
func (f *Face) publishResources(offers []fleet.Offer) {
	var list []server.ServerResource
	for i, o := range offers {
		var r mcp.Resource
		if !isFirst(offers, i) || json.Unmarshal(o.Raw, &r) != nil {
			continue
		}
		list = append(list, server.ServerResource{Resource: r, Handler: f.resource})
	}
	f.mcp.SetResources(list...)
}

// publishTemplates replaces the templates of resources that clients see.
func (f *Face) publishTemplates(offers []fleet.Offer) {
	var list []server.ServerResourceTemplate
	for i, o := range offers {
		t, err := template(o.Raw)
		if !isFirst(offers, i) || err != nil {
			continue
		}
		list = append(list, server.ServerResourceTemplate{Template: t, Handler: f.resource})
	}
	f.mcp.SetResourceTemplates(list...)
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
	return nil, failed
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
