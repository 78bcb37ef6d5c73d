package fleet_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// failureReports are about servers that are late, slow, gone or restarted.
func failureReports() []report {
	return []report{
		{"agentgateway/agentgateway#138", "one dead server of three makes all fail", oneOfThree},
		{"openai/codex#5444", "the client gives up before the slowest server is there", slowStart},
		{"samanhappy/mcphub#742", "a lost session is not recognised in its wrapping", lostSession(func(w http.ResponseWriter, id json.RawMessage) {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32600,"message":"Error POSTing to endpoint: {\"code\":-32600,\"message\":\"Session not found\"}"}}`, id)
		})},
		{"spring-projects/spring-ai#3337", "after a restart of the server it is 404 for ever", lostSession(func(w http.ResponseWriter, _ json.RawMessage) {
			w.WriteHeader(http.StatusNotFound)
		})},
		{"smart-mcp-proxy/mcpproxy-go#354", "a call does not wake a server that is tried again in an hour", wokenByUse},
		{"smart-mcp-proxy/mcpproxy-go#1317", "a sign of life is waited for while a call works, and the process is killed", slowCall},
	}
}

func oneOfThree(t *testing.T) {
	g := serve(t, surface.ModeIntent, fleet.Options{Backoff: time.Hour}, lists(t, "left", "lift_left"), fleettest.Server(t, "dead", fleettest.Absent), lists(t, "right", "lift_right"))
	c := g.connect(t)
	for _, side := range []string{"left", "right"} {
		got := c.ask(t, "ask", "x", fmt.Sprintf(`{"tool":"lift_%s"}`, side))
		if string(got.Result) != fmt.Sprintf(`"lift_%s of %s with {}"`, side, side) || len(got.Routing.Unavailable) != 1 || got.Routing.Unavailable[0].Server != "dead" {
			t.Error(got.text)
		}
	}
	if got := c.ask(t, "ask", "which servers are connected", `{"tool":"sextant_fleet_status"}`); !strings.Contains(got.text, "cannot find the licence") {
		t.Error(got.text)
	}
}

// slowStart serves what is ready within a moment; the server that comes later joins.
func slowStart(t *testing.T) {
	gate := filepath.Join(t.TempDir(), "gate")
	slow := fleettest.Script{Tools: []json.RawMessage{fleettest.Reader("wake_bear", "Wake the bear.")}, Gate: gate}
	m := &mounted{Fleet: fleet.Start([]config.Server{fleettest.Scripted(t, "bear", slow), fleettest.Server(t, "dead", fleettest.Absent), lists(t, "fox", "feed_fox")}, fleet.Options{Log: silence, Backoff: time.Hour})}
	t.Cleanup(m.Fleet.Close)
	eventually(t, "the quick one is ready and the dead one has failed", func() bool {
		return state(m.Fleet, "fox").State == fleet.Ready && state(m.Fleet, "dead").State == fleet.Failed
	})
	begun := time.Now()
	m.Settle(t.Context(), 10*time.Millisecond)
	if waited := time.Since(begun); waited > 5*time.Second {
		t.Errorf("it was waited %v for a server that is not there", waited)
	}
	var err error
	if m.Overlay, err = fleet.NewOverlay(t.Context(), m.Fleet, fleet.OverlayOptions{LexicalOnly: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Overlay.Close)
	c := expose(t, surface.ModeBoth, m).connect(t)
	got := c.ask(t, "ask", "feed the fox", "")
	if string(got.Result) != `"feed_fox of fox with {}"` || !strings.Contains(got.text, `{"server":"bear","state":"starting"}`) || !strings.Contains(got.text, `{"server":"dead","state":"failed"}`) {
		t.Error(got.text)
	}
	if got = c.ask(t, "ask", "wake the bear", ""); got.Executed || !strings.Contains(got.Routing.Why, "bear (starting)") {
		t.Errorf("the answer does not say what is missing: %s", got.text)
	}
	open(t, gate)
	c.hears(t)
	if c.tools(t)["wake_bear"] == nil {
		t.Error("the server that came later has no tools")
	}
	if got = c.ask(t, "ask", "wake the bear", ""); string(got.Result) != `"wake_bear of bear with {}"` || len(got.Routing.Unavailable) != 1 {
		t.Error(got.text)
	}
}

// lostSession has a server forget its sessions, and say so in some way.
func lostSession(refuse func(http.ResponseWriter, json.RawMessage)) func(t *testing.T) {
	return func(t *testing.T) {
		f := &forgetful{refuse: refuse}
		srv := httptest.NewServer(f)
		t.Cleanup(srv.Close)
		c := serve(t, surface.ModeIntent, fleet.Options{Backoff: time.Hour}, at(srv.URL)).connect(t)
		for range 3 {
			if got := c.ask(t, "ask", "ring the bell", ""); string(got.Result) != `"ding"` {
				t.Fatal(got.text)
			}
			f.forget()
		}
		if n := f.calls.Load(); n != 3 {
			t.Errorf("%d calls were carried out", n)
		}
	}
}

func wokenByUse(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := ln.Addr().String()
	f := &forgetful{refuse: func(w http.ResponseWriter, _ json.RawMessage) { w.WriteHeader(http.StatusNotFound) }}
	first := &httptest.Server{Listener: ln, Config: &http.Server{Handler: f}}
	first.Config.SetKeepAlivesEnabled(false)
	first.Start()
	c := serve(t, surface.ModeIntent, fleet.Options{Backoff: time.Hour, Reconnect: 5 * time.Second}, at("http://"+addr+"/mcp")).connect(t)
	first.Close()
	if got := c.ask(t, "ask", "ring the bell", ""); got.Error == "" {
		t.Fatal(got.text)
	}
	if ln, err = net.Listen("tcp", addr); err != nil {
		t.Fatal(err)
	}
	second := &httptest.Server{Listener: ln, Config: &http.Server{Handler: f}}
	second.Start()
	t.Cleanup(second.Close)
	if got := c.ask(t, "ask", "ring the bell", ""); string(got.Result) != `"ding"` {
		t.Errorf("it was not tried again when it was needed: %s", got.text)
	}
}

func slowCall(t *testing.T) {
	s := fleettest.Script{Tools: []json.RawMessage{fleettest.Reader("bake_bread", "Bake bread.")}, Slow: time.Second, Life: filepath.Join(t.TempDir(), "life")}
	c := serve(t, surface.ModeIntent, fleet.Options{LookEvery: 20 * time.Millisecond, Reconnect: 50 * time.Millisecond}, fleettest.Scripted(t, "oven", s)).connect(t)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			want := fmt.Sprintf(`bake_bread of oven with {"loaf":%d}`, i)
			if got := c.ask(t, "ask", "bake bread", fmt.Sprintf(`{"tool":"bake_bread","loaf":%d}`, i)); string(got.Result) != asText(t, want) {
				t.Error(got.text)
			}
		})
	}
	wg.Wait()
	if raw, err := os.ReadFile(s.Life); err != nil || strings.Count(string(raw), "started") != 1 {
		t.Errorf("%v: the process was started again: %s", err, raw)
	}
}
