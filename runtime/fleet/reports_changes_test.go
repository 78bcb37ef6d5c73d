package fleet_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// changeReports are about lists that change: who is told, how often, and what can be
// called meanwhile.
func changeReports() []report {
	return []report{
		{"anthropics/claude-code#66084", "a server that does not announce changes makes some", func(t *testing.T) { grows(t, (*gateway).connect, `{"tools":{}}`) }},
		{"docker/desktop-linux#302", "a tool that adds tools leaves the list as it was", func(t *testing.T) { grows(t, (*gateway).connect, "") }},
		{"stacklok/toolhive#5748", "changes of a server are not listened for", func(t *testing.T) { grows(t, (*gateway).connect, "") }},
		{"mixelpixx/Konnect#21", "over standard streams nobody is told", func(t *testing.T) { grows(t, (*gateway).pipe, "") }},
		{"aaif-goose/goose#10433", "a client that drops notices can't reach the new tool", deafClient},
		{"NousResearch/hermes-agent#115502", "two hundred notices cost two hundred lists", storm},
		{"cline/cline#12619", "loading twelve tools tells the client twelve times", oneNotice},
		{"stacklok/toolhive#5847", "each session builds an index, and the first lists wait for it", manySessions},
		{"samanhappy/mcphub#638", "tools vanish while the index is made anew", neverGone},
		{"samanhappy/mcphub#946", "what was found can't be called after a restart", foundThenCalled},
	}
}

// growing is a server that has one tool more once "plant" was called.
func growing(notices int) fleettest.Script {
	return fleettest.Script{
		Tools:   []json.RawMessage{fleettest.Reader("plant", "Plant a tree."), fleettest.Reader("count_leaves", "Count the leaves of a tree.")},
		Grows:   map[string][]json.RawMessage{"plant": {fleettest.Reader("pick_plums", "Pick the plums.")}},
		Notices: notices,
	}
}

// grows has a client see a tool that appeared, having been told of it.
func grows(t *testing.T, connect func(*gateway, *testing.T) *client, capabilities string) {
	s := growing(1)
	s.Capabilities = json.RawMessage(capabilities)
	g := serve(t, surface.ModeBoth, fleet.Options{}, fleettest.Scripted(t, "garden", s))
	c := connect(g, t)
	if !c.InitializeResult().Capabilities.Tools.ListChanged {
		t.Error("the gateway does not say that its list may change")
	}
	c.ask(t, "ask", "x", `{"tool":"plant"}`)
	c.hears(t)
	if c.tools(t)["pick_plums"] == nil {
		t.Error("the new tool is not listed")
	}
	if got := textOf(c.call(t, "pick_plums", map[string]any{})); got != "pick_plums of garden with {}" {
		t.Error(got)
	}
}

func deafClient(t *testing.T) {
	g := serve(t, surface.ModeIntent, fleet.Options{}, fleettest.Scripted(t, "garden", growing(1)))
	c := g.connect(t)
	c.ask(t, "ask", "x", `{"tool":"plant"}`)
	eventually(t, "the request reaches the new tool", func() bool { // without listing
		return string(c.ask(t, "ask", "pick the plums", "").Result) == `"pick_plums of garden with {}"`
	})
}

func storm(t *testing.T) {
	s := growing(200)
	s.Life = filepath.Join(t.TempDir(), "life")
	g := serve(t, surface.ModeBoth, fleet.Options{}, fleettest.Scripted(t, "garden", s))
	c := g.connect(t)
	c.ask(t, "ask", "x", `{"tool":"plant"}`)
	c.hears(t)
	time.Sleep(500 * time.Millisecond) // for more of them, which must not come
	raw, err := os.ReadFile(s.Life)
	if err != nil {
		t.Fatal(err)
	}
	if lists := strings.Count(string(raw), "listed"); lists > 20 || g.Builds() != 2 || len(c.changed) > 0 {
		t.Errorf("%d lists, %d compilations, %d notices more", lists, g.Builds(), len(c.changed))
	}
}

func oneNotice(t *testing.T) {
	var names []string
	for i := range 12 {
		names = append(names, fmt.Sprint("chore_", i))
	}
	c := serve(t, surface.ModeIntent, fleet.Options{}, lists(t, "house", names...)).connect(t)
	c.call(t, "load_tools", map[string]any{"tools": names})
	c.hears(t)
	time.Sleep(300 * time.Millisecond)
	if n := len(c.changed); n > 0 || len(c.tools(t)) != 9+12 {
		t.Errorf("%d notices more, %d tools", n, len(c.tools(t)))
	}
}

func manySessions(t *testing.T) {
	var s fleettest.Script
	for i := range 1000 {
		s.Tools = append(s.Tools, fleettest.Reader(fmt.Sprintf("record_%d", i), fmt.Sprintf("Play record %d of the collection.", i)))
	}
	g := serve(t, surface.ModeIntent, fleet.Options{}, fleettest.Scripted(t, "jukebox", s))
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if n := len(g.connect(t).tools(t)); n != 9 {
				t.Errorf("%d tools", n)
			}
		})
	}
	wg.Wait()
	if g.Builds() != 1 {
		t.Errorf("%d compilations", g.Builds())
	}
}

func neverGone(t *testing.T) {
	g := serve(t, surface.ModeIntent, fleet.Options{}, fleettest.Scripted(t, "garden", growing(1)))
	c := g.connect(t)
	c.ask(t, "ask", "x", `{"tool":"plant"}`)
	for begun := time.Now(); g.Builds() < 2; {
		if time.Since(begun) > time.Minute {
			t.Fatal("the surface is not compiled anew")
		}
		if got := c.ask(t, "ask", "count the leaves", ""); string(got.Result) != `"count_leaves of garden with {}"` {
			t.Fatalf("while the surface is compiled: %s", got.text)
		}
	}
}

func foundThenCalled(t *testing.T) {
	s := fleettest.Script{Tools: []json.RawMessage{fleettest.Reader("mow_lawn_plan", "Plan the mowing of the lawn.")}, Life: filepath.Join(t.TempDir(), "life"), Dies: "fall_over"}
	s.Tools = append(s.Tools, fleettest.Reader("fall_over", "Fall over."))
	g := serve(t, surface.ModeIntent, fleet.Options{Backoff: time.Hour}, fleettest.Scripted(t, "garden", s))
	c := g.connect(t)
	var found []struct {
		HowToCall struct {
			Verb, Intent string
			Hints        json.RawMessage
		} `json:"how_to_call"`
	}
	got := c.ask(t, "find", "plan the mowing of the lawn", "")
	if err := json.Unmarshal(got.Result, &found); err != nil || len(found) == 0 {
		t.Fatal(err, got.text)
	}
	c.ask(t, "ask", "x", `{"tool":"fall_over"}`)
	next := found[0].HowToCall
	if got = c.ask(t, next.Verb, next.Intent, string(next.Hints)); string(got.Result) != `"mow_lawn_plan of garden with {}"` {
		t.Error(got.text)
	}
	raw, err := os.ReadFile(s.Life)
	if err != nil || strings.Count(string(raw), "started") != 2 {
		t.Errorf("%v: %s", err, raw)
	}
}
