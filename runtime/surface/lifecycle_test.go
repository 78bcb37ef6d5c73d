package surface

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sextant-mcp/sextant/runtime/surface/loadout"
)

// loaded is what load_tools answers, as a client decodes it.
type loaded struct {
	NewlyExposed []struct {
		Name, Verb  string
		InputSchema map[string]any `json:"input_schema"`
		HowToCall   nextCall       `json:"how_to_call"`
	} `json:"newly_exposed"`
	AlreadyLoaded   []string `json:"already_loaded"`
	Unknown         []unknownName
	SessionTotal    int  `json:"session_total"`
	TotalRegistered int  `json:"total_registered"`
	AutoUnload      bool `json:"auto_unload"`
	Handle          string
}

func (l loaded) names() string {
	var names []string
	for _, one := range l.NewlyExposed {
		names = append(names, one.Name)
	}
	return strings.Join(names, " ")
}

func load(t *testing.T, client *mcp.ClientSession, args string) loaded {
	t.Helper()
	res, text := named(t, client, loadName, args)
	var l loaded
	if err := json.Unmarshal([]byte(text), &l); err != nil || res.IsError {
		t.Fatalf("load_tools %s: %v %s", args, err, text)
	}
	return l
}

func listNames(t *testing.T, client *mcp.ClientSession) string {
	t.Helper()
	names, _ := pages(t, client)
	return strings.Join(names, " ")
}

const standing = "ask find write act manage why load_tools unload_tools find_tools"

// A loaded tool is callable at once, by its name and by the call that the answer
// shows, whether or not the client lists again.
func TestLoad(t *testing.T) {
	onEveryTransport(t, func(t *testing.T, client *mcp.ClientSession, era string) {
		res, text := named(t, client, "book_search", `{"query":"bees"}`)
		if !res.IsError || !strings.Contains(text, `"tool":"load_tools","arguments":{"tools":["book_search"]}`) || !strings.Contains(text, `"tool":"ask","arguments":{"hints":{"query":"bees","tool":"book_search"}`) {
			t.Fatalf("before it is loaded: %s", text)
		}
		l := load(t, client, `{"tools":["book_search","book_serch","book_loans_renew"],"servers":["workshop","shopwork"],"toolsets":["birds"]}`)
		if l.names() != "book_search book_loans_renew evening_close flyer_print label_press poster_print reference_desk wide_open" ||
			l.SessionTotal != 8 || l.TotalRegistered != 26 || l.AutoUnload || l.NewlyExposed[0].Verb != "ask" || l.NewlyExposed[1].Verb != "act" {
			t.Errorf("loaded: %+v", l)
		}
		if len(l.Unknown) != 3 || l.Unknown[0].Kind != "tool" || !slices.Contains(l.Unknown[0].Near, "book_search") || l.Unknown[1].Kind != "server" || l.Unknown[2].Kind != "toolset" {
			t.Errorf("unknown: %+v", l.Unknown)
		}
		if (era == modern) != loadout.IsHandle(l.Handle) {
			t.Errorf("the handle is %q", l.Handle)
		}
		how := l.NewlyExposed[0].HowToCall
		if len(how.Fill) != 1 || how.Fill[0] != "query" || how.Tool != "book_search" {
			t.Fatalf("how to call: %+v", how)
		}
		how.Arguments["query"] = "bees"
		if _, text := named(t, client, how.Tool, string(encode(t, how.Arguments))); text != `{"args":{"query":"bees"},"tool":"book_search"}` {
			t.Errorf("after it was loaded: %s", text)
		}
		if res, text := named(t, client, "book_loans", withHandle(l.Handle, `"action":"list"`)); !res.IsError || !strings.Contains(text, "not loaded") {
			t.Errorf("what was not loaded: %s", text)
		}
		want := standing
		if era == legacy {
			want += " " + l.names()
		}
		if got := listNames(t, client); got != want {
			t.Errorf("the list holds %s, want %s", got, want)
		}
		again := load(t, client, withHandle(l.Handle, `"tools":["book_search","seat_plan"]`))
		if again.names() != "seat_plan" || !slices.Equal(again.AlreadyLoaded, []string{"book_search"}) || again.SessionTotal != 9 || again.Handle != l.Handle {
			t.Errorf("loaded again: %+v", again)
		}
		res, text = named(t, client, unloadName, withHandle(l.Handle, `"tools":["seat_plan","seat_map","sead_plan"],"servers":["workshop"]`))
		if res.IsError || !strings.HasPrefix(text, `{"unloaded":["seat_plan","evening_close","flyer_print","label_press","poster_print","reference_desk","wide_open"],"not_loaded":["seat_map"],"unknown":[{"name":"sead_plan","kind":"tool","near":["seat_plan"`) ||
			!strings.HasSuffix(text, `"session_total":2}`) {
			t.Errorf("unloaded: %s", text)
		}
		if res, text := named(t, client, "seat_plan", withHandle(l.Handle, "")); !res.IsError {
			t.Errorf("what was unloaded: %s", text)
		}
		if _, text := named(t, client, "ask", `{"intent":"x","hints":{"tool":"seat_plan","room":"a","day":"b"}}`); !strings.Contains(text, `"executed":true`) {
			t.Errorf("unloading destroyed something: %s", text)
		}
	})
}

// withHandle are arguments with a handle, unless it is empty.
func withHandle(handle, rest string) string {
	if handle != "" {
		rest = strings.TrimPrefix(rest+`,"handle":"`+handle+`"`, ",")
	}
	return "{" + rest + "}"
}

// A tool that is loaded for one call goes with the next that succeeds, not with
// one that fails.
func TestAutoUnload(t *testing.T) {
	onEveryTransport(t, func(t *testing.T, client *mcp.ClientSession, _ string) {
		l := load(t, client, `{"tools":["book_search"],"auto_unload":true}`)
		if !l.AutoUnload {
			t.Errorf("loaded: %+v", l)
		}
		if res, _ := named(t, client, "book_search", withHandle(l.Handle, "")); !res.IsError {
			t.Error("a call without what it needs succeeded")
		}
		if res, text := named(t, client, "book_search", withHandle(l.Handle, `"query":"bees"`)); res.IsError {
			t.Errorf("after a failure it is gone: %s", text)
		}
		if res, text := named(t, client, "book_search", withHandle(l.Handle, `"query":"bees"`)); !res.IsError || !strings.Contains(text, "not loaded") {
			t.Errorf("after a success it is there: %s", text)
		}
	})
}

// manage with load or unload is the same thing.
func TestLoadThroughManage(t *testing.T) {
	onEveryTransport(t, func(t *testing.T, client *mcp.ClientSession, era string) {
		a := call(t, client, "manage", map[string]any{"intent": "to search a lot", "hints": map[string]any{"action": "load", "tools": "book_search", "auto_unload": "false"}})
		var l loaded
		if err := json.Unmarshal(a.Result, &l); err != nil || a.isError || l.names() != "book_search" {
			t.Fatalf("%v %s", err, a.raw)
		}
		if res, text := named(t, client, "book_search", withHandle(l.Handle, `"query":"bees"`)); res.IsError {
			t.Error(text)
		}
		_, text := named(t, client, findName, withHandle(l.Handle, `"query":"search the catalogue"`))
		var found findReply
		if err := json.Unmarshal([]byte(text), &found); err != nil || len(found.Results) == 0 || found.Results[0].Name != "book_search" || !found.Results[0].Loaded {
			t.Fatalf("found: %v %s", err, text)
		}
		if len(found.Loaded) != 1 || found.Loaded[0].Why != "to search a lot" || found.Loaded[0].Calls != 1 || found.SessionTotal != 1 {
			t.Errorf("loaded: %+v", found.Loaded)
		}
		if since, err := time.Parse(time.RFC3339, found.Loaded[0].Since); err != nil || time.Since(since) > time.Hour {
			t.Errorf("loaded since %s", found.Loaded[0].Since)
		}
		hints := map[string]any{"action": "unload", "tools": []string{"book_search"}}
		if l.Handle != "" {
			hints["handle"] = l.Handle
		}
		if a = call(t, client, "manage", map[string]any{"intent": "done", "hints": hints}); a.isError || !strings.Contains(string(a.Result), `"unloaded":["book_search"]`) {
			t.Error(a.raw)
		}
		// With a pin, load is the tool's own action.
		if a = call(t, client, "manage", map[string]any{"intent": "x", "hints": map[string]any{"tool": "glossary", "action": "load"}}); a.Routing.ChosenTool != "glossary" {
			t.Error(a.raw)
		}
	})
}

// What is malformed, or means nothing, is an error that says what to send.
func TestLifecycleErrors(t *testing.T) {
	client := overStreams(t, modern)
	for _, tc := range [][3]string{
		{loadName, `{}`, "no tools are named"},
		{loadName, `{"tool":"book_search"}`, `takes no \"tool\"`},
		{loadName, `{"tools":7}`, "give names"},
		{loadName, `{"tools":["book_search"],"auto_unload":"perhaps"}`, "give true or false"},
		{loadName, `{"tools":["book_search"],"handle":"loadout_INVENTED"}`, "no such handle"},
		{loadName, `{"tools":["book_search"],"handle":"mine"}`, "no such handle"},
		{unloadName, `{"tools":["book_search"]}`, "send the handle that load_tools gave"},
		{findName, `{"query":"bees","top_k":99}`, "top_k is 99"},
		{findName, `{"query":"bees","limit":1}`, "find_tools takes no limit"},
		{findName, `{"handle":"loadout_INVENTED"}`, "no such handle"},
		{"book_search", `{"query":"bees","handle":"loadout_INVENTED"}`, "no such handle"},
		{"manage", `{"intent":"x","hints":{"action":"load","tools":["book_search"],"handle":"loadout_INVENTED"}}`, "no such handle"},
		{"manage", `{"intent":"x","hints":{"action":"load","tools":["book_search"],"colour":"red"}}`, `takes no \"colour\"`},
		{"manage", `{"intent":"x","hints":{"action":"load","tools":["book_search"]},"execute":false}`, "leave execute out"},
		{"ask", `{"intent":"x","hints":{"tool":"book_search","query":"bees","handle":"loadout_INVENTED"}}`, "no such handle"},
	} {
		res, text := named(t, client, tc[0], tc[1])
		if !res.IsError || !strings.Contains(text, tc[2]) {
			t.Errorf("%s %s: want %s, got %s", tc[0], tc[1], tc[2], text)
		}
	}
	l := load(t, client, `{"tools":["nothing"]}`)
	if l.Handle != "" || l.SessionTotal != 0 || len(l.Unknown) != 1 {
		t.Errorf("loading what does not exist gave %+v", l)
	}
	if l = load(t, client, `{"tools":"[\"book_search\"]","servers":null}`); l.names() != "book_search" {
		t.Errorf("a list that was written as a string gave %+v", l)
	}
}

// A plan that was previewed by the holder of a handle is carried out for them,
// through either door, and for nobody else.
func TestPlansOfAHandle(t *testing.T) {
	client := overStreams(t, modern)
	mine, hers := load(t, client, `{"tools":["book_delete"]}`), load(t, client, `{"tools":["book_delete"]}`)
	preview := func() (ref string, next nextCall) {
		_, text := named(t, client, "book_delete", withHandle(mine.Handle, `"id":7`))
		var p struct {
			PlanRef string `json:"plan_ref"`
			Next    []nextCall
		}
		if err := json.Unmarshal([]byte(text), &p); err != nil || p.PlanRef == "" || len(p.Next) != 1 {
			t.Fatalf("%v %s", err, text)
		}
		return p.PlanRef, p.Next[0]
	}
	ref, next := preview()
	if res, text := named(t, client, "book_delete", withHandle(hers.Handle, `"id":7,"plan_ref":"`+ref+`"`)); !res.IsError {
		t.Errorf("somebody else's plan ran: %s", text)
	}
	if res, text := named(t, client, next.Tool, string(encode(t, next.Arguments))); res.IsError || !strings.Contains(text, `"id":7`) {
		t.Errorf("my plan: %s", text)
	}
	ref, _ = preview()
	a := call(t, client, "write", map[string]any{"intent": "x", "hints": map[string]any{"plan_ref": ref, "handle": mine.Handle}})
	if a.isError || !a.Executed {
		t.Errorf("my plan through the verb: %s", a.raw)
	}
}
