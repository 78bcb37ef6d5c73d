package fleet_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/fleet/peer"
)

var silence = slog.New(slog.NewTextHandler(io.Discard, nil))

// mounted is a fleet with its overlay.
type mounted struct {
	*fleet.Fleet
	*fleet.Overlay
}

func mount(t *testing.T, opt fleet.Options, servers ...config.Server) *mounted {
	t.Helper()
	opt.Log = silence
	m := &mounted{Fleet: fleet.Start(servers, opt)}
	t.Cleanup(m.Fleet.Close)
	m.Settle(t.Context(), 20*time.Second)
	var err error
	if m.Overlay, err = fleet.NewOverlay(t.Context(), m.Fleet, fleet.OverlayOptions{LexicalOnly: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Overlay.Close)
	return m
}

// do makes a request; hints is JSON, "" for none.
func (m *mounted) do(ctx context.Context, verb runtime.Verb, intent, hints string) dispatch.Reply {
	req := dispatch.Request{Verb: verb, Intent: intent, Caller: "ada"}
	if hints != "" {
		req.Hints = json.RawMessage(hints)
	}
	return m.Dispatcher().Do(ctx, req)
}

func asText(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 500 {
		if is() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("it never came to be: " + what)
}

func state(f *fleet.Fleet, name string) fleet.Status {
	for _, s := range f.Status() {
		if s.Name == name {
			return s
		}
	}
	return fleet.Status{}
}

// A request in words reaches a real server, and its answer comes back whole.
func TestRequestsReachServers(t *testing.T) {
	m := mount(t, fleet.Options{}, fleettest.Server(t, "plain", fleettest.Plain))
	reply := m.do(t.Context(), runtime.Ask, "give a number back exactly", `{"n":9007199254740993}`)
	if reply.Failed() || !reply.Executed || reply.Routing.ChosenTool != "echo_number" || !strings.Contains(asText(t, reply), `"result":{"n":9007199254740993}`) {
		t.Error(asText(t, reply))
	}
	reply = m.do(t.Context(), runtime.Ask, "report an error", `{"tool":"always_fails"}`)
	if !reply.Failed() || !strings.Contains(reply.Error, "Mondays") {
		t.Error(asText(t, reply))
	}
	reply = m.do(t.Context(), runtime.Ask, "show a small picture with a caption", "")
	text := asText(t, reply)
	if !strings.Contains(text, "a pixel") || !strings.Contains(text, `"mimeType":"image/png"`) || strings.Contains(text, fleettest.Pixel) || !strings.Contains(string(reply.Upstream.Raw), fleettest.Pixel) {
		t.Error(text)
	}
	reply = m.do(t.Context(), runtime.Write, "delete a note for good", `{"tool":"delete_note","id":"7","override_verb":true}`)
	if reply.Executed || reply.Routing.PlanRef == "" {
		t.Error(asText(t, reply))
	}
	reply = m.do(t.Context(), runtime.Write, "store a note", `{"text":"buy <milk> & honey"}`)
	if !reply.Executed || !strings.Contains(asText(t, reply), "did it") {
		t.Error(asText(t, reply))
	}
	reply = m.do(t.Context(), runtime.Ask, "which servers are connected", "")
	if reply.Routing.ChosenTool != fleet.StatusTool || !strings.Contains(asText(t, reply), `"state":"ready"`) {
		t.Error(asText(t, reply))
	}
}

// The state of the servers, and who is behind a name, can be asked for.
func TestStatusTool(t *testing.T) {
	m := mount(t, fleet.Options{}, fleettest.Server(t, "plain", fleettest.Plain), fleettest.Server(t, "rival", fleettest.Rival), fleettest.Server(t, "broken", fleettest.Broken))
	for hints, wants := range map[string][]string{
		`{"tool":"sextant_fleet_status","names":true}`:      {`"rival__show_picture":{"server":"rival","tool":"show_picture"}`, `"name":"broken"`, "limit is 128"},
		`{"tool":"sextant_fleet_status","server":"plain"}`:  {`"state":"ready"`, `"protocol":"2025-11-25"`, `"tools":9`},
		`{"tool":"sextant_fleet_status","server":"nobody"}`: {"no server is called", "leave server out"},
		`{"tool":"sextant_read_result","result":"x"}`:       {"there is no result"},
		`{"tool":"sextant_read_result","result":7}`:         {"string"},
	} {
		text := asText(t, m.do(t.Context(), runtime.Ask, "x", hints))
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %s is not in %s", hints, want, text)
			}
		}
	}
}

// What is slow, dead or wrong hides nothing else and is named.
func TestPartialFailure(t *testing.T) {
	gate := filepath.Join(t.TempDir(), "gate")
	f := fleet.Start([]config.Server{
		fleettest.Scripted(t, "late", fleettest.Script{Tools: []json.RawMessage{fleettest.Reader("sleep_in", "Sleep in.")}, Gate: gate}),
		fleettest.Server(t, "absent", fleettest.Absent),
		{Name: "off", Command: "x", Disabled: true},
		fleettest.Server(t, "plain", fleettest.Plain),
	}, fleet.Options{Log: silence, Backoff: time.Hour})
	defer f.Close()
	eventually(t, "plain is ready and absent has failed", func() bool {
		return state(f, "plain").State == fleet.Ready && state(f, "absent").State == fleet.Failed
	})
	o, err := fleet.NewOverlay(t.Context(), f, fleet.OverlayOptions{LexicalOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	m := &mounted{f, o}
	reply := m.do(t.Context(), runtime.Ask, "give a number back exactly", `{"n":1}`)
	if !reply.Executed || len(reply.Routing.Unavailable) != 2 {
		t.Error(asText(t, reply))
	}
	reply = m.do(t.Context(), runtime.Ask, "qwertz uiop", "")
	if !strings.Contains(reply.Routing.Why, "absent (failed)") || !strings.Contains(reply.Routing.Why, "late (starting)") {
		t.Error(reply.Routing.Why)
	}
	if s := state(f, "absent"); s.State != fleet.Failed || !strings.Contains(s.Why, "cannot find the licence") || s.Retry == nil || s.Since.IsZero() {
		t.Errorf("%+v", s)
	}
	if s := state(f, "off"); s.State != fleet.Off {
		t.Errorf("%+v", s)
	}
	open(t, gate)
	eventually(t, "the late one joins", func() bool {
		return state(f, "late").State == fleet.Ready && m.Builds() == 2
	})
}

// Two hundred notices of change cost one compilation, and the new tool is
// there.
func TestFlood(t *testing.T) {
	m := mount(t, fleet.Options{}, fleettest.Server(t, "flood", fleettest.Flood), fleettest.Server(t, "plain", fleettest.Plain))
	var swaps sync.WaitGroup
	swaps.Add(1)
	m.Dispatcher().Watch(swaps.Done)
	if reply := m.do(t.Context(), runtime.Ask, "flood the client with notices", ""); !reply.Executed {
		t.Fatal(asText(t, reply))
	}
	swaps.Wait()
	time.Sleep(500 * time.Millisecond) // for a second compilation that must not come
	if m.Builds() != 2 {
		t.Errorf("%d compilations", m.Builds())
	}
	if _, ok := m.Dispatcher().Router().Lookup("float_boat"); !ok {
		t.Error("the new tool is missing")
	}
}

// A server that ends is started again when a call needs it.
func TestReconnect(t *testing.T) {
	m := mount(t, fleet.Options{Backoff: time.Hour}, fleettest.Server(t, "fragile", fleettest.Fragile))
	reply := m.do(t.Context(), runtime.Ask, "crash the server", `{"tool":"crash"}`)
	if !reply.Failed() || !strings.Contains(reply.Error, "exit status 4") || !strings.Contains(reply.Error, "look before you call it again") {
		t.Error(asText(t, reply))
	}
	reply = m.do(t.Context(), runtime.Ask, "give a number back", `{"tool":"echo_number","n":5}`)
	if reply.Failed() {
		t.Error(asText(t, reply))
	}
	if m.Builds() != 1 {
		t.Errorf("%d compilations of one content", m.Builds())
	}
}

// A call of a server that can't be reached says so and does not wait for ever.
func TestAbsent(t *testing.T) {
	m := mount(t, fleet.Options{Backoff: time.Hour}, fleettest.Server(t, "dies", fleettest.Dies))
	for range 2 {
		reply := m.do(t.Context(), runtime.Ask, "x", `{"tool":"always_fails"}`)
		if !strings.Contains(reply.Error, "out of cheese") {
			t.Error(asText(t, reply))
		}
	}
	begun := time.Now()
	m.Fleet.Close()
	if reply := m.do(t.Context(), runtime.Ask, "x", `{"tool":"always_fails"}`); !strings.Contains(reply.Error, `the server "dies" is closed`) {
		t.Error(asText(t, reply))
	}
	if time.Since(begun) > 10*time.Second {
		t.Error("it took", time.Since(begun))
	}
}

// A call may be silent for a while only; progress begins that time anew.
func TestPatience(t *testing.T) {
	m := mount(t, fleet.Options{Patience: 2 * time.Second}, fleettest.Server(t, "plain", fleettest.Plain))
	reply := m.do(t.Context(), runtime.Ask, "count", `{"tool":"count_slowly","to":10,"every":300}`)
	if reply.Failed() {
		t.Error(asText(t, reply))
	}
	reply = m.do(t.Context(), runtime.Ask, "wait", `{"tool":"wait_forever"}`)
	if reply.Status != dispatch.Timeout || !strings.Contains(reply.Error, "within 2s") {
		t.Error(asText(t, reply))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	reply = m.do(ctx, runtime.Ask, "wait", `{"tool":"wait_forever"}`)
	if reply.Status != dispatch.Timeout || !strings.Contains(reply.Error, "given up") {
		t.Error(asText(t, reply))
	}
}

// A result that is too long is cut, and the rest can be read by who got it.
func TestLongResults(t *testing.T) {
	m := mount(t, fleet.Options{LongestResult: 1000}, fleettest.Server(t, "plain", fleettest.Plain))
	reply := m.do(t.Context(), runtime.Ask, "read a long book", `{"bytes":2500}`)
	text, _ := reply.Result.(string)
	if len(text) > 1300 || len(reply.Upstream.Raw) < 2500 {
		t.Fatal(len(text), len(reply.Upstream.Raw))
	}
	whole, note, _ := strings.Cut(text, "\n[cut: ")
	_, hints, _ := strings.Cut(note, "with hints ")
	hints = strings.TrimSuffix(hints, "]")
	for hints != "" {
		reply = m.do(t.Context(), runtime.Ask, "read on", hints)
		var got struct {
			Result struct {
				Text string
				End  int
				More bool
			}
		}
		if err := json.Unmarshal([]byte(asText(t, reply)), &got); err != nil || reply.Failed() {
			t.Fatal(err, asText(t, reply))
		}
		whole += got.Result.Text
		hints = strings.Split(hints, `,"offset"`)[0] + fmt.Sprintf(`,"offset":%d}`, got.Result.End)
		if !got.Result.More {
			break
		}
	}
	var raw struct{ Content []struct{ Text string } }
	if err := json.Unmarshal(m.do(t.Context(), runtime.Ask, "read a long book", `{"bytes":2500}`).Upstream.Raw, &raw); err != nil || whole != raw.Content[0].Text {
		t.Errorf("%v: the parts make %d bytes", err, len(whole))
	}
	other := m.Dispatcher().Do(t.Context(), dispatch.Request{Verb: runtime.Ask, Intent: "read on", Hints: json.RawMessage(hints), Caller: "eve"})
	if !other.Failed() || !strings.Contains(other.Error, "there is no result") {
		t.Error(asText(t, other))
	}
}

// person is a client with somebody in front of it.
type person struct {
	name string
	mu   sync.Mutex
	got  []string
}

func (*person) Capabilities() json.RawMessage { return json.RawMessage(`{"elicitation":{}}`) }
func (*person) Accepts(method string) bool    { return method == "elicitation/create" }
func (*person) Defers(string) bool            { return false }
func (p *person) Request(context.Context, string, json.RawMessage) (json.RawMessage, error) {
	time.Sleep(1500 * time.Millisecond) // longer than a call may be silent in these tests
	return json.RawMessage(`{"action":"accept","content":{"colour":"` + p.name + `"}}`), nil
}
func (p *person) Notify(method string, _ json.RawMessage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.got = append(p.got, method)
}
func (*person) LogLevel() string                    { return "info" }
func (*person) Answers() map[string]json.RawMessage { return nil }
func (*person) WantsProgress() bool                 { return true }

// What a server asks during a call goes to the client that the call is made for,
// and to nobody when it can't be told whose it is.
func TestPeers(t *testing.T) {
	m := mount(t, fleet.Options{Patience: time.Second}, fleettest.Server(t, "plain", fleettest.Plain))
	blue := &person{name: "blue"}
	reply := m.do(peer.With(t.Context(), blue), runtime.Ask, "x", `{"tool":"ask_person"}`)
	if reply.Failed() || !strings.Contains(asText(t, reply), "blue") {
		t.Error(asText(t, reply)) // though thinking takes longer than the call may be silent
	}
	reply = m.do(t.Context(), runtime.Ask, "x", `{"tool":"ask_person"}`)
	if !strings.Contains(asText(t, reply), "does not answer elicitation/create") {
		t.Error(asText(t, reply))
	}
	reply = m.do(peer.With(t.Context(), blue), runtime.Ask, "x", `{"tool":"count_slowly","to":3}`)
	if reply.Failed() {
		t.Error(asText(t, reply))
	}
	blue.mu.Lock()
	if n := len(blue.got); n != 6 || !slices.Contains(blue.got, "notifications/progress") || !slices.Contains(blue.got, "notifications/message") {
		t.Error(blue.got)
	}
	blue.mu.Unlock()

	var wg sync.WaitGroup
	red := &person{name: "red"}
	ctx, cancel := context.WithCancel(peer.With(t.Context(), red))
	wg.Go(func() { m.do(ctx, runtime.Ask, "x", `{"tool":"count_slowly","to":2000,"every":20}`) })
	eventually(t, "another call is under way", func() bool {
		red.mu.Lock()
		defer red.mu.Unlock()
		return len(red.got) > 0
	})
	reply = m.do(peer.With(t.Context(), blue), runtime.Ask, "x", `{"tool":"ask_person"}`)
	if !strings.Contains(asText(t, reply), "several clients") {
		t.Error(asText(t, reply))
	}
	cancel()
	wg.Wait()
}
