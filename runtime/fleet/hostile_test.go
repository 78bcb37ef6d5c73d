package fleet_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// hostile is a server that does harm, and what is known of it afterwards.
type hostile struct {
	server config.Server
	state  fleet.State
	says   string // in its status
	tools  int
	// call is the tool that is called, "" for none, and answers part of the answer;
	// args is JSON, "" for none.
	call, answers string
	args          string
}

// Each hostile server stands beside one that is well: what it does is bounded and
// named, and the other one answers as ever.
func TestHostileServers(t *testing.T) {
	many := fleettest.Script{}
	for i := range link.MaxItems + 50 {
		many.Tools = append(many.Tools, fleettest.Reader(fmt.Sprintf("tool_%d", i), fmt.Sprintf("Do task %d.", i)))
	}
	deep := strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000)
	odd := fleettest.Script{
		Tools: []json.RawMessage{fleettest.Reader("n", "One letter."), fleettest.Reader(strings.Repeat("n", link.MaxName), "As long as may be."), fleettest.Reader(strings.Repeat("n", link.MaxName+1), "Longer.")},
	}
	scripted := func(name string, s fleettest.Script) config.Server { return fleettest.Scripted(t, name, s) }
	for name, h := range map[string]hostile{
		"more tools than may be":     {scripted("h", many), fleet.Ready, "more than 2048", link.MaxItems, "tool_2047", "tool_2047 of h", ""},
		"names of 1 and 128":         {scripted("h", odd), fleet.Ready, "its name has 129 bytes", 2, strings.Repeat("n", link.MaxName), "of h with", ""},
		"values that are too large":  {fleettest.Server(t, "h", fleettest.Broken), fleet.Ready, "the limit is 4194304", 1, "echo_number", `{"n":1}`, `{"n":1}`},
		"nested too deep":            {fleettest.Server(t, "h", fleettest.Broken), fleet.Ready, "nested deeper than 32", 1, "", "", ""},
		"a name that is there twice": {fleettest.Server(t, "h", fleettest.Broken), fleet.Ready, `"echo_number" is there twice`, 1, "", "", ""},
		"a deep result": {scripted("h", fleettest.Script{Tools: []json.RawMessage{fleettest.Reader("dig", "Dig.")},
			Results: map[string]json.RawMessage{"dig": json.RawMessage(`{"content":[],"structuredContent":` + deep + `}`)}}), fleet.Ready, "", 1, "dig", `"a":`, ""},
		"a byte at a time":       {fleettest.Server(t, "h", fleettest.Drips), fleet.Failed, "deadline exceeded", 0, "", "", ""},
		"no answer at all":       {fleettest.Server(t, "h", fleettest.Silent), fleet.Failed, "deadline exceeded", 0, "", "", ""},
		"pages without end":      {fleettest.Server(t, "h", fleettest.Endless), fleet.Ready, "more than 512 pages", link.MaxPages, "", "", ""},
		"one page for ever":      {fleettest.Server(t, "h", fleettest.Circular), fleet.Ready, "the same next page", 1, "", "", ""},
		"megabytes of stderr":    {fleettest.Server(t, "h", fleettest.Noisy), fleet.Ready, "", 9, "always_fails", "Mondays", ""},
		"no UTF-8":               {fleettest.Server(t, "h", fleettest.Garbled), fleet.Ready, "not UTF-8", 1, "hum", "", ""},
		"every answer twice":     {fleettest.Server(t, "h", fleettest.Twice), fleet.Ready, "", 9, "always_fails", "Mondays", ""},
		"thousands of messages":  {fleettest.Server(t, "h", fleettest.Babbles), fleet.Ready, "", 1, "babble", "enough", ""},
		"an end in mid-call":     {fleettest.Server(t, "h", fleettest.Fragile), fleet.Failed, "exit status 4", 11, "crash", "exit status 4", ""},
		"a message of 40 MiB":    {fleettest.Server(t, "h", fleettest.Long), fleet.Failed, "longer than", 9, "read_book", "longer than", `{"bytes":1}`},
		"it does not read":       {fleettest.Server(t, "h", fleettest.Deaf), fleet.Ready, "", 9, "", "", ""},
		"it can't be started":    {config.Server{Name: "h", Command: "no-such-program-anywhere"}, fleet.Failed, "can't be started", 0, "", "", ""},
		"it ends at once":        {fleettest.Server(t, "h", fleettest.Absent), fleet.Failed, "cannot find the licence", 0, "", "", ""},
		"it ends with the fleet": {fleettest.Server(t, "h", fleettest.Hangs), fleet.Ready, "", 9, "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h.check(t)
		})
	}
}

func (h hostile) check(t *testing.T) {
	well := lists(t, "well", "draw_water")
	// The hostile server has long to start where it is ready in the end: the machine
	// may be busy.
	opt := fleet.Options{Backoff: time.Hour, StartTime: time.Minute, Log: silence}
	if strings.Contains(h.says, "deadline") {
		opt.StartTime = 10 * time.Second // the other one has to start too
	}
	m := &mounted{Fleet: fleet.Start([]config.Server{h.server, well}, opt)}
	t.Cleanup(m.Fleet.Close)
	m.Settle(t.Context(), time.Minute)
	var err error
	if m.Overlay, err = fleet.NewOverlay(t.Context(), m.Fleet, fleet.OverlayOptions{LexicalOnly: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Overlay.Close)
	g := expose(t, surface.ModeIntent, m)
	c := g.connect(t)
	if h.call != "" {
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{"intent":"x","hints":{"tool":%q,"arguments":%s}}}}`, h.call, cmp.Or(h.args, "{}"))
		if got := post(t, g.url, body); !utf8.ValidString(got) || !json.Valid([]byte(got)) || !strings.Contains(got, strings.ReplaceAll(h.answers, `"`, `\"`)) {
			t.Errorf("the call of %s is answered %.800s", h.call, got)
		}
	}
	eventually(t, "its state is "+string(h.state), func() bool { return state(m.Fleet, "h").State == h.state })
	s := state(m.Fleet, "h")
	if text := asText(t, s); s.Tools != h.tools || !strings.Contains(strings.ReplaceAll(text, `\"`, `"`), h.says) || len(text) > 8<<10 {
		t.Errorf("its status is %.2000s", text)
	}
	if got := c.ask(t, "ask", "draw the water", ""); string(got.Result) != `"draw_water of well with {}"` {
		t.Errorf("the other one: %s", got.text)
	}
	begun := time.Now()
	m.Fleet.Close()
	if took := time.Since(begun); took > link.CloseWithin+10*time.Second { // the machine may be busy
		t.Errorf("closing took %v", took)
	}
}
