package fleet_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
)

// The tools of all real servers at once: every one is on the surface, under a
// name that clients accept, with its schema as it was written.
func TestRealServers(t *testing.T) {
	paths := fleettest.RealLists(t)
	var servers []config.Server
	lists := map[string]map[string]json.RawMessage{} // schemas by server and tool
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		servers = append(servers, fleettest.Server(t, name, fleettest.Replay, "LIST", path))
		lists[name] = schemasIn(t, path)
	}
	f := fleet.Start(servers, fleet.Options{Log: silence})
	defer f.Close()
	f.Settle(t.Context(), time.Minute)
	if missing := f.Unavailable(); len(missing) > 0 {
		t.Fatal(missing)
	}
	o, err := fleet.NewOverlay(t.Context(), f, fleet.OverlayOptions{LexicalOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if problems := o.Problems(); len(problems) > 0 {
		t.Errorf("%d tools could not be compiled: %s", len(problems), problems[0])
	}
	accepted := regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	r := o.Dispatcher().Router()
	seen := 0
	for name, origin := range o.Names() {
		number, ok := r.Lookup(name)
		if !ok || !accepted.MatchString(name) {
			t.Fatalf("%q: %v", name, ok)
		}
		for _, server := range strings.Split(origin.Server, "+") {
			seen++
			want := lists[server][origin.Tool]
			if !strings.Contains(origin.Server, "+") && !sameJSON(t, want, r.Schema(number)) {
				t.Errorf("the schema of %s of %s is another:\n%s\n%s", origin.Tool, server, want, r.Schema(number))
			}
		}
	}
	total := 0
	for _, list := range lists {
		total += len(list)
	}
	if seen != total {
		t.Errorf("%d of %d tools are on the surface", seen, total)
	}
	m := &mounted{f, o}
	if reply := m.do(t.Context(), runtime.Ask, "x", `{"tool":"filesystem__list_directory"}`); reply.Executed {
		t.Error(asText(t, reply)) // the name was never given out: there is no collision
	}
}

func schemasIn(t *testing.T, path string) map[string]json.RawMessage {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Tools []struct {
			Name        string
			InputSchema json.RawMessage
		}
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatal(err)
	}
	out := map[string]json.RawMessage{}
	for _, tool := range answer.Tools {
		out[tool.Name] = tool.InputSchema
	}
	return out
}

// sameJSON compares all that is written, numbers digit by digit.
func sameJSON(t *testing.T, a json.RawMessage, b string) bool {
	t.Helper()
	return reflect.DeepEqual(decoded(t, a), decoded(t, []byte(b)))
}

func decoded(t *testing.T, raw []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}
