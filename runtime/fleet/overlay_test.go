package fleet_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
)

// Several instances of one server are one tool that asks which is meant, and
// that does not guess for a change.
func TestInstances(t *testing.T) {
	m := mount(t, fleet.Options{},
		fleettest.Server(t, "notes_prod", fleettest.Plain), fleettest.Server(t, "notes_staging", fleettest.Plain))
	r := m.Dispatcher().Router()
	number, ok := r.Lookup("remember_note")
	if !ok || !strings.Contains(r.Schema(number), `"enum":["notes_prod","notes_staging"]`) || !strings.Contains(r.Schema(number), `"required":["server","text"]`) {
		t.Fatal(r.Behind(runtime.Any), r.Schema(number))
	}
	reply := m.do(t.Context(), runtime.Write, "store a note", `{"text":"x"}`)
	if reply.Executed || reply.Status != dispatch.BadArguments || !strings.Contains(reply.Error, "needs server") {
		t.Error(asText(t, reply))
	}
	for hints, want := range map[string]bool{`{"text":"x","server":"notes_staging"}`: true, `{"text":"x","server":"elsewhere"}`: false} {
		reply = m.do(t.Context(), runtime.Write, "store a note", hints)
		if reply.Executed != want || want && strings.Contains(asText(t, reply), "notes_staging") == strings.Contains(asText(t, reply.Result), `"server"`) {
			t.Error(hints, asText(t, reply))
		}
	}
	reply = m.do(t.Context(), runtime.Write, "store a note on notes staging", `{"text":"x"}`)
	if !reply.Executed {
		t.Error(asText(t, reply))
	}
	reply = m.do(t.Context(), runtime.Ask, "x", `{"tool":"echo_number","n":9007199254740993,"server":"notes_prod"}`)
	if !strings.Contains(asText(t, reply), "9007199254740993") {
		t.Error(asText(t, reply))
	}
}

// An instance that comes later joins the tool under the name that it has.
func TestInstanceThatComesLater(t *testing.T) {
	m := mount(t, fleet.Options{},
		fleettest.Server(t, "prod", fleettest.Plain), fleettest.Server(t, "staging", fleettest.Late, "LATE", "1500"))
	if _, ok := m.Names()["remember_note"]; !ok {
		t.Fatal(m.Names())
	}
	both := fleet.Origin{Server: "prod+staging", Tool: "remember_note"}
	eventually(t, "the second instance joins", func() bool { return m.Names()["remember_note"] == both })
	eventually(t, "the call needs the selector", func() bool {
		reply := m.do(t.Context(), runtime.Write, "x", `{"tool":"remember_note","text":"x"}`)
		return !reply.Executed && strings.Contains(reply.Error, "needs server")
	})
}

// A tool whose name another server has too can still be reached, by the name of
// its server, and the first keeps its own.
func TestCollisions(t *testing.T) {
	m := mount(t, fleet.Options{}, fleettest.Server(t, "first", fleettest.Plain), fleettest.Server(t, "second", fleettest.Broken))
	// Broken lists echo_number too, the same to the letter; the others are first's.
	if _, ok := m.Dispatcher().Router().Lookup("echo_number"); !ok {
		t.Error(m.Names())
	}
	m = mount(t, fleet.Options{}, fleettest.Server(t, "first", fleettest.Plain), fleettest.Server(t, "second", fleettest.Rival))
	names := m.Names()
	if names["show_picture"] != (fleet.Origin{Server: "first", Tool: "show_picture"}) || names["second__show_picture"] != (fleet.Origin{Server: "second", Tool: "show_picture"}) {
		t.Fatal(names)
	}
	reply := m.do(t.Context(), runtime.Ask, "x", `{"tool":"second__show_picture"}`)
	if !strings.Contains(asText(t, reply), "from the rival") {
		t.Error(asText(t, reply))
	}
}

// A descriptor that people wrote for a tool gives it verbs, examples and policy;
// what is compiled in beside the fleet is served with it.
func TestDescriptors(t *testing.T) {
	file, diags := source.ParseCapabilities("ours.json", []byte(`{"capabilities": [
		{"id": "paint_note", "name": "remember_note", "server": "plain", "one_line": "Pin a memo to the board.", "intent_verbs": ["act"], "examples": ["put a memo on the board"]},
		{"id": "elsewhere", "one_line": "Water the plants.", "intent_verbs": ["act"]}
	]}`))
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	f := fleet.Start([]config.Server{fleettest.Server(t, "plain", fleettest.Plain)}, fleet.Options{Log: silence})
	defer f.Close()
	f.Settle(t.Context(), 20*time.Second)
	var prepared atomic.Int32
	o, err := fleet.NewOverlay(t.Context(), f, fleet.OverlayOptions{
		Compiled: catalog.Input{Descriptors: file.Capabilities},
		Prepare: func(r *runtime.Router, _ *dispatch.Upstreams) (*runtime.Router, error) {
			prepared.Add(1)
			return r, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	m := &mounted{f, o}
	reply := m.do(t.Context(), runtime.Act, "put a memo on the board", `{"text":"x"}`)
	if !reply.Executed || reply.Routing.ChosenTool != "paint_note" || !strings.Contains(asText(t, reply), "remember_note did it") {
		t.Error(asText(t, reply))
	}
	reply = m.do(t.Context(), runtime.Act, "water the plants", "")
	if reply.Status != dispatch.NotConnected {
		t.Error(asText(t, reply))
	}
	if prepared.Load() == 0 {
		t.Error("nobody was told of the router")
	}
}

// The surface is the same whatever the order in which servers are ready.
func TestOrderDoesNotMatter(t *testing.T) {
	want := ""
	for _, late := range []string{"0", "600"} {
		f := fleet.Start([]config.Server{
			fleettest.Server(t, "slow", fleettest.Late, "LATE", late), fleettest.Server(t, "rival", fleettest.Rival),
		}, fleet.Options{Log: silence})
		if late == "0" {
			f.Settle(t.Context(), 20*time.Second)
		}
		o, err := fleet.NewOverlay(t.Context(), f, fleet.OverlayOptions{LexicalOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		all := len(fleettest.PlainTools()) + 3 // the rival's, and the fleet's own two
		eventually(t, "all are there", func() bool { return o.Dispatcher().Router().Len() == all && len(f.Unavailable()) == 0 })
		got := strings.Join(o.Dispatcher().Router().Behind(runtime.Any), " ")
		if late == "0" {
			want = got
		} else if len(got) == 0 || len(strings.Fields(got)) != len(strings.Fields(want)) {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		o.Close()
		f.Close()
	}
}

// The numbers of a numbered list in a description are no evidence; other numbers
// are.
func TestListNumbers(t *testing.T) {
	list := filepath.Join(t.TempDir(), "list.json")
	tools := `{"tools": [
		{"name": "ponder", "description": "Ponder at length.\n\n1. Begin\n2. Go on\n 3) Come to an end", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
		{"name": "zones", "description": "Shows the clocks of all 24 zones.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}
	]}`
	if err := os.WriteFile(list, []byte(tools), 0o600); err != nil {
		t.Fatal(err)
	}
	m := mount(t, fleet.Options{}, fleettest.Server(t, "thoughts", fleettest.Replay, "LIST", list))
	r := m.Dispatcher().Router()
	for intent, want := range map[string]string{"3": "", "2": "", "ponder": "ponder", "24": "zones"} {
		got := ""
		if e := r.Explain(runtime.Query{Verb: runtime.Ask, Intent: intent, K: 1}); len(e.Candidates) > 0 {
			got = e.Candidates[0].ID
		}
		if got != want {
			t.Errorf("%q goes to %q, not to %q", intent, got, want)
		}
	}
}

// With descriptors for its tools a fleet has the same names whichever server comes
// first.
func TestNamesOfDescriptors(t *testing.T) {
	gate := filepath.Join(t.TempDir(), "gate")
	first := fleettest.Scripted(t, "first", fleettest.Script{Tools: []json.RawMessage{fleettest.Reader("fly_kite", "Fly the first kite.")}, Gate: gate})
	second := lists(t, "second", "fly_kite")
	open(t, gate)
	want := mount(t, fleet.Options{}, first, second).Names()
	if want["fly_kite"].Server != "first" || want["second__fly_kite"].Server != "second" {
		t.Fatal(want)
	}
	var written []source.Capability
	for name, o := range want {
		file, diags := source.ParseCapabilities("ours.json", fmt.Appendf(nil, `{"capabilities": [{"id": %q, "name": %q, "server": %q, "one_line": "Fly a kite.", "intent_verbs": ["ask"]}]}`, name, o.Tool, o.Server))
		if err := diags.Err(); err != nil {
			t.Fatal(err)
		}
		written = append(written, file.Capabilities...)
	}
	if err := os.Remove(gate); err != nil {
		t.Fatal(err)
	}
	f := fleet.Start([]config.Server{first, second}, fleet.Options{Log: silence})
	t.Cleanup(f.Close)
	eventually(t, "the second is there", func() bool { return state(f, "second").State == fleet.Ready })
	o, err := fleet.NewOverlay(t.Context(), f, fleet.OverlayOptions{LexicalOnly: true, Compiled: catalog.Input{Descriptors: written}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.Close)
	// The first is served by its descriptor until it is there.
	if got := o.Names(); !maps.Equal(got, want) {
		t.Errorf("the second took the name of the first: %v", got)
	}
	open(t, gate)
	eventually(t, "the first is there", func() bool { return state(f, "first").State == fleet.Ready })
	if got := o.Names(); !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
