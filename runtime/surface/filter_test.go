package surface

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// office is a surface whose capabilities have tags, with a skill on two of them.
func office(t *testing.T) *runtime.Router {
	t.Helper()
	file, diags := source.ParseCapabilities("office.json", []byte(`{"capabilities":[
	 {"id":"mail_send","one_line":"Send a mail to people.","intent_verbs":["act"],"typed_io":{"tags":["mail","outside"]}},
	 {"id":"mail_search","one_line":"Search the mails that came in.","intent_verbs":["ask"],"typed_io":{"tags":["mail"]}},
	 {"id":"cal_list","one_line":"List the appointments of a week.","intent_verbs":["ask"],"typed_io":{"tags":["calendar"]}},
	 {"id":"door_open","one_line":"Open the front door of the office.","intent_verbs":["act"]}]}`))
	skills := []source.Skill{{Name: "post", Description: "How mail is written.", Wraps: []string{"mail_send", "mail_search"}}, {Name: "manners", Description: "How guests are greeted."}}
	cat, more := catalog.Build(catalog.Input{Descriptors: file.Capabilities, Skills: skills})
	if diags = append(diags, more...); diags.HasErrors() {
		t.Fatal(diags)
	}
	r, err := index.Router(t.Context(), cat, index.Options{LexicalOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFilter(t *testing.T) {
	const all = "mail_send mail_search cal_list door_open post manners"
	for _, tc := range []struct {
		filter Filter
		want   string
	}{
		{Filter{}, all},
		{Filter{DisabledTags: []string{"outside"}}, "mail_search cal_list door_open post manners"},
		{Filter{DisabledTags: []string{"mail"}}, "cal_list door_open manners"},
		{Filter{EnabledTags: []string{"mail"}}, "mail_send mail_search post"},
		{Filter{EnabledTags: []string{"mail"}, DisabledTags: []string{"outside"}}, "mail_search post"},
		{Filter{EnabledTags: []string{"calendar"}, EnabledTools: []string{"door_open"}}, "cal_list door_open"},
		{Filter{EnabledTools: []string{"mail_*"}, DisabledTools: []string{"mail_send"}}, "mail_search post"},
		{Filter{DisabledTools: []string{"*_open", "post"}}, "mail_send mail_search cal_list manners"},
		{Filter{EnabledTools: []string{"mail_send"}, DisabledTags: []string{"mail"}, EnabledTags: []string{"calendar"}}, "cal_list"},
	} {
		r, unmatched, err := tc.filter.Apply(office(t))
		if err != nil || len(unmatched) > 0 {
			t.Fatalf("%+v: %v %v", tc.filter, unmatched, err)
		}
		got, want := r.Behind(runtime.Any), strings.Fields(tc.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%+v shows %v, want %v", tc.filter, got, want)
		}
	}
	_, unmatched, err := Filter{DisabledTools: []string{"mail_sent", "fly", "cal_*"}, DisabledTags: []string{"calender", "mail"}}.Apply(office(t))
	if want := []string{`no tool is called "mail_sent"; near are mail_send`, `no tool is called "fly"`, `no tag is called "calender"; near are calendar`}; err != nil || fmt.Sprint(unmatched) != fmt.Sprint(want) {
		t.Errorf("unmatched are %q, want %q, %v", unmatched, want, err)
	}
	for _, f := range []Filter{{EnabledTools: []string{"fly"}}, {DisabledTools: []string{"*"}}, {DisabledTools: []string{"[a"}}} {
		if _, _, err := f.Apply(office(t)); err == nil {
			t.Errorf("%+v was accepted", f)
		}
	}
	for pattern, want := range map[string]bool{"create": true, "srv/create": true, "srv/*": true, "cre*": true, "srv": false, "other/create": false} {
		if got := isNamed("srv/create", []string{pattern}); got != want {
			t.Errorf("%s names srv/create: %v", pattern, got)
		}
	}
	if got := SplitNames(" a, b\tc,,\nd "); !slices.Equal(got, []string{"a", "b", "c", "d"}) {
		t.Errorf("names are %q", got)
	}
}

// What is filtered is absent in every mode: from the list, from loading, from
// calls and from every text.
func TestFilteredIsAbsent(t *testing.T) {
	for _, mode := range Modes {
		r, _, err := Filter{DisabledTags: []string{"outside"}}.Apply(office(t))
		if err != nil {
			t.Fatal(err)
		}
		d, err := dispatch.New(r, dispatch.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(d, Options{Mode: mode, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		client := overHTTP(t, s, legacy)
		if names := listNames(t, client); strings.Contains(names, "mail_send") {
			t.Errorf("%s lists %s", mode, names)
		}
		if _, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "mail_send", Arguments: map[string]any{}}); err == nil {
			t.Errorf("%s: it was called", mode)
		}
		for _, call := range [][2]string{
			{"act", `{"intent":"send a mail to people"}`}, {"find", `{"intent":"send a mail to people"}`}, {findName, `{"query":"send a mail to people"}`},
			{loadName, `{"toolsets":["mail"],"tools":["mail_sendd"]}`}, {loadName, `{"toolsets":["outside"]}`},
		} {
			if _, text := named(t, client, call[0], call[1]); strings.Contains(strings.ReplaceAll(text, "mail_sendd", ""), "mail_send") {
				t.Errorf("%s: %s answers %s", mode, call, text)
			}
		}
		if _, text := named(t, client, "act", `{"intent":"send a mail to people"}`); !strings.Contains(text, "hidden by policy") || !strings.Contains(text, dispatch.DecisionNoMatch) {
			t.Errorf("%s: act answers %s", mode, text)
		}
		s.Close()
	}
}

// A skill whose tools are all filtered is not served as one either.
func TestFilteredSkills(t *testing.T) {
	whole, err := library()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"kg-shelving", "nothing"} {
		r := whole.Restrict(func(rec *runtime.Record) bool { return rec.ID != name })
		d, err := dispatch.New(r, dispatch.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(d, Options{Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		raw := encode(t, s.HandleMessage(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"method":"skills/list"}`)))
		if got := !strings.Contains(string(raw), "skill://kg-shelving/"); got != (name == "kg-shelving") {
			t.Errorf("without %s: hidden %v: %s", name, got, raw)
		}
		s.Close()
	}
}

// Tools are loaded by tag, each once.
func TestLoadToolset(t *testing.T) {
	d, err := dispatch.New(office(t), dispatch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(d, Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	client := overHTTP(t, s, legacy)
	if l := load(t, client, `{"toolsets":["outside","mail","mails"],"tools":["mail_search"]}`); l.names() != "mail_search mail_send" || len(l.Unknown) != 1 || !slices.Equal(l.Unknown[0].Near, []string{"mail"}) {
		t.Errorf("loaded: %+v", l)
	}
}
