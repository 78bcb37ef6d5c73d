package dispatch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// realRouter compiles a file of the data folder, which holds other people's
// descriptors and is no part of this repository.
func realRouter(t *testing.T, path ...string) *runtime.Router {
	t.Helper()
	cat, _, err := catalog.Load(catalog.Paths{Descriptors: []string{filepath.Join(path...)}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := index.Router(context.Background(), cat, index.Options{LexicalOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func dataFolder(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("SEXTANT_DATA")
	if folder == "" {
		t.Skip("SEXTANT_DATA does not name the data folder")
	}
	return folder
}

// sampleOf is a value that an argument of the type takes.
func sampleOf(p property) any {
	switch {
	case len(p.Enum) > 0:
		return p.Enum[0]
	case p.Type.has("string") || len(p.Type) == 0:
		return "x"
	case p.Type.has("integer"), p.Type.has("number"):
		return 1
	case p.Type.has("boolean"):
		return true
	case p.Type.has("array"):
		return []any{}
	}
	return map[string]any{}
}

// Every action of every published capability can be executed by following what
// the replies say, and none that may change something is executed by ask.
func TestEveryPublishedActionIsReachable(t *testing.T) {
	folder := dataFolder(t)
	for _, file := range []string{"capabilities-power.2026-07.json", "capabilities-power.2026-08.json"} {
		r := realRouter(t, folder, "graph-os", file)
		platform := &fakeServer{}
		d, err := New(r, Options{Upstreams: NewUpstreams(platform)})
		if err != nil {
			t.Fatal(err)
		}
		k := &desk{Dispatcher: d, catalogue: platform, workshop: &fakeServer{}}
		n := 0
		for _, id := range r.Behind(runtime.Any) {
			number, _ := r.Lookup(id)
			rec, err := r.Record(number)
			if err != nil {
				t.Fatal(err)
			}
			actions := []string{""}
			if ops := operations(rec); len(ops) > 0 {
				actions = nil
				for _, a := range ops {
					actions = append(actions, a.Name)
				}
			}
			for _, action := range actions {
				n++
				k.reach(t, rec, d.now.Load().schemas.of(number, rec), action)
			}
		}
		if n < 95 {
			t.Errorf("%s: only %d actions were tried", file, n)
		}
	}
}

func (k *desk) reach(t *testing.T, rec *runtime.Record, s *inputSchema, action string) {
	t.Helper()
	hints := map[string]any{"tool": rec.ID, "override_verb": true}
	if action != "" {
		hints["action"] = action
	}
	args := map[string]any{}
	for _, name := range s.required {
		if name != actionParam {
			args[name] = sampleOf(s.props[name])
		}
	}
	hints["arguments"] = args
	reply := k.do(runtime.Ask, "x", string(marshal(hints)))
	if reads := Assess(rec, action).Effect == Read; reply.Executed && !reads && action != "" {
		t.Errorf("ask executed %s %s", rec.ID, action)
	}
	for range 2 { // over the verb that may, and over the preview
		if reply.Executed || len(reply.Routing.Options) == 0 {
			break
		}
		reply = k.Do(t.Context(), follow(t, reply.Routing.Options[0]))
	}
	if !reply.Executed {
		t.Errorf("%s %s can't be reached: status %d, %s%s", rec.ID, action, reply.Status, reply.Error, reply.Routing.Question)
	}
}

// The schemas of real servers compile, and a call that is made after them is
// accepted.
func TestRealSchemas(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(dataFolder(t), "fleet", "tools-list", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no tools-list files", err)
	}
	tools, open := 0, []string{}
	for _, file := range files {
		r := realRouter(t, file)
		all := schemas{router: r}
		for _, id := range r.Behind(runtime.Any) {
			number, _ := r.Lookup(id)
			rec, err := r.Record(number)
			if err != nil {
				t.Fatal(err)
			}
			tools++
			s := all.of(number, rec)
			if s.compiled == nil {
				open = append(open, filepath.Base(file)+" "+id)
				continue
			}
			args := arguments{}
			for _, name := range s.required {
				args[name] = marshal(sampleOf(s.props[name]))
			}
			if p := s.problems(args); p != nil && (len(p.unknown) > 0 || len(p.missing) > 0) {
				t.Errorf("%s %s: %s", file, id, p.message(id, s))
			}
			if p := s.problems(arguments{"no such argument": marshal(1)}); s.closed && (p == nil || !slices.Contains(p.unknown, "no such argument")) {
				t.Errorf("%s %s: an unknown argument passed", file, id)
			}
		}
	}
	t.Logf("%d tools, %d schemas that do not compile: %v", tools, len(open), open)
	if len(open)*100 > tools {
		t.Errorf("%d of %d schemas do not compile: %v", len(open), tools, open)
	}
}
