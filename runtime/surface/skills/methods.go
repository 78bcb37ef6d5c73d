package skills

import (
	"context"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/surface/method"
)

const manualSuffix = "/" + runtime.SkillManual

// cached says how long answers hold. Who may see what is the operator's to
// decide, so no answer is offered to others' caches.
var cached = &method.Cache{TTL: holds}

// listParams are the parameters of everything that lists in pages.
type listParams struct {
	URI    string `json:"uri"`
	Cursor string `json:"cursor"`
}

// list answers skills/list.
func (l *Library) list(_ context.Context, req *method.Request) (*method.Result, error) {
	var params listParams
	if err := req.Decode(&params); err != nil {
		return nil, err
	}
	entries, next, err := page("skills/list", l.Shelf().Entries(), func(e *Entry) string { return e.URI }, params.Cursor, l.pageSize)
	if err != nil {
		return nil, method.Invalid(err.Error(), nil)
	}
	if entries == nil {
		entries = []*Entry{}
	}
	return &method.Result{Cache: cached, Value: struct {
		Skills     []*Entry `json:"skills"`
		NextCursor string   `json:"nextCursor,omitempty"`
	}{entries, next}}, nil
}

// get answers skills/get.
func (l *Library) get(_ context.Context, req *method.Request) (*method.Result, error) {
	var params listParams
	if err := req.Decode(&params); err != nil {
		return nil, err
	}
	e, ok := l.Shelf().Entry(params.URI)
	if !ok {
		return nil, method.Invalid("no skill is served at this uri; skills/list lists those that are", map[string]string{"uri": params.URI})
	}
	return &method.Result{Cache: cached, Value: struct {
		Skill *Entry `json:"skill"`
	}{e}}, nil
}

// directory answers resources/directory/read.
func (l *Library) directory(_ context.Context, req *method.Request) (*method.Result, error) {
	var params listParams
	if err := req.Decode(&params); err != nil {
		return nil, err
	}
	all, ok := l.Shelf().Folder(params.URI)
	if !ok {
		return nil, method.Invalid("this uri is no directory; a skill's is its SKILL.md's without the file", map[string]string{"uri": params.URI})
	}
	members, next, err := page("directory "+params.URI, all, func(m *Member) string { return m.URI }, params.Cursor, l.pageSize)
	if err != nil {
		return nil, method.Invalid(err.Error(), nil)
	}
	return &method.Result{Cache: cached, Value: memberPage(members, next)}, nil
}

// memberPage is a page of resources.
func memberPage(members []*Member, next string) any {
	if members == nil {
		members = []*Member{}
	}
	return struct {
		Resources  []*Member `json:"resources"`
		NextCursor string    `json:"nextCursor,omitempty"`
	}{members, next}
}
