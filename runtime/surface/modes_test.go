package surface

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sextant-mcp/sextant/runtime"
)

func TestParseMode(t *testing.T) {
	if m, err := ParseMode(""); err != nil || m != ModeIntent {
		t.Errorf("the empty mode is %q, %v", m, err)
	}
	for _, want := range Modes {
		if m, err := ParseMode(string(want)); err != nil || m != want {
			t.Errorf("%s is %q, %v", want, m, err)
		}
	}
	if _, err := ParseMode("compact"); err == nil || !strings.Contains(err.Error(), "intent, condensed, verbose, both") {
		t.Errorf("an unknown mode: %v", err)
	}
	s, _ := newSurface(t)
	for _, opt := range []Options{{Mode: "compact"}, {PageSize: -1}, {Idle: -1}} {
		if _, err := New(s.dispatcher, opt); err == nil {
			t.Errorf("%+v was accepted", opt)
		}
	}
	if _, err := New(nil, Options{}); err == nil {
		t.Error("no dispatcher was accepted")
	}
	if _, err := Mount(nil, nil, s.dispatcher, Options{}); err == nil {
		t.Error("no server was accepted")
	}
}

// named calls a tool by its own name; text is the text of the answer.
func named(t *testing.T, client *mcp.ClientSession, tool, args string) (res *mcp.CallToolResult, text string) {
	t.Helper()
	res, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, args, err)
	}
	for _, c := range res.Content {
		if one, ok := c.(*mcp.TextContent); ok {
			text += one.Text
		}
	}
	return res, text
}

func in(mode Mode) func(t *testing.T) *Surface {
	return func(t *testing.T) *Surface {
		s, _ := newSurfaceIn(t, Options{Mode: mode})
		return s
	}
}

// A tool that is called by its name answers as its upstream does, the verbs go
// on being callable, and what may not run is told with the calls that lead on.
func TestCallsByName(t *testing.T) {
	onEveryTransportOf(t, in(ModeCondensed), func(t *testing.T, client *mcp.ClientSession, _ string) {
		for _, tc := range []struct {
			tool, args, want string
			isError          bool
		}{
			{"book_search", `{"query":"bees","limit":9007199254740993}`, `{"args":{"limit":9007199254740993,"query":"bees"},"tool":"book_search"}`, false},
			{"book_search", `{"arguments":{"query":"bees"}}`, `{"args":{"query":"bees"},"tool":"book_search"}`, false},
			{"book_loans", `{"action":"overdue","member":"ann"}`, `"action":"overdue"`, false},
			{"book_loans", `{"action":"renew","loan_id":7}`, `"loan_id":7`, false},
			{"book_loans_renew", `{"loan_id":7}`, `{"action":"renew","loan_id":7}`, false},
			{"sextant_surface_stats", `{}`, `"capabilities":27`, false},
			{"book_search", `{}`, `a call looks like {\"tool\":\"book_search\",\"arguments\":{\"query\":\"<query: string>\"},\"fill\":[\"query\"]}`, true},
			{"book_search", `{"query":"bees","cypher":"x"}`, `book_search has no argument \"cypher\"`, true},
			{"book_search", `{"query":7}`, "query", true},
			{"book_loans", `{"member":"ann"}`, `"next":[{"tool":"book_loans","arguments":{"action":"list","member":"ann"}}`, true},
			{"book_loans", `{"action":"burn"}`, `has no action`, true},
			{"book_loans_renew", `{"action":"list"}`, `is the operation renew of book_loans, not`, true},
			{"tide_table", `{"harbour":"Leith"}`, `no server \"harbour\" is connected`, true},
			{"ask", `{"intent":"overdue loans of a member"}`, `"chosen_tool":"book_loans"`, false},
		} {
			res, text := named(t, client, tc.tool, tc.args)
			if !strings.Contains(text, tc.want) || res.IsError != tc.isError {
				t.Errorf("%s %s: want %s, got (error %v) %s", tc.tool, tc.args, tc.want, res.IsError, text)
			}
		}
		for _, name := range []string{"fly", gateName, ""} {
			if _, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: map[string]any{}}); err == nil {
				t.Errorf("%q was called", name)
			}
		}
	})
}

// What destroys or needs approval is previewed, in every mode and by every door;
// the same door carries it out once the plan is sent back, in either era.
func TestPreviewByName(t *testing.T) {
	onEveryTransportOf(t, in(ModeBoth), func(t *testing.T, client *mcp.ClientSession, _ string) {
		for _, tc := range [][2]string{{"book_delete", `{"id":7}`}, {"shelf_backup", `{"action":"snapshot"}`}, {"shelf_backup_snapshot", `{}`}} {
			res, text := named(t, client, tc[0], tc[1])
			var preview struct {
				Executed bool   `json:"executed"`
				PlanRef  string `json:"plan_ref"`
				Next     []nextCall
			}
			if err := json.Unmarshal([]byte(text), &preview); err != nil || res.IsError || preview.Executed || preview.PlanRef == "" || len(preview.Next) != 1 {
				t.Fatalf("%s: %v %s", tc[0], err, text)
			}
			next := preview.Next[0]
			if next.Tool != tc[0] || next.Arguments["plan_ref"] != preview.PlanRef {
				t.Errorf("the next call of %s is %s", tc[0], next.text())
			}
			if res, text := named(t, client, tc[0], `{"plan_ref":"plan_INVENTED"}`); !res.IsError || !strings.Contains(text, "no such plan") {
				t.Errorf("%s with an invented plan: %s", tc[0], text)
			}
			if res, text := named(t, client, "label_press", `{"text":"x","plan_ref":"`+preview.PlanRef+`"}`); !res.IsError {
				t.Errorf("another tool took the plan: %s", text)
			}
			args := string(encode(t, next.Arguments))
			if res, text = named(t, client, next.Tool, args); res.IsError || !strings.Contains(text, `"tool":"`) {
				t.Errorf("%s %s: %s", next.Tool, args, text)
			}
			if res, text = named(t, client, next.Tool, args); !res.IsError {
				t.Errorf("a plan ran twice: %s", text)
			}
		}
	})
}

// By no door does a call that destroys, or needs approval, reach the upstream
// without its plan.
func TestNothingIsDestroyedWithoutAPlan(t *testing.T) {
	doors := map[string][]string{
		"write": {
			`{"intent":"x","hints":{"tool":"book_delete","id":7}}`,
			`{"intent":"x","hints":"{\"tool\":\"book_delete\",\"id\":7}"}`,
			`{"intent":"x","hints_json":"{\"tool\":\"book_delete\",\"id\":7}","execute":true}`,
			`{"intent":"x","hints":{"hints":{"tool":"book_delete","id":7}}}`,
			`{"intent":"x","hints":{"hints_json":"{\"tool\":\"book_delete\",\"arguments\":{\"id\":7}}"},"execute":"true"}`,
			`{"intent":"x","hints":{"name":"book_delete","arguments":{"id":7}}}`,
			`{"arguments":{"intent":"take volume 7 out of the catalogue for good, id=7","hints":{"tool":"book_delete","arguments":"{\"id\":7}"}}}`,
			`{"intent":"x","hints":{"tool":"book_delete","id":7,"plan_ref":""}}`,
			`{"intent":"x","hints":{"tool":"book_delete","id":7,"plan_ref":null}}`,
			`{"intent":"x","hints":{"tool":"book_delete","id":7,"override_verb":true,"approved":true}}`,
		},
		"manage":                  {`{"intent":"x","hints":{"tool":"shelf_backup","action":"snapshot"}}`, `{"intent":"x","hints":{"tool":"shelf_backup","action":"bring_back","override_verb":true},"execute":true}`},
		"act":                     {`{"intent":"x","hints":{"tool":"shelf_backup","action":"snapshot","override_verb":true}}`},
		"book_delete":             {`{"id":7}`, `{"arguments":{"id":7}}`, `{"id":7,"plan_ref":""}`, `{"id":7,"plan_ref":null}`, `"{\"id\":7}"`},
		"shelf_backup":            {`{"action":"snapshot"}`, `{"action":"bring_back"}`, `{}`, `{"args":{"action":"bring_back"}}`},
		"shelf_backup_bring_back": {`{}`, `{"action":"bring_back"}`},
	}
	for _, mode := range Modes {
		s, upstream := newSurfaceIn(t, Options{Mode: mode})
		client := streamsOf(t, s, legacy, nil)
		if mode == ModeIntent {
			named(t, client, loadName, `{"tools":["book_delete","shelf_backup","shelf_backup_bring_back"]}`)
		}
		for tool, calls := range doors {
			previewed := false // or the door would be shut for another reason
			for _, args := range calls {
				res, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
				if err != nil {
					continue // the client or the library refuses what is no call
				}
				previewed = previewed || strings.Contains(string(encode(t, res.Content)), `plan_ref\":\"plan_`)
			}
			if !previewed {
				t.Errorf("in the mode %s no call of %s was previewed", mode, tool)
			}
		}
		if calls := upstream.calls(); len(calls) > 0 {
			t.Errorf("in the mode %s the upstream got %+v", mode, calls)
		}
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Pages hold together what one page would, in order, and a cursor that is none
// is refused.
func TestPages(t *testing.T) {
	for _, mode := range Modes {
		whole, _ := newSurfaceIn(t, Options{Mode: mode})
		paged, _ := newSurfaceIn(t, Options{Mode: mode, PageSize: 4})
		want, _ := pages(t, overHTTP(t, whole, legacy))
		client := overHTTP(t, paged, modern)
		got, n := pages(t, client)
		if !slices.Equal(got, want) || n != (len(want)+3)/4 {
			t.Errorf("%s: %d pages hold %v, want %v", mode, n, got, want)
		}
		for _, cursor := range []string{"%%%", "AAAA", base64.StdEncoding.EncodeToString([]byte("ask")), base64.StdEncoding.EncodeToString([]byte(cursorMark + "x")), base64.StdEncoding.EncodeToString([]byte(cursorMark + "0~ask"))} {
			if _, err := client.ListTools(t.Context(), &mcp.ListToolsParams{Cursor: cursor}); err == nil {
				t.Errorf("the cursor %q was accepted", cursor)
			}
		}
	}
}

// A cursor goes on at its place although the table has changed since.
func TestCursorsOutliveChanges(t *testing.T) {
	tools := func(names ...string) *table {
		t := &table{}
		for _, name := range names {
			t.listed = append(t.listed, mcpgo.Tool{Name: name})
		}
		return t
	}
	cursor := tools("a", "b", "c", "d").cursor(2)
	for _, tc := range []struct {
		now  *table
		want int
	}{{tools("a", "b", "c"), 2}, {tools("b", "c"), 1}, {tools("a", "x", "b", "c"), 3}, {tools("a", "c", "d"), 2}, {tools("z"), 1}, {tools(), 0}} {
		if got := tc.now.from(cursor); got != tc.want {
			t.Errorf("in %d tools it goes on at %d, want %d", len(tc.now.listed), got, tc.want)
		}
	}
}

func pages(t *testing.T, client *mcp.ClientSession) (names []string, n int) {
	t.Helper()
	cursor := ""
	for {
		list, err := client.ListTools(t.Context(), &mcp.ListToolsParams{Cursor: cursor})
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			names = append(names, tool.Name)
		}
		if n++; list.NextCursor == "" {
			return names, n
		}
		cursor = list.NextCursor
	}
}

// A schema that a tool's descriptor gives is republished as it is, but for what
// the wrapper adds.
func TestSchemasAreRepublished(t *testing.T) {
	const odd = `{"$schema":"https://json-schema.org/draft/2020-12/schema", "type":"object","$defs":{"n":{"type":"integer","maximum":9007199254740993}},` +
		`"properties":{"a\"b":{"$ref":"#/$defs/n"},"action":{"type":"string","enum":["x","y"]},"z":{"oneOf":[{"const":1.0},{"type":"null"}]}},"required":["action"],` +
		`"patternProperties":{"^x-":{}},"unevaluatedProperties":false}`
	rec := &runtime.Record{ID: "tool", Verbs: []runtime.Verb{runtime.Write}, Actions: []runtime.ActionRecord{{Name: "x"}, {Name: "delete_y"}}}
	in := readInputs(rec, odd)
	if got := string(in.of("", false)); got != odd {
		t.Errorf("the whole schema became %s", got)
	}
	if got, want := string(in.of("", true)), strings.Replace(odd, `{"type":"null"}]}}`, `{"type":"null"}]},"plan_ref":`+planRefProperty+`}`, 1); got != want {
		t.Errorf("with a plan it became\n%s, want\n%s", got, want)
	}
	split := strings.NewReplacer(`"action":{"type":"string","enum":["x","y"]},`, ``, `"required":["action"],`, ``).Replace(odd)
	if got := string(in.of("x", false)); got != split {
		t.Errorf("of one operation it became\n%s, want\n%s", got, split)
	}
	conditional := strings.Replace(odd, `"required":["action"]`, `"required":["action"],"allOf":[{"if":{"properties":{"action":{"const":"x"}}}}]`, 1)
	if got, want := string(readInputs(rec, conditional).of("x", false)), strings.Replace(conditional, `{"type":"string","enum":["x","y"]}`, `{"type":"string","const":"x"}`, 1); got != want {
		t.Errorf("of one operation of a conditional schema it became\n%s, want\n%s", got, want)
	}
	const none = `{"type":"object","properties":{}}`
	for given, want := range map[string]string{
		``: none, `true`: none, `[]`: none, `{`: none, ` { } `: none, `{"type":"object"}`: none,
		`{"properties":{}}`: `{"properties":{},"type":"object"}`,
	} {
		if got := string(objectSchema(given)); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%q became %q, want %q", given, got, want)
		}
	}
	in = readInputs(&runtime.Record{ID: "tool", Actions: rec.Actions}, `{"type":"object","properties":{"plan_ref":{},"handle":{}}}`)
	if in.planRef != "sextant_plan_ref" || in.handle != "sextant_handle" || !in.addsAction || !strings.Contains(string(in.of("", false)), `"action":{"type":"string","enum":["x","delete_y"]}`) {
		t.Errorf("arguments of the wrapper's names: %+v", in)
	}
}

// A tool that asks for confirmation itself is previewed first, so its schema has
// the argument that answers a preview, and none of its output is promised.
func TestSelfConfirmingTools(t *testing.T) {
	const asks = `{"type":"object","properties":{"confirm":{"type":"boolean"}},"additionalProperties":false}`
	yes, no := true, false
	for _, tt := range []struct {
		reads *bool
		want  bool
	}{{&no, true}, {&yes, false}} {
		rec := &runtime.Record{ID: "paint", Verbs: []runtime.Verb{runtime.Act}, Hints: &runtime.HintRecord{ReadOnly: tt.reads}, Output: []byte(`{"type":"object"}`)}
		g := newGranular("paint", rec, readInputs(rec, asks), "")
		if got := strings.Contains(string(g.tool.RawInputSchema), `"plan_ref"`); got != tt.want {
			t.Errorf("read-only %t: %s", *tt.reads, g.tool.RawInputSchema)
		}
		if got := g.tool.RawOutputSchema == nil; got != tt.want {
			t.Errorf("read-only %t: the output is %s", *tt.reads, g.tool.RawOutputSchema)
		}
	}
}

func TestNames(t *testing.T) {
	long := strings.Repeat("x", 140)
	n := newNamer([]string{"ask", "find"})
	got := n.assign([]string{"a", "s/b", "s/c", "t/c", "ask", "u/find", "odd name", "odd_name", "日本", long, "dots.are-fine"})
	for id, want := range map[string]string{
		"a": "a", "s/b": "b", "s/c": "s__c", "t/c": "t__c", "u/find": "u__find", "odd_name": "odd_name", "dots.are-fine": "dots.are-fine",
	} {
		if got[id] != want {
			t.Errorf("%s is called %s, want %s", id, got[id], want)
		}
	}
	seen := map[string]bool{"ask": true, "find": true}
	for id, name := range got {
		if !isName(name) || seen[name] {
			t.Errorf("%s is called %q, which is taken or no name", id, name)
		}
		seen[name] = true
	}
	again := newNamer([]string{"find", "ask"}).assign([]string{"dots.are-fine", long, "日本", "odd_name", "odd name", "u/find", "ask", "t/c", "s/c", "s/b", "a"})
	if fmt.Sprint(again) != fmt.Sprint(got) {
		t.Errorf("in another order they are called %v, not %v", again, got)
	}
}
