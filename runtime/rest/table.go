package rest

import (
	"fmt"
	"net/url"
	"path"
	"strings"
	"sync"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/rest/request"
)

const (
	// OpenAPIPath is where the OpenAPI document is.
	OpenAPIPath = "/openapi.json"
	// IntentPath and a verb's name are the path of the verb.
	IntentPath = "/intent/"
	// ToolPath and a tool's id are the path of a tool without a route of its own.
	ToolPath = "/tools/"
)

// Route is one path that is served, by POST.
type Route struct {
	// Path is as it stands in a URL, escaped.
	Path string
	// Verb or Tool is what it calls, the other is "".
	Verb, Tool string
	// Note says why a tool is not at the rest_route of its descriptor, "" where
	// it is or where none is given.
	Note string
}

// route is a Route with what serving it takes.
type route struct {
	Route
	verb   runtime.Verb   // runtime.Any for a tool
	target request.Target // for a tool
	op     operation
}

// table is the surface as routes. It does not change.
type table struct {
	router *runtime.Router
	byPath map[string]*route // by the path as it is after unescaping
	byTool map[string]*route
	list   []Route
	// document makes the OpenAPI document when it is first wanted.
	document func() document
}

// newTable gives every verb and every tool its route. A tool whose rest_route is
// taken, reserved or no plain path is at ToolPath instead, which is its own
// alone: two tools never share a route, and the one that is declared first keeps
// it. A capability whose row is broken has none, and harms no other.
func newTable(r *runtime.Router, opt Options) *table {
	t := &table{router: r, byPath: map[string]*route{}, byTool: map[string]*route{}}
	for _, verb := range runtime.Verbs {
		name := verb.String()
		t.add(IntentPath+name, &route{Route: Route{Path: IntentPath + name, Verb: name}, verb: verb})
	}
	names := newNames()
	for _, id := range r.Behind(runtime.Any) { // what a restricted router withholds is not among them
		number, _ := r.Lookup(id)
		rec, err := r.Record(number)
		if err != nil || rec.Kind != runtime.Tool {
			continue
		}
		t.addTool(rec, newOperation(rec, r.Schema(number), names.operation(rec.ID)))
	}
	t.document = sync.OnceValue(func() document { return newDocument(t, opt) })
	for _, one := range t.list {
		if one.Note != "" {
			opt.Log.Warn("a tool is not at its rest_route", "tool", one.Tool, "path", one.Path, "reason", one.Note)
		}
	}
	return t
}

func (t *table) addTool(rec *runtime.Record, op operation) {
	rt := &route{op: op, target: request.NewTarget(rec.ID, op.has)}
	rt.Tool = rec.ID
	at, note := restRoute(rec.RestRoute)
	if other := t.byPath[at]; at != "" && other != nil {
		at, note = "", fmt.Sprintf("%s is the route of %s already", rec.RestRoute, other.Tool)
	}
	rt.Path, rt.Note = at, note
	if at == "" {
		at, rt.Path = ToolPath+rec.ID, toolHref(rec.ID)
	}
	t.add(at, rt)
}

func (t *table) add(at string, rt *route) {
	t.byPath[at] = rt
	t.list = append(t.list, rt.Route)
	if rt.Tool != "" {
		t.byTool[rt.Tool] = rt
	}
}

// restRoute is the path of a descriptor's rest_route, or why it can't be served;
// both are "" where none is given.
func restRoute(declared string) (at, why string) {
	if declared == "" {
		return "", ""
	}
	at = strings.TrimSuffix(declared, "/")
	plain := strings.HasPrefix(at, "/") && path.Clean(at) == at && !strings.ContainsFunc(at, func(r rune) bool {
		return r <= ' ' || r > '~' || strings.ContainsRune(`%?#{}\"<>^|`+"`", r)
	})
	switch {
	case !plain:
		return "", fmt.Sprintf("%q is no plain absolute path", declared)
	case reserved(at):
		return "", at + " is kept for the server's own"
	}
	return at, ""
}

// reserved are the paths that no tool can have: those of this package and those
// beside which it is usually served.
func reserved(at string) bool {
	switch at {
	case OpenAPIPath, "/mcp", "/healthz", "/metrics", "/console":
		return true
	}
	for _, prefix := range []string{IntentPath, ToolPath, "/mcp/", "/console/", "/.well-known/"} {
		if strings.HasPrefix(at+"/", prefix) {
			return true
		}
	}
	return false
}

// toolHref is the path of a tool by its id as it stands in a URL. The slash
// between a server and a tool stays one, unless the id would read as a path that
// clients shorten.
func toolHref(id string) string {
	if path.Clean("/"+id) != "/"+id {
		escaped := url.PathEscape(id)
		if id == "." || id == ".." {
			escaped = strings.ReplaceAll(id, ".", "%2E")
		}
		return ToolPath + escaped
	}
	parts := strings.Split(id, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	return ToolPath + strings.Join(parts, "/")
}
