package face_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/tokens"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// realTools are the tools of real servers, by server and name.
type realTools map[string]map[string]listed

// realServers replays the lists of real servers.
func realServers(t *testing.T) ([]config.Server, realTools) {
	t.Helper()
	paths := fleettest.RealLists(t)
	var servers []config.Server
	all := realTools{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		servers = append(servers, fleettest.Server(t, name, fleettest.Replay, "LIST", path))
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var list struct{ Tools []listed }
		if err := json.Unmarshal(raw, &list); err != nil {
			t.Fatal(err)
		}
		all[name] = map[string]listed{}
		for _, tool := range list.Tools {
			all[name][tool.Name] = tool
		}
	}
	return servers, all
}

// The tools of all real servers reach a client in condensed mode with the bytes of
// their schemas. Nothing is added but plan_ref to tools whose calls are previewed,
// and to those of several instances what selects one.
func TestRealSchemas(t *testing.T) {
	servers, all := realServers(t)
	overlay, s := surfaceOf(t, surface.ModeCondensed, servers...)
	tools, _ := listPages(t, address(t, s))
	origins := overlay.Names()
	count := map[string]int{}
	for _, tool := range tools {
		origin, ok := origins[tool.Name]
		if !ok {
			continue // one of our own
		}
		if strings.Contains(origin.Server, "+") {
			count["of several instances"]++
			continue
		}
		want := all[origin.Server][origin.Tool]
		how := compare(tool.InputSchema, compact(t, want.InputSchema))
		if count[how]++; how == "different" {
			t.Errorf("%s of %s:\n%s\n%s", origin.Tool, origin.Server, tool.InputSchema, compact(t, want.InputSchema))
		}
		if tool.OutputSchema != nil {
			if count["output schemas"]++; !bytes.Equal(tool.OutputSchema, compact(t, want.OutputSchema)) {
				t.Errorf("the output of %s of %s:\n%s\n%s", origin.Tool, origin.Server, tool.OutputSchema, want.OutputSchema)
			}
		}
	}
	t.Log(count)
}

// compare tells schemas apart that are the same byte for byte, or but for plan_ref.
func compare(got, want json.RawMessage) string {
	const property = `"plan_ref":{"type":"string","description":"from the preview: executes it"}`
	if bytes.Equal(got, want) {
		return "the same"
	}
	for _, added := range []string{"," + property, property, `,"properties":{` + property + "}"} {
		if bytes.Equal(bytes.Replace(got, []byte(added), nil, 1), want) {
			return "the same but for plan_ref"
		}
	}
	return "different"
}

// compact is what the replaying server writes.
func compact(t *testing.T, raw json.RawMessage) []byte {
	t.Helper()
	if len(raw) == 0 {
		return nil
	}
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Every tool of all real servers can be called by its name through a verb, and the
// call reaches it. A tool that destroys is called in two steps.
func TestRealPins(t *testing.T) {
	servers, _ := realServers(t)
	overlay, _ := surfaceOf(t, surface.ModeIntent, servers...)
	d := overlay.Dispatcher()
	called := 0
	for name, origin := range overlay.Names() {
		reply := pin(t, d, name)
		if reply.Status == dispatch.NotAllowed && len(reply.Routing.Options) == 1 {
			reply = follow(t, d, reply.Routing.Options[0]) // nothing says that it only reads, so another verb calls it
		}
		if reply.Routing.PlanRef != "" {
			reply = follow(t, d, reply.Routing.Options[0])
		}
		switch text, _ := reply.Result.(string); {
		case reply.Routing.ChosenTool != name:
			t.Errorf("%s is not reached: %s", name, reply.Error)
		case text == "replayed "+origin.Tool:
			called++
		default:
			t.Errorf("%s: %+v", name, reply)
		}
	}
	t.Logf("%d tools were called", called)
}

// pin calls a tool by its name with arguments that its schema takes.
func pin(t *testing.T, d *dispatch.Dispatcher, name string) dispatch.Reply {
	t.Helper()
	number, ok := d.Router().Lookup(name)
	if !ok {
		t.Fatalf("%s is not on the surface", name)
	}
	rec, err := d.Router().Record(number)
	if err != nil {
		t.Fatal(err)
	}
	verb := rec.Verbs[slices.IndexFunc(rec.Verbs, func(v runtime.Verb) bool { return v != runtime.Find })]
	return follow(t, d, dispatch.Option{Verb: verb.String(), Intent: "x", Hints: map[string]any{"tool": name, "arguments": made(t, d.Router().Schema(number))}})
}

// follow makes the call that an answer offers.
func follow(t *testing.T, d *dispatch.Dispatcher, o dispatch.Option) dispatch.Reply {
	t.Helper()
	verb, err := runtime.ParseVerb(o.Verb)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(o.Hints)
	if err != nil {
		t.Fatal(err)
	}
	return d.Do(t.Context(), dispatch.Request{Verb: verb, Intent: o.Intent, Hints: raw, Caller: "ada"})
}

// made makes up the arguments that a schema requires.
func made(t *testing.T, schema string) any {
	t.Helper()
	var root map[string]any
	if err := json.Unmarshal([]byte(schema), &root); err != nil {
		t.Fatal(err)
	}
	value := maker{root}.value(root, 0)
	if _, ok := value.(map[string]any); !ok {
		return map[string]any{}
	}
	return value
}

type maker struct{ root map[string]any }

// value is a value that a schema takes, as far as common keywords tell.
func (m maker) value(s map[string]any, depth int) any {
	if ref, ok := s["$ref"].(string); ok && depth < 20 {
		return m.value(m.follow(ref), depth+1)
	}
	for _, key := range []string{"const", "default"} {
		if v, ok := s[key]; ok && v != nil {
			return v
		}
	}
	if values, ok := s["enum"].([]any); ok && len(values) > 0 {
		return values[0]
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		if some, ok := s[key].([]any); ok && len(some) > 0 && s["properties"] == nil {
			return m.value(object(some[0]), depth+1)
		}
	}
	kind, _ := s["type"].(string)
	if kinds, ok := s["type"].([]any); ok && len(kinds) > 0 {
		kind, _ = kinds[0].(string)
	}
	switch {
	case kind == "object" || s["properties"] != nil:
		return m.object(s, depth)
	case kind == "array":
		n, _ := s["minItems"].(float64)
		list := []any{}
		for range int(n) {
			list = append(list, m.value(object(s["items"]), depth+1))
		}
		return list
	case kind == "integer" || kind == "number":
		if low, ok := s["exclusiveMinimum"].(float64); ok {
			return low + 1
		}
		if low, ok := s["minimum"].(float64); ok {
			return low
		}
		return 1
	case kind == "boolean":
		return true
	}
	return text(s)
}

func (m maker) object(s map[string]any, depth int) any {
	out := map[string]any{}
	names, _ := s["required"].([]any)
	for _, name := range names {
		if key, ok := name.(string); ok && depth < 20 {
			out[key] = m.value(object(object(s["properties"])[key]), depth+1)
		}
	}
	return out
}

// follow finds what a reference inside of the schema refers to.
func (m maker) follow(ref string) map[string]any {
	at := m.root
	for _, key := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		at = object(at[key])
	}
	return at
}

func object(v any) map[string]any {
	o, _ := v.(map[string]any)
	return o
}

// text is a text of a format or length.
func text(s map[string]any) string {
	format, _ := s["format"].(string)
	switch format {
	case "date-time":
		return "2026-01-02T03:04:05Z"
	case "date":
		return "2026-01-02"
	case "uri", "url":
		return "https://example.org/a"
	case "email":
		return "ada@example.org"
	case "uuid":
		return "6f2b5a1e-93c4-4d3b-8f5e-0a1b2c3d4e5f"
	}
	n, _ := s["minLength"].(float64)
	plain := strings.Repeat("a", max(int(n), 1))
	pattern, _ := s["pattern"].(string)
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if ok, _ := regexp.MatchString(pattern, plain); ok || err != nil {
		return plain
	}
	return matching(tree, max(int(n), 1))
}

// matching is a text that an expression matches, as far as its parts tell; what may
// come often comes n times.
func matching(re *syntax.Regexp, n int) string {
	var b strings.Builder
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(re.Rune[0])
	case syntax.OpAlternate:
		b.WriteString(matching(re.Sub[0], n))
	case syntax.OpRepeat:
		b.WriteString(strings.Repeat(matching(re.Sub[0], n), re.Min))
	case syntax.OpPlus:
		b.WriteString(strings.Repeat(matching(re.Sub[0], n), n))
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			b.WriteString(matching(sub, n))
		}
	}
	return b.String()
}

// A client of all real servers pays for six verbs, whatever is behind them.
func TestRealCost(t *testing.T) {
	servers, _ := realServers(t)
	_, s := surfaceOf(t, surface.ModeIntent, servers...)
	raw, err := json.Marshal(s.Listing())
	if err != nil {
		t.Fatal(err)
	}
	n, err := tokens.Count(string(raw))
	if err != nil || n > 1200 {
		t.Errorf("%d tokens: %s %v", n, raw, err)
	}
	t.Logf("%d tokens", n)
}
