package own

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// library is the dispatcher's test surface with the tools of this package on it.
var library = sync.OnceValues(func() (*runtime.Router, error) {
	cat, diags, err := catalog.Load(catalog.Paths{
		Descriptors: []string{"../dispatch/testdata/surface.json", "capabilities.json"},
		Skills:      "../dispatch/testdata/skills",
	})
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, diags
	}
	return index.Router(context.Background(), cat, index.Options{})
})

func newServer(t testing.TB) *Server {
	t.Helper()
	r, err := library()
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// call calls a tool and decodes what it gives into v.
func call(t testing.TB, tool, args string, v any) {
	t.Helper()
	res, err := newServer(t).Call(t.Context(), dispatch.Call{Tool: tool, Args: json.RawMessage(args)})
	if err != nil || res.IsError {
		t.Fatalf("%s %s: %v %s", tool, args, err, res.Text)
	}
	if err := json.Unmarshal(res.Structured, v); err != nil {
		t.Fatal(err)
	}
}

// Descriptors and tools are the same, and only one of them changes anything.
func TestDescriptors(t *testing.T) {
	file, diags := source.ParseCapabilities("capabilities.json", Descriptors())
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	s := newServer(t)
	if len(file.Capabilities) != len(s.tools) {
		t.Errorf("%d descriptors for %d tools", len(file.Capabilities), len(s.tools))
	}
	for _, c := range file.Capabilities {
		if s.tools[c.ID] == nil || c.Server != ServerName || len(c.Examples) < 15 || len(c.Does) != 1 || (c.Does[0].Mutates == source.False) == (c.ID == "sextant_rewards_reset") {
			t.Errorf("%s: server %q, %d examples, does %v", c.ID, c.Server, len(c.Examples), c.Does)
		}
		number, _ := s.router.Lookup(c.ID)
		rec, err := s.router.Record(number)
		if err != nil {
			t.Fatal(err)
		}
		want := dispatch.Read
		if c.ID == "sextant_rewards_reset" {
			want = dispatch.Destroy
		}
		if a := dispatch.Assess(rec, ""); a.Effect != want || !a.Stated {
			t.Errorf("%s counts as %s: %s", c.ID, a.Effect, a.Why)
		}
	}
}

func TestExplainRoute(t *testing.T) {
	var e explanation
	call(t, "sextant_explain_route", `{"intent":"overdue loans of a member xyzzyplugh","verb":"ask","top_k":2}`, &e)
	if e.Decision.Outcome == "" || len(e.Candidates) == 0 || len(e.Candidates) > 2 || e.Candidates[0].ID != "book_loans" || len(e.Candidates[0].Evidence) == 0 {
		t.Errorf("%+v", e)
	}
	if !slices.Contains(e.Unknown, "xyzzyplugh") {
		t.Errorf("unknown words: %v", e.Unknown)
	}
	// A fit behind another verb is named.
	call(t, "sextant_explain_route", `{"intent":"enrol a new member with a card","verb":"why"}`, &e)
	if e.Decision.Elsewhere != "member_add" {
		t.Errorf("elsewhere: %+v", e.Decision)
	}
}

func TestReadSkill(t *testing.T) {
	for _, args := range []string{`{"name":"kg-shelving"}`, `{"name":"shelving"}`, `{"name":"shelving skill"}`} {
		var f skillFile
		call(t, "sextant_read_skill", args, &f)
		if f.Skill != "kg-shelving" || f.Path != "SKILL.md" || !strings.Contains(f.Content, "Sort the trolley") || len(f.Files) != 2 {
			t.Errorf("%s: %+v", args, f)
		}
	}
	var f skillFile
	call(t, "sextant_read_skill", `{"name":"kg-shelving","path":"references/marks.md"}`, &f)
	if !strings.HasPrefix(f.Content, "# Shelf marks") {
		t.Errorf("%+v", f)
	}
}

func TestListCapabilities(t *testing.T) {
	s := newServer(t)
	for _, tc := range []struct {
		args  string
		total int
		first string
	}{
		{`{}`, s.router.Len(), ""},
		{`{"kind":"skill"}`, 1, "kg-shelving"},
		{`{"kind":"agent"}`, 1, "reference_desk"},
		{`{"server":"harbour"}`, 1, "tide_table"},
		{`{"server":""}`, 2, ""},
		{`{"tag":"surface"}`, 7, "sextant_describe_capability"},
		{`{"verb":"manage"}`, 3, ""},
		{`{"verb":"find"}`, s.router.Len(), ""},
		{`{"query":"announcement paper"}`, 2, "flyer_print"},
		{`{"query":"announcement pizza"}`, 0, ""},
	} {
		var l listing
		call(t, "sextant_list_capabilities", tc.args, &l)
		if l.Total != tc.total || tc.first != "" && l.Capabilities[0].ID != tc.first {
			t.Errorf("%s: total %d, want %d, first %q: %+v", tc.args, l.Total, tc.total, tc.first, l.Capabilities)
		}
	}
}

// Pages put together are the whole list.
func TestPages(t *testing.T) {
	var all []string
	for offset := 0; ; {
		var l listing
		call(t, "sextant_list_capabilities", string(must(json.Marshal(map[string]any{"limit": 4, "offset": offset}))), &l)
		for _, row := range l.Capabilities {
			all = append(all, row.ID)
		}
		if l.Next == 0 {
			break
		}
		offset = l.Next
	}
	if want := newServer(t).router.Behind(runtime.Any); !slices.Equal(all, want) {
		t.Errorf("pages hold %v, want %v", all, want)
	}
}

func must(raw []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return raw
}

func TestDescribeCapability(t *testing.T) {
	var d struct {
		ID, Kind string
		Verbs    []string
		OneLine  string `json:"one_line"`
		Effects  map[string]string
		Schema   json.RawMessage `json:"input_schema"`
		Notes    map[string]string
		Skills   []string
		Bind     *dispatch.Bind
	}
	call(t, "sextant_describe_capability", `{"id":"book_loans"}`, &d)
	if d.ID != "book_loans" || d.Kind != "tool" || !slices.Equal(d.Verbs, []string{"ask", "act"}) || d.OneLine == "" ||
		d.Effects["list"] != "read" || d.Effects["renew"] != "mutate" || !json.Valid(d.Schema) ||
		!slices.Equal(d.Skills, []string{"kg-shelving"}) || d.Notes["kg-shelving"] == "" || d.Bind == nil {
		t.Errorf("%+v", d)
	}
}

// The kinds that the list can be filtered by are those that there are.
func TestKindsOfTheFilter(t *testing.T) {
	var file struct {
		Capabilities []struct {
			ID      string
			TypedIO struct {
				Input struct {
					Properties map[string]struct{ Enum []string }
				} `json:"input_schema"`
			} `json:"typed_io"`
		}
	}
	if err := json.Unmarshal(Descriptors(), &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Capabilities {
		if c.ID == "sextant_list_capabilities" {
			if got := c.TypedIO.Input.Properties["kind"].Enum; !slices.Equal(got, runtime.KindNames()) {
				t.Errorf("the descriptor lists the kinds %v, there are %v", got, runtime.KindNames())
			}
			return
		}
	}
	t.Error("sextant_list_capabilities is gone")
}

func TestSurfaceStats(t *testing.T) {
	var st stats
	call(t, "sextant_surface_stats", `{}`, &st)
	r, err := library()
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, n := range st.ByKind {
		sum += n
	}
	if st.Capabilities != r.Len() || sum != r.Len() || st.ByServer["sextant"] != 7 || st.ByVerb["manage"] != 3 || st.Skills != 1 || st.Files != 2 ||
		st.Digest != r.Tables().Digest || st.Analyzer == 0 || st.Bytes["lexical"] == 0 {
		t.Errorf("%+v", st)
	}
	// The verbs count all kinds, find everything, and the result says so.
	if st.ByVerb["find"] != r.Len() || len(st.ByVerb) != len(runtime.Verbs) ||
		!strings.Contains(st.Counted, "skills") || !strings.Contains(st.Counted, "find reaches all") {
		t.Errorf("counted %q: %v", st.Counted, st.ByVerb)
	}
	for _, v := range runtime.Verbs {
		var listed listing
		call(t, "sextant_list_capabilities", `{"verb":"`+v.String()+`"}`, &listed)
		if listed.Total != st.ByVerb[v.String()] {
			t.Errorf("%s: the list has %d, the count is %d", v, listed.Total, st.ByVerb[v.String()])
		}
	}
}

// What a tool objects to is an error result that says what to do.
func TestObjections(t *testing.T) {
	for _, tc := range []struct{ tool, args, says string }{
		{"sextant_explain_route", `{}`, "intent is empty"},
		{"sextant_explain_route", `{"intent":"x","verb":"eat"}`, `unknown verb "eat"`},
		{"sextant_explain_route", `{"intent":"x","top_k":99}`, "give 1 to 32"},
		{"sextant_explain_route", `{"intent":"` + strings.Repeat("bees ", dispatch.MaxIntent/5+1) + `"}`, "the limit is 16384"},
		{"sextant_explain_route", `{"intent":7}`, "intent must be of type string"},
		{"sextant_read_skill", `{}`, "name is empty"},
		{"sextant_read_skill", `{"name":"` + strings.Repeat("bees ", dispatch.MaxIntent/5+1) + `"}`, "give the name of a skill"},
		{"sextant_read_skill", `{"name":"kg-baking"}`, `no skill is called "kg-baking"`},
		{"sextant_read_skill", `{"name":"kg-shelving","path":"../../etc/passwd"}`, "it has SKILL.md, references/marks.md"},
		{"sextant_list_capabilities", `{"kind":"dog"}`, `unknown kind "dog"`},
		{"sextant_list_capabilities", `{"verb":"eat"}`, "unknown verb"},
		{"sextant_list_capabilities", `{"limit":0}`, "limit is 1 to 200"},
		{"sextant_list_capabilities", `{"offset":-1}`, "offset 0 or more"},
		{"sextant_describe_capability", `{}`, "id is empty"},
		{"sextant_describe_capability", `{"id":"nothing"}`, `no capability is called "nothing"`},
		{"sextant_describe_capability", `[`, "no JSON object"},
	} {
		res, err := newServer(t).Call(t.Context(), dispatch.Call{Tool: tc.tool, Args: json.RawMessage(tc.args)})
		if err != nil || !res.IsError || !strings.Contains(res.Text, tc.says) {
			t.Errorf("%s %s: %v %+v, want %q", tc.tool, tc.args, err, res, tc.says)
		}
	}
	if _, err := newServer(t).Call(t.Context(), dispatch.Call{Tool: "sextant_fly"}); err == nil {
		t.Error("a tool that does not exist was called")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newServer(t).Call(ctx, dispatch.Call{Tool: "sextant_surface_stats"}); err == nil {
		t.Error("a call was made after its context had ended")
	}
}

// The verbs reach the tools through the dispatcher, with arguments that the
// request gives.
func TestThroughTheVerbs(t *testing.T) {
	s := newServer(t)
	d, err := dispatch.New(s.router, dispatch.Options{Upstreams: dispatch.NewUpstreams(s)})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		verb                runtime.Verb
		intent, tool, holds string
	}{
		{runtime.Ask, "list all tools on this server", "sextant_list_capabilities", `"total":27`},
		{runtime.Ask, "statistics of this surface", "sextant_surface_stats", `"by_kind"`},
		{runtime.Why, "describe the capability book_loans", "sextant_describe_capability", `"id":"book_loans"`},
		{runtime.Why, "show the routing evidence for a phrase", "sextant_explain_route", `"candidates"`},
	} {
		reply := d.Do(t.Context(), dispatch.Request{Verb: tc.verb, Intent: tc.intent})
		raw, err := reply.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if reply.Routing.ChosenTool != tc.tool || !reply.Executed || reply.Failed() || !strings.Contains(string(raw), tc.holds) {
			t.Errorf("%s %q: %s", tc.verb, tc.intent, raw)
		}
	}
}

// The repository's own surface holds the descriptors as they are here.
func TestShippedDescriptorsAreTheSame(t *testing.T) {
	shipped, diags := source.ReadCapabilities("../../capabilities-power.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	here, _ := source.ParseCapabilities("capabilities.json", Descriptors())
	for _, c := range here.Capabilities {
		i := slices.IndexFunc(shipped.Capabilities, func(s source.Capability) bool { return s.ID == c.ID })
		if i < 0 || compact(t, shipped.Capabilities[i].Raw) != compact(t, c.Raw) {
			t.Errorf("%s in capabilities-power.json is not as it is in capabilities.json; copy the entry over and run go generate", c.ID)
		}
	}
}

func compact(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return string(must(json.Marshal(v)))
}
