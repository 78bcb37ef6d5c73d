package rest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// Where each odd tool is, and why.
func TestRoutes(t *testing.T) {
	k := newDesk(t, odd, "wells", Options{})
	want := map[string]Route{
		"well_plain":       {Path: "/well/level"},
		"well_twin":        {Path: "/tools/well_twin", Note: "/well/level is the route of well_plain already"},
		"wells/pump.start": {Path: "/tools/wells/pump.start"},
		"wells/../etc":     {Path: "/tools/wells%2F..%2Fetc"},
		"well depth %":     {Path: "/tools/well%20depth%20%25", Note: `"well/depth" is no plain absolute path`},
		"well_wild":        {Path: "/tools/well_wild", Note: `"/well/{id}" is no plain absolute path`},
		"well_verb":        {Path: "/tools/well_verb", Note: "/intent/ask is kept for the server's own"},
		"well_mcp":         {Path: "/tools/well_mcp", Note: "/mcp is kept for the server's own"},
		"well_squat":       {Path: "/tools/well_squat", Note: "/tools/well_twin is kept for the server's own"},
		"well-plain":       {Path: "/well/sound"},
		"ask":              {Path: "/tools/ask"},
	}
	for _, r := range k.Routes() {
		w, listed := want[r.Tool]
		if !listed {
			continue
		}
		if w.Tool = r.Tool; r != w {
			t.Errorf("got %+v\nwant %+v", r, w)
		}
		delete(want, r.Tool)
	}
	if len(want) > 0 {
		t.Errorf("without a route: %v", want)
	}
}

// Every tool has its route, every verb its twin, and nothing else is served or
// described: neither by the document nor by the handler.
func TestParity(t *testing.T) {
	for name, surface := range map[string]func() (*runtime.Router, error){"library": library, "odd": odd, "shipped": shipped} {
		t.Run(name, func(t *testing.T) {
			k := newDesk(t, surface, "none", Options{})
			r := k.dispatcher.Router()
			want := []string{"/intent/act", "/intent/ask", "/intent/find", "/intent/manage", "/intent/why", "/intent/write"}
			tools := map[string]string{} // tool by path
			for _, rt := range k.Routes() {
				if rt.Tool == "" {
					if !slices.Contains(want, rt.Path) || rt.Path != IntentPath+rt.Verb {
						t.Errorf("no verb: %+v", rt)
					}
					continue
				}
				if other := tools[rt.Path]; other != "" {
					t.Errorf("%s is of %s and of %s", rt.Path, other, rt.Tool)
				}
				tools[rt.Path] = rt.Tool
				want = append(want, rt.Path)
			}
			onSurface := map[string]bool{}
			for _, id := range r.Behind(runtime.Any) {
				number, _ := r.Lookup(id)
				if rec, err := r.Record(number); err != nil || rec.Kind == runtime.Tool {
					onSurface[id] = true
				}
			}
			for path, tool := range tools {
				if !onSurface[tool] {
					t.Errorf("%s is the route of %s, which is no tool of the surface", path, tool)
				}
				delete(onSurface, tool)
			}
			if len(onSurface) > 0 {
				t.Errorf("without a route: %v", onSurface)
			}
			checkServed(t, k, want, tools)
		})
	}
}

// checkServed compares the routes with the document, and with what the handler
// does at each of them.
func checkServed(t *testing.T, k *desk, want []string, tools map[string]string) {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
			Sextant     struct {
				Tool string `json:"tool"`
			} `json:"x-sextant"`
		} `json:"paths"`
	}
	if err := json.Unmarshal([]byte(k.send(t, http.MethodGet, OpenAPIPath, "").body), &doc); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			if id := strings.ToLower(op.OperationID); ids[id] {
				t.Errorf("two operations are called %s", id)
			} else {
				ids[id] = true
			}
			if path == OpenAPIPath && method == "get" {
				continue
			}
			if method != "post" || !slices.Contains(want, path) || tools[path] != op.Sextant.Tool {
				t.Errorf("the document has %s %s for %q, the handler %q", method, path, op.Sextant.Tool, tools[path])
			}
		}
	}
	if len(doc.Paths) != len(want)+1 {
		t.Errorf("the document has %d paths, the handler %d and the document's own", len(doc.Paths), len(want))
	}
	for _, path := range want {
		// An argument that no tool has gets as far as the tool and no further.
		got := k.post(t, path, `{"no such argument":1}`)
		chosen, _ := got.member(t, "routing.chosen_tool").(string)
		if got.status == http.StatusNotFound || chosen != tools[path] && tools[path] != "" {
			t.Errorf("%s reaches %q, want %q: %d %s", path, chosen, tools[path], got.status, got.body)
		}
		if got := k.send(t, http.MethodGet, path, ""); got.status != http.StatusMethodNotAllowed || got.header.Get("Allow") != "POST" {
			t.Errorf("GET %s: %d %v", path, got.status, got.header)
		}
	}
	for _, phantom := range []string{"/", "/intent", "/intent/", "/intent/fly", "/tools/", "/tools/no_such", "/openapi.yaml", "/graph/no-such"} {
		if got := k.post(t, phantom, `{}`); got.status != http.StatusNotFound || got.header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s", phantom, got.status, got.body)
		}
	}
}

// What a restricted router withholds has no route, is not described and is named
// nowhere.
func TestNothingIsServedThatIsWithheld(t *testing.T) {
	k := newDesk(t, func() (*runtime.Router, error) {
		r, err := library()
		if err != nil {
			return nil, err
		}
		return r.Restrict(func(rec *runtime.Record) bool { return rec.ID != "book_delete" }), nil
	}, "catalogue", Options{})
	for _, r := range k.Routes() {
		if r.Tool == "book_delete" {
			t.Errorf("%+v", r)
		}
	}
	if got := k.post(t, "/tools/book_delete", `{"id":7}`); got.status != http.StatusNotFound {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := k.post(t, "/tools/book_search", `{"query":"bees"}`); got.status != http.StatusOK {
		t.Errorf("%d %s", got.status, got.body)
	}
	if doc := k.send(t, http.MethodGet, OpenAPIPath, ""); strings.Contains(doc.body, "book_delete") {
		t.Error("the document names it")
	}
}

// Another router means other routes; the same one is not read again.
func TestRoutesAreMadeOnce(t *testing.T) {
	k := newDesk(t, library, "catalogue", Options{})
	first := k.table()
	k.post(t, "/intent/find", `{"intent":"bees"}`)
	k.send(t, http.MethodGet, OpenAPIPath, "")
	if k.table() != first {
		t.Error("the routes were made anew")
	}
	if a, b := first.document(), first.document(); &a.json[0] != &b.json[0] {
		t.Error("the document was made anew")
	}
}
