package fleet_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// lister is a server that lists the tools in a text.
func lister(t *testing.T, name, tools string) config.Server {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".json")
	if err := os.WriteFile(path, []byte(`{"tools": [`+tools+`]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	return fleettest.Server(t, name, fleettest.Shifting, "LIST", path)
}

const (
	echoTool  = `{"name": "echo", "description": "Say it again.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}`
	otherEcho = `{"name": "echo", "description": "Say it once more.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}`
)

// approve makes a file of entries, each an id, a server and a tool.
func approve(t *testing.T, entries ...[3]string) *lock.File {
	t.Helper()
	var list []any
	for _, e := range entries {
		tool, err := lock.ReadTool(json.RawMessage(e[2]))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, map[string]any{
			"id": e[0], "name": tool.Name, "server": e[1], "one_line": tool.Description, "intent_verbs": []string{"ask"},
			"does":     []any{map[string]any{"action": e[0], "mutates": false}},
			"typed_io": map[string]any{"input_schema": tool.Input},
			"upstream": lock.Upstream{Title: tool.Title, Description: tool.Description, Annotations: tool.Annotations},
			"digest":   tool.Digest(), lock.KeyAccepts: strings.HasSuffix(e[0], "_accepted"),
		})
	}
	parsed, diagnostics := source.ParseCapabilities("lock.json", []byte(asText(t, map[string]any{"capabilities": list})))
	if err := diagnostics.Err(); err != nil {
		t.Fatal(err)
	}
	f, err := lock.New(parsed)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// behind mounts servers behind a file.
func behind(t *testing.T, file *lock.File, locked bool, settle time.Duration, servers ...config.Server) *mounted {
	t.Helper()
	m := &mounted{Fleet: fleet.Start(servers, fleet.Options{Log: silence, Approved: file, Locked: locked, Backoff: 50 * time.Millisecond})}
	t.Cleanup(m.Fleet.Close)
	m.Settle(t.Context(), settle)
	var err error
	m.Overlay, err = fleet.NewOverlay(t.Context(), m.Fleet, fleet.OverlayOptions{
		LexicalOnly: true, Compiled: catalog.Input{Descriptors: file.Descriptors(func(string) bool { return true })},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Overlay.Close)
	return m
}

// What can't be seen in a server's words is told of, and neither ranked nor shown;
// the schema stays as it was written.
func TestHiddenWords(t *testing.T) {
	m := mount(t, fleet.Options{}, lister(t, "till", `{"name": "pay", "title": "Pay\u200b", "description": "Pay a bill.\udb40\udc49", "inputSchema": {"type": "object", "properties": {"to": {"description": "who\u202em"}}}}`))
	s := state(m.Fleet, "till")
	if got := strings.Join(s.Hidden, "\n"); len(s.Hidden) != 3 || !strings.Contains(got, "pay: description has U+E0049 (tag) at byte 11") || !strings.Contains(got, "inputSchema.properties.to.description has U+202E (direction)") {
		t.Error(got)
	}
	number, ok := m.Dispatcher().Router().Lookup("pay")
	if !ok {
		t.Fatal(m.Names())
	}
	rec, err := m.Dispatcher().Router().Record(number)
	if err != nil || rec.OneLine != "Pay a bill." || rec.Title != "Pay" {
		t.Errorf("%q %q %v", rec.Title, rec.OneLine, err)
	}
	if schema := m.Dispatcher().Router().Schema(number); !strings.Contains(schema, "\u202e") && !strings.Contains(schema, `\u202e`) {
		t.Error(schema)
	}
}

// What somebody accepted is not told of any more, until the tool changes.
func TestAcceptedHiddenWords(t *testing.T) {
	const tool = `{"name": "pay", "description": "Pay\u200b a bill.", "inputSchema": {"type": "object"}}`
	for id, want := range map[string]int{"pay": 1, "pay_accepted": 0} {
		m := behind(t, approve(t, [3]string{id, "till", tool}), true, 10*time.Second, lister(t, "till", tool))
		if s := state(m.Fleet, "till"); len(s.Hidden) != want || s.Drifted != 0 {
			t.Errorf("%s: %+v", id, s)
		}
	}
	other := strings.Replace(tool, "bill", "bill\u200b", 1)
	m := behind(t, approve(t, [3]string{"pay_accepted", "till", tool}), true, 10*time.Second, lister(t, "till", other))
	if s := state(m.Fleet, "till"); len(s.Hidden) != 2 || s.Drifted != 1 {
		t.Errorf("%+v", s)
	}
}

// A name that the file gives to a tool waits for it, whoever comes first.
func TestNamesOfTheFile(t *testing.T) {
	file := approve(t, [3]string{"echo", "late", echoTool})
	late := lister(t, "late", echoTool)
	path := string(late.Env[1].Value)
	if err := os.Rename(path, path+".later"); err != nil {
		t.Fatal(err)
	}
	m := behind(t, file, false, 10*time.Second, lister(t, "early", otherEcho), late)
	names := m.Names()
	if names["early__echo"] != (fleet.Origin{Server: "early", Tool: "echo"}) || names["echo"] != (fleet.Origin{Server: "late", Tool: "echo"}) {
		t.Fatal(names)
	}
	if reply := m.do(t.Context(), runtime.Ask, "x", `{"tool":"echo"}`); !strings.Contains(reply.Error, `the server "late" is failed`) {
		t.Error(asText(t, reply))
	}
	if err := os.Rename(path+".later", path); err != nil {
		t.Fatal(err)
	}
	eventually(t, "late answers under its name", func() bool {
		reply := m.do(t.Context(), runtime.Ask, "x", `{"tool":"echo"}`)
		return strings.Contains(asText(t, reply), "echo did it")
	})
}

// Of several instances, only that is called which is approved.
func TestLockedInstances(t *testing.T) {
	file := approve(t, [3]string{"echo", "prod", echoTool})
	m := behind(t, file, true, 10*time.Second, lister(t, "prod", echoTool), lister(t, "staging", echoTool))
	if reply := m.do(t.Context(), runtime.Ask, "x", `{"tool":"echo"}`); !strings.Contains(asText(t, reply), "echo did it") {
		t.Error(asText(t, reply))
	}
	reply := m.do(t.Context(), runtime.Ask, "x", `{"tool":"staging__echo"}`)
	if reply.Executed || !strings.Contains(reply.Error, "echo of staging is not approved") || len(reply.Routing.Unavailable) != 1 || reply.Routing.Unavailable[0].State != fleet.StateDrifted {
		t.Error(asText(t, reply))
	}
	both := approve(t, [3]string{"echo", "prod", echoTool}, [3]string{"staging__echo", "staging", echoTool})
	m = behind(t, both, true, 10*time.Second, lister(t, "prod", echoTool), lister(t, "staging", echoTool))
	if reply := m.do(t.Context(), runtime.Ask, "x", `{"tool":"echo","server":"staging"}`); !strings.Contains(asText(t, reply), "echo did it") {
		t.Error(asText(t, reply))
	}
	if names := m.Names(); names["echo"].Server != "prod+staging" || len(names) != 1 {
		t.Error(names)
	}
}

// A changed tool is shown and checked as it was approved, not as it is now.
func TestLockedAsApproved(t *testing.T) {
	file := approve(t, [3]string{"say_again", "s", echoTool})
	m := behind(t, file, true, 10*time.Second, lister(t, "s", otherEcho))
	number, ok := m.Dispatcher().Router().Lookup("say_again")
	if !ok {
		t.Fatal(m.Names())
	}
	if rec, err := m.Dispatcher().Router().Record(number); err != nil || rec.OneLine != "Say it again." {
		t.Error(rec, err)
	}
	if _, shown := m.Entry("say_again"); shown {
		t.Error("what the server says of it is shown")
	}
	reply := m.do(t.Context(), runtime.Ask, "say it again", "")
	if reply.Executed || !strings.Contains(reply.Error, "say_again was not called: echo of s changed since it was approved (description)") {
		t.Error(asText(t, reply))
	}
}
