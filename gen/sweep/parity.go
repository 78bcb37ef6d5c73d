package sweep

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
)

// routeMention is a method and a path in the code of a skill.
var routeMention = regexp.MustCompile(`\b(?:GET|POST|PUT|PATCH|DELETE) +(/[A-Za-z0-9_/.-]*[A-Za-z0-9_-])`)

// checkParity compares the three ways to one tool: its name, its REST route and
// the skill that explains both.
func checkParity(p *pass) {
	routes := map[string]*catalog.Capability{}
	for _, c := range p.cat.Capabilities {
		if c.RestRoute == "" || !p.isTool(c.ID) {
			continue
		}
		if other := routes[c.RestRoute]; other != nil {
			p.reportAt("rest-shared", c.Pos, "give one of them another route", "%s and %s have the route %s", other.ID, c.ID, c.RestRoute)
			continue
		}
		routes[c.RestRoute] = c
	}
	if len(routes) == 0 {
		return
	}
	for _, c := range p.cat.Capabilities {
		if p.isTool(c.ID) && c.RestRoute == "" {
			p.reportAt("rest-missing", c.Pos, "give it a typed_io.rest_route", "%s has no REST route, but other tools have", c.ID)
		}
	}
	k := restCheck{p: p, routes: routes, roots: routeRoots(routes)}
	for _, f := range p.files {
		if f.skill != nil {
			k.skill(f)
		}
	}
}

// routeRoots are the first parts of the routes: a path that begins with one of
// them is meant to be a route of this surface.
func routeRoots(routes map[string]*catalog.Capability) map[string]bool {
	roots := map[string]bool{}
	for route := range routes {
		roots[routeRoot(route)] = true
	}
	return roots
}

func routeRoot(route string) string {
	root, _, _ := strings.Cut(strings.TrimPrefix(route, "/"), "/")
	return root
}

// restCheck checks the routes that skills name and the bodies beside them.
type restCheck struct {
	p      *pass
	routes map[string]*catalog.Capability
	roots  map[string]bool
}

func (k restCheck) skill(f *skillFile) {
	for _, b := range f.skill.CodeBlocks {
		k.snippet(&snippet{f: f, text: b.Text, start: b.Start, block: true})
	}
	spans := f.skill.InlineCode
	for i, c := range spans {
		tool := k.snippet(inline(f, c))
		if tool == nil || i+1 == len(spans) {
			continue
		}
		if next := inline(f, spans[i+1]); strings.HasPrefix(next.text, "{") && belongs(f.data, inline(f, c), next) {
			k.body(next, tool)
		}
	}
}

func inline(f *skillFile, c source.InlineCode) *snippet {
	return &snippet{f: f, text: c.Text, start: f.at.offset(source.Position{Line: c.Line, Column: c.Column})}
}

// belongs tells whether a body stands right behind a route: a few words such as
// "with" may be between the two, but no punctuation.
func belongs(data []byte, route, body *snippet) bool {
	from := route.offset(len(route.text))
	if from > body.start {
		return false
	}
	between := strings.Trim(string(data[from:body.start]), "` \r\n")
	return len(between) <= 24 && !strings.ContainsAny(between, ",.;:()")
}

// snippet checks the routes in a piece of code and returns the tool of the last.
func (k restCheck) snippet(s *snippet) (tool *catalog.Capability) {
	for _, m := range routeMention.FindAllStringSubmatchIndex(s.text, -1) {
		route := s.text[m[2]:m[3]]
		tool = k.routes[route]
		if tool == nil && k.roots[routeRoot(route)] && !isPattern(s.text[m[3]:]) {
			k.p.report(s.f, "rest-route", s.offset(m[2]), s.offset(m[3]), nil,
				"name the route of a descriptor", "no tool has the route %s", route)
		}
	}
	return tool
}

// isPattern tells by what follows a path that it stands for several.
func isPattern(rest string) bool {
	rest = strings.TrimPrefix(rest, "/")
	return rest != "" && strings.ContainsRune("<{*:.[$…", []rune(rest)[0])
}

// body compares the fields of a JSON body with the tool's parameters. A body
// that is no JSON, because it holds placeholders, is passed over.
func (k restCheck) body(s *snippet, tool *catalog.Capability) {
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(s.text), &fields) != nil {
		return
	}
	var unknown, missing []string
	for name := range fields {
		if !slices.ContainsFunc(tool.Params, func(p catalog.Param) bool { return p.Name == name }) {
			unknown = append(unknown, name)
		}
	}
	for _, p := range tool.Params {
		if _, ok := fields[p.Name]; p.Required && !ok {
			missing = append(missing, p.Name)
		}
	}
	slices.Sort(unknown)
	if len(unknown) > 0 {
		k.p.report(s.f, "rest-body", s.offset(0), s.offset(len(s.text)), nil, "use the parameters of the descriptor",
			"%s takes no %s", tool.RestRoute, names(unknown))
	}
	if len(missing) > 0 {
		k.p.report(s.f, "rest-body", s.offset(0), s.offset(len(s.text)), nil, "add it",
			"the body for %s lacks the required %s", tool.RestRoute, names(missing))
	}
}
