package skills

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/surface/method"
)

// template tells clients how the URIs of files are made.
var template = mcp.NewResourceTemplate("skill://{name}/{+path}", "skill file",
	mcp.WithTemplateDescription("A file of a skill. Its SKILL.md is the instructions, _manifest lists its files."))

// resources answers resources/list with every resource of the server, those of
// the library and those that others registered, in order of their URIs.
func (l *Library) resources(_ context.Context, req *method.Request) (*method.Result, error) {
	var params listParams
	if err := req.Decode(&params); err != nil {
		return nil, err
	}
	var all []mcp.Resource
	for _, r := range l.server.ListResources() {
		all = append(all, r.Resource)
	}
	slices.SortFunc(all, func(a, b mcp.Resource) int { return cmp.Compare(a.URI, b.URI) })
	some, next, err := page("resources/list", all, func(r mcp.Resource) string { return r.URI }, params.Cursor, l.pageSize)
	if err != nil {
		return nil, method.Invalid(err.Error(), nil)
	}
	if some == nil {
		some = []mcp.Resource{}
	}
	return &method.Result{Cache: cached, Value: struct {
		Resources  []mcp.Resource `json:"resources"`
		NextCursor string         `json:"nextCursor,omitempty"`
	}{some, next}}, nil
}

// read answers resources/read for skills; other resources are the server's.
func (l *Library) read(ctx context.Context, req *method.Request) (*method.Result, error) {
	var params listParams
	if err := req.Decode(&params); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(params.URI, runtime.SkillScheme) {
		return nil, method.ErrPass
	}
	content, err := l.Shelf().Read(ctx, params.URI)
	switch {
	case errors.Is(err, ErrNotFound) && l.server.ListResources()[params.URI] != nil:
		return nil, method.ErrPass // somebody else's
	case errors.Is(err, ErrNotFound):
		return nil, notFound(req, params.URI)
	case err != nil:
		return nil, err
	}
	return &method.Result{Cache: cached, Value: struct {
		Contents []mcp.ResourceContents `json:"contents"`
	}{[]mcp.ResourceContents{content.resource()}}}, nil
}

// notFound is the error for a resource that is not there. Its code is that of
// the era.
func notFound(req *method.Request, uri string) *method.Error {
	e := method.Invalid("resource not found: "+uri, map[string]string{"uri": uri})
	if !req.Modern {
		e.Code = mcp.RESOURCE_NOT_FOUND
	}
	return e
}

// readResource answers for a server that has no table in front.
func (l *Library) readResource(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	content, err := l.Shelf().Read(ctx, req.Params.URI)
	if err != nil {
		return nil, err
	}
	return []mcp.ResourceContents{content.resource()}, nil
}

// resource is the content as it is sent: text as text, anything else in base64.
func (c *Content) resource() mcp.ResourceContents {
	if utf8.Valid(c.Data) {
		return mcp.TextResourceContents{URI: c.URI, MIMEType: c.MIMEType, Text: string(c.Data)}
	}
	return mcp.BlobResourceContents{URI: c.URI, MIMEType: c.MIMEType, Blob: base64.StdEncoding.EncodeToString(c.Data)}
}

// registered are the resources of a shelf as a server keeps them.
func (l *Library) registered(s *Shelf) []server.ServerResource {
	var out []server.ServerResource
	for _, m := range s.members() {
		r := mcp.NewResource(m.URI, m.Name, mcp.WithResourceDescription(m.Description), mcp.WithMIMEType(m.MIMEType))
		if m.Size != nil {
			r.Size = m.Size
		}
		out = append(out, server.ServerResource{Resource: r, Handler: l.readResource})
	}
	return out
}
