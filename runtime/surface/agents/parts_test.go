package agents

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// What a tool said is relayed word for word, wherever it said it.
func TestRelay(t *testing.T) {
	for _, tt := range []struct {
		structured, text string
		answer           string
		items            string
		caveats          []string
	}{
		{`{"answer":"Five <b> & more.\n"}`, "", "Five <b> & more.\n", `[]`, nil},
		{`{"message":"Done.","caveat":"Slow today."}`, "other", "Done.", `[]`, []string{"Slow today."}},
		{`{"answer":"","summary":"In short."}`, "", "In short.", `[]`, nil},
		{`{"n":1}`, "One.", "One.", `[]`, nil},
		{`{"n":1}`, "", `{"n":1}`, `[]`, nil},
		{"", "Plain text.", "Plain text.", `[]`, nil},
		{"", `{"answer":"In text.","refs":[{"key":"k1"}]}`, "In text.", `[{"id":"k1"}]`, nil},
		{`{"items":[{"id":9007199254740993,"url":"u"},{"url":"v"},{"none":1}],"refs":[{"id":1}]}`, "", `{"items":[{"id":9007199254740993,"url":"u"},{"url":"v"},{"none":1}],"refs":[{"id":1}]}`, `[{"id":9007199254740993,"url":"u"},{"url":"v"}]`, nil},
		{`{"items":[],"rows":[{"id":1}]}`, "x", "x", `[]`, nil},
		{`{"rows":[{"item_id":"a","link":"l"}],"n":2}`, "x", "x", `[{"id":"a","url":"l"}]`, nil},
		{`{"rows":[{"id":1}],"more":[{"id":2}]}`, "x", "x", `[]`, nil},
		{`[{"name":"d3"},{"name":""}]`, "x", "x", `[{"id":"d3"}]`, nil},
		{`{"id":4,"name":"n","url":"u"}`, "x", "x", `[{"id":4,"url":"u"}]`, nil},
		{`{"id":1.5,"name":"n"}`, "x", "x", `[]`, nil},
		{`{"caveats":["a",""],"warning":"b","warnings":["c"],"caveat":7}`, "x", "x", `[]`, []string{"a", "b", "c"}},
	} {
		r := &dispatch.Result{Text: tt.text}
		if tt.structured != "" {
			r.Structured = json.RawMessage(tt.structured)
		}
		if got := prose(r); got != tt.answer {
			t.Errorf("%s %q: answer %q, want %q", tt.structured, tt.text, got, tt.answer)
		}
		if got, _ := json.Marshal(items(r)); string(got) != tt.items {
			t.Errorf("%s %q: items %s, want %s", tt.structured, tt.text, got, tt.items)
		}
		if got := caveats(r); !slices.Equal(got, tt.caveats) {
			t.Errorf("%s: caveats %q, want %q", tt.structured, got, tt.caveats)
		}
	}
}

func TestWithProperty(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object"}`: `{"properties":{"p":{}},"type":"object"}`,
		`{}`:                `{"properties":{"p":{}}}`,
		`{"properties":{}}`: `{"properties":{"p":{}}}`,
		`{"type": "object", "properties": { "a":{"properties":{}} }, "required":["a"]}`: `{"type": "object", "properties": {"p":{}, "a":{"properties":{}} }, "required":["a"]}`,
		`{"x":{"properties":{"b":1}},"properties":{"a":1}}`:                             `{"x":{"properties":{"b":1}},"properties":{"p":{},"a":1}}`,
		`true`: `true`,
	} {
		if got := withProperty(json.RawMessage(schema), "p", "{}"); string(got) != want {
			t.Errorf("%s: got %s, want %s", schema, got, want)
		}
	}
}

// Whatever the schema, the property is there afterwards and all else is as it was.
func TestWithPropertyKeepsTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		schema := map[string]any{}
		for _, key := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"type", "title", "properties", "required", "$defs"}), rapid.ID[string]).Draw(t, "keys") {
			inner := map[string]any{}
			for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"a", "b", "properties"}), rapid.ID[string]).Draw(t, "names") {
				inner[name] = map[string]any{"properties": map[string]any{}}
			}
			schema[key] = inner
		}
		raw, _ := json.Marshal(schema)
		got := withProperty(raw, "p", `{"type":"string"}`)
		var after map[string]map[string]any
		if err := json.Unmarshal(got, &after); err != nil {
			t.Fatalf("%s: %v: %s", raw, err, got)
		}
		if fmt.Sprint(after["properties"]["p"]) != "map[type:string]" {
			t.Fatalf("%s has no property: %s", raw, got)
		}
		delete(after["properties"], "p")
		if _, had := schema["properties"]; !had {
			delete(after, "properties")
		}
		if back, _ := json.Marshal(after); string(back) != string(raw) {
			t.Fatalf("%s became %s", raw, back)
		}
	})
}

func TestAskSchema(t *testing.T) {
	tools := []*tool{
		{params: readParams(`{"properties":{"user":{"type":["string","null"]},"query":{"type":"string"},"kind":{"enum":["a"]},"odd":{}},"required":["query"]}`)},
		{params: readParams(`{"properties":{"user":{"type":"string","description":"who"},"kind":{"enum":["b"]},"confirm":{"type":"boolean"},"hints":{}},"required":["user","hints"]}`)},
	}
	want := `{"type":"object","properties":{"question":{"type":"string","description":"The request in the user's own words."},` +
		`"user":{"type":"string","description":"who"},"kind":{},` +
		`"hints":{"type":"object","description":"tool: name of the tool to take; plan_ref: has a preview done; anything else: its arguments."}},"required":["question"]}`
	if got := askSchema(tools, usedHere); string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, broken := range []string{"", "[]", `{"properties":[]}`, `{"properties":{"a"`} {
		if got := readParams(broken); len(got) > 0 {
			t.Errorf("%s: %v", broken, got)
		}
	}
}

func TestNamespaceOf(t *testing.T) {
	for _, tt := range []struct {
		rec  runtime.Record
		want string
	}{
		{runtime.Record{ID: "a.b", Namespace: "n", Server: "s"}, "n"}, {runtime.Record{ID: "a.b", Server: "s"}, "s"},
		{runtime.Record{ID: "a.b.c"}, "a"}, {runtime.Record{ID: "ab"}, General}, {runtime.Record{ID: ".b"}, General},
	} {
		if got := NamespaceOf(&tt.rec); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.rec, got, tt.want)
		}
	}
	if got := wireName("files/read me.now"); got != "files.read_me.now" {
		t.Errorf("got %s", got)
	}
}

// Conversations never see each other's tools, and nothing is kept for nobody.
func TestMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m Memory
		want := map[string]map[string]bool{}
		key := rapid.SampledFrom([]string{"", "a", "b"})
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			k := key.Draw(t, "key")
			if rapid.IntRange(0, 5).Draw(t, "forget") == 0 {
				m.Forget(k)
				delete(want, k)
				continue
			}
			ids := rapid.SliceOf(rapid.SampledFrom([]string{"x", "y", "z"})).Draw(t, "ids")
			for _, id := range m.Enable(k, ids...) {
				if k == "" || want[k][id] {
					t.Fatalf("%q: %s was not added", k, id)
				}
				if want[k] == nil {
					want[k] = map[string]bool{}
				}
				want[k][id] = true
			}
			for _, id := range ids {
				if k != "" && !want[k][id] {
					t.Fatalf("%q: %s is not reported", k, id)
				}
			}
		}
		for _, k := range []string{"", "a", "b"} {
			if got := m.Enabled(k); len(got) != len(want[k]) || k == "" && len(got) > 0 {
				t.Fatalf("%q: %v, want %v", k, got, want[k])
			}
		}
	})
}

func TestMemoryIsBounded(t *testing.T) {
	var m Memory
	for i := range MaxConversations + 10 {
		m.Enable(fmt.Sprint(i), "x")
	}
	if n := m.store().Len(); n != MaxConversations || m.Enabled("9") != nil || m.Enabled("10") == nil {
		t.Errorf("%d conversations, want %d, without the first ten", n, MaxConversations)
	}
}

// Many conversations at once do not meet.
func TestConversationsAtOnce(t *testing.T) {
	s, _ := newTestSurface(t)
	var all sync.WaitGroup
	for i := range 60 {
		all.Go(func() {
			key, own := fmt.Sprint("c", i), s.Names()[i%len(s.Names())]
			if _, err := s.Tools(own, key); err != nil {
				t.Error(err)
			}
			for _, id := range s.loadout.Enabled(key) {
				if !strings.HasPrefix(id, own+".") {
					t.Errorf("%s sees %s", key, id)
				}
			}
			s.Ask(t.Context(), Question{Namespace: own, Text: "what is there", Key: key})
			s.EndSession(key)
		})
	}
	all.Wait()
}

// Names that can't be told apart are found at the start.
func TestNamesThatMeet(t *testing.T) {
	r, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	d, err := dispatch.New(r, dispatch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	taken := map[string]string{"sym.solve": "the surface itself"}
	if err := s.name(taken); err == nil || !strings.Contains(err.Error(), "sym.solve") {
		t.Errorf("got %v", err)
	}
}

// FuzzHints: whatever the hints, nothing panics, nothing is done without a plan,
// and the answer is whole.
func FuzzHints(f *testing.F) {
	s, upstream := newLexicalSurface(f)
	for _, seed := range []string{`{}`, `{"tool":"feed.persona_delete","name":"ada","confirm":true}`, `"{\"tool\":1}"`, `[`, `{"arguments":{"plan_ref":"x"}}`, `null`} {
		f.Add(seed, "delete the reader ada")
	}
	f.Fuzz(func(t *testing.T, hints, question string) {
		a := s.Ask(t.Context(), Question{Text: question, Hints: json.RawMessage(hints), Key: "fuzz"})
		if _, err := encode(a); err != nil {
			t.Fatalf("%v: %+v", err, a)
		}
		if a.Items == nil || a.Options == nil || a.Answer == "" {
			t.Fatalf("not whole: %+v", a)
		}
		if slices.Contains(upstream.called(), "feed.persona_delete") {
			t.Fatalf("%s: a reader was deleted", hints)
		}
	})
}

// Skills are evidence for tools; alone they make no surface and can't be chosen.
func TestSkillsAlone(t *testing.T) {
	cat, diags := catalog.Build(catalog.Input{Skills: []source.Skill{{Name: "a-skill", Path: "a-skill/SKILL.md", Description: "How things are done."}}})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	r, err := index.Router(t.Context(), cat, index.Options{LexicalOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	d, err := dispatch.New(r, dispatch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(d, Options{}); err == nil || !strings.Contains(err.Error(), "no tool") {
		t.Errorf("a surface of a skill: %v", err)
	}
	if _, err := Restrict(r, []string{"a-skill"}, nil); err == nil {
		t.Error("a skill was chosen")
	}
}

// A tool that has an argument of the name plan_ref itself keeps it, and previews
// are had done by another; a tool that asks for confirmation shows that argument
// though its name reads.
func TestOwnPlanRef(t *testing.T) {
	const own = `{"type":"object","properties":{"plan_ref":{"type":"string"}}}`
	rec := &runtime.Record{ID: "shop.order_delete"}
	one := newTool(0, rec, own, &namespace{})
	if one.planRef != ownPlanRef || strings.Count(string(one.schema), `"plan_ref"`) != 1 || !strings.Contains(string(one.schema), `"sextant_plan_ref"`) {
		t.Errorf("%q in %s", one.planRef, one.schema)
	}
	given := map[string]json.RawMessage{"plan_ref": json.RawMessage(`"mine"`), "sextant_plan_ref": json.RawMessage(`"plan_1"`)}
	const want = `{"arguments":{"plan_ref":"mine"},"plan_ref":"plan_1","tool":"shop.order_delete"}`
	if raw, err := json.Marshal(pinned(one, given)); err != nil || string(raw) != want {
		t.Errorf("hints %s %v, want %s", raw, err, want)
	}
	// Called before it is enabled, it is offered as the same call.
	offered := door{}.notEnabled(one, given).Options[1].Arguments["hints"]
	if raw, err := json.Marshal(offered); err != nil || string(raw) != want {
		t.Errorf("offered %s %v, want %s", raw, err, want)
	}
	args := one.direct(map[string]any{"tool": one.id, "plan_ref": "plan_1", "arguments": map[string]any{"plan_ref": "mine"}})
	if args["plan_ref"] != "mine" || args["sextant_plan_ref"] != "plan_1" || len(args) != 2 {
		t.Errorf("arguments %v", args)
	}
	asks := newTool(0, &runtime.Record{ID: "shop.list"}, `{"type":"object","properties":{"confirm":{"type":"boolean"}}}`, &namespace{})
	if asks.effect != dispatch.Read || !strings.Contains(string(asks.schema), `"plan_ref"`) {
		t.Errorf("effect %s, %s", asks.effect, asks.schema)
	}
}

// An option by name must mean what it means with the user's words, which are lost
// there.
func TestOptionsKeepTheWords(t *testing.T) {
	in := &namespace{name: "shop"}
	one := newTool(0, &runtime.Record{ID: "shop.find_order"}, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}},"required":["a","b"]}`, in)
	one.in = in
	d := door{s: &Surface{byID: map[string]*tool{one.id: one}}, in: in, seen: map[string]bool{one.id: true}}
	hints := func(more map[string]any) map[string]any { return merge(map[string]any{"tool": one.id}, more) }
	for _, tt := range []struct {
		name   string
		option dispatch.Option
		want   string
	}{
		{"one of several, the rest is in the words", dispatch.Option{Intent: "order 'x' of 'y'", Hints: hints(nil)}, "shop.ask"},
		{"b is missing, a is in the words", dispatch.Option{Intent: "order 'x'", Hints: hints(map[string]any{"b": "<b: string>"}), Fill: []string{"b"}}, "shop.ask"},
		{"both are missing", dispatch.Option{Intent: "an order", Hints: hints(map[string]any{"a": "<a: string>", "b": "<b: string>"}), Fill: []string{"a", "b"}}, one.name},
		{"all is given, c may be in the words", dispatch.Option{Intent: "order 'x'", Hints: hints(map[string]any{"a": "1", "b": "2"})}, "shop.ask"},
		{"a preview", dispatch.Option{Intent: "order 'x'", Hints: hints(map[string]any{"plan_ref": "plan_1"})}, one.name},
		{"a call by name", dispatch.Option{Hints: hints(map[string]any{"a": "1"})}, one.name},
	} {
		got := d.option(tt.option)
		if got.Tool != tt.want || (got.Tool == "shop.ask") != (got.Arguments["question"] == tt.option.Intent) {
			t.Errorf("%s: %+v, want %s", tt.name, got, tt.want)
		}
	}
}
