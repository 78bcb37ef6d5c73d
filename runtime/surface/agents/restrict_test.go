package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sextant-mcp/sextant/runtime"
)

func TestRestrictChooses(t *testing.T) {
	r, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		entries string
		want    int
	}{
		{"feed", 21}, {"runs,cite.check", 8}, {"provenance", 8}, {"knowledge, symbolic", 5 + 1 + 7 + 7}, {"feed.list", 1}, {"feed feed.list", 21},
	} {
		got, err := Restrict(r, ParseEntries(tt.entries), groups)
		if err != nil || got.Len() != tt.want {
			t.Errorf("%s: %v %v, want %d tools", tt.entries, got.Len(), err, tt.want)
		}
	}
}

// A slip is an error at the start that says what there is.
func TestRestrictRefusesSlips(t *testing.T) {
	r, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		entries string
		groups  Groups
		says    []string
	}{
		{"fed", groups, []string{`"fed"`, "cite, feed, kg, runs, sym", "knowledge, provenance, symbolic", "feed.list"}},
		{"feed,Runs", nil, []string{`"Runs"`}},
		{"feed.ask", nil, []string{`"feed.ask"`}},
		{"", nil, []string{"nothing is chosen", "cite, feed, kg, runs, sym"}},
		{"feed", Groups{"all": {"feed", "lost"}}, []string{`group "all"`, `"lost"`}},
	} {
		_, err := Restrict(r, ParseEntries(tt.entries), tt.groups)
		for _, says := range tt.says {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%q: %v, want %s in it", tt.entries, err, says)
			}
		}
	}
}

func TestReadGroups(t *testing.T) {
	path := filepath.Join(t.TempDir(), "groups.json")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"groups":{"a":["feed","cite.check"]}}`)
	if g, err := ReadGroups(path); err != nil || !slices.Equal(g["a"], []string{"feed", "cite.check"}) {
		t.Errorf("%v %v", g, err)
	}
	for _, bad := range []string{`{`, `{}`, `{"groups":{"a":"feed"}}`} {
		write(bad)
		if g, err := ReadGroups(path); err == nil || !strings.Contains(err.Error(), "groups.json") {
			t.Errorf("%s: %v %v", bad, g, err)
		}
	}
	if _, err := ReadGroups(path + ".none"); err == nil {
		t.Error("a file that is not there was read")
	}
}

// What was not chosen is absent: no list, no call, no text knows of it.
func TestAbsentTools(t *testing.T) {
	inBothEras(t, func(t *testing.T, era string) {
		s, _ := newTestSurface(t, "feed")
		p := dial(t, s, era)()
		list, err := p.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		texts := []string{marshalled(t, list), marshalled(t, p.InitializeResult()), marshalled(t, p.enable("feed"))}
		for _, name := range []string{"runs.compare", "runs.ask", "runs.tools", "ask"} {
			_, absent := p.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: map[string]any{"family": "dropout"}})
			_, unknown := p.CallTool(t.Context(), &mcp.CallToolParams{Name: "no.such", Arguments: map[string]any{"family": "dropout"}})
			if absent == nil || unknown == nil || strings.ReplaceAll(absent.Error(), name, "no.such") != unknown.Error() {
				t.Errorf("%s: %v, an unknown tool: %v", name, absent, unknown)
			}
		}
		for _, question := range []string{
			"which arm of the sweep won", "runs.compare", "check the claims in my draft", "do the citation keys resolve",
			"integrate x**2", "how are entropy and learning connected in the graph", "what can you do", "delete the reader ada",
		} {
			for _, hints := range []string{`{}`, `{"tool":"runs.compare"}`, `{"tool":"feed.list","family":"dropout"}`} {
				a, _ := p.call("feed.ask", fmt.Sprintf(`{"question":%q,"hints":%s}`, question, hints))
				text := marshalled(t, a)
				if hints == `{"tool":"runs.compare"}` || question == "runs.compare" {
					text = strings.ReplaceAll(text, "runs.compare", "") // the caller's own word
				}
				texts = append(texts, text)
			}
		}
		all, err := compiled()
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range all.Behind(runtime.Any) {
			for _, text := range texts {
				if !strings.HasPrefix(id, "feed.") && strings.Contains(text, id) {
					t.Errorf("%s is spoken of: %s", id, text)
				}
			}
		}
	})
}

func marshalled(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// The words of what is absent speak for nothing: requests for it are declined,
// and what is left is routed as before or better.
func TestAbsentToolsDoNotDisturb(t *testing.T) {
	whole, _ := newTestSurface(t)
	part, _ := newTestSurface(t, "feed")
	lost, foreign, taken := 0, 0, 0
	for _, tr := range readTurns(t, folder+"turns.jsonl") {
		before, _ := grade(whole, tr.Namespace, tr)
		switch {
		case tr.Namespace == "feed":
			if after, detail := grade(part, "feed", tr); before == right && after != right {
				lost++
				t.Logf("%q: %s %s", tr.Intent, after, detail)
			}
		case len(tr.Gold) > 0:
			foreign++
			if verdict, detail := grade(part, "feed", tr); verdict != declined {
				taken++
				t.Logf("%q: %s %s", tr.Intent, verdict, detail)
			}
		}
	}
	if lost > 1 || 4*taken > foreign {
		t.Errorf("%d turns of feed are lost; %d of %d that nothing there serves are taken", lost, taken, foreign)
	}
}

func TestRestrictKeepsNothingOfTheAbsent(t *testing.T) {
	r, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	part, err := Restrict(r, []string{"sym"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	tables := part.Tables()
	for _, text := range []string{tables.Capabilities, tables.Lexical, tables.Schemas, tables.Notes, tables.Skills} {
		for _, word := range []string{"feed.", "persona", "runs.compare", "betweenness"} {
			if strings.Contains(text, word) {
				t.Errorf("the tables still hold %q", word)
			}
		}
	}
	if tables.Digest == r.Tables().Digest {
		t.Error("a part has the digest of the whole")
	}
	for _, id := range part.Behind(runtime.Any) {
		before, _ := r.Lookup(id)
		if after, ok := part.Lookup(id); !ok || after != before {
			t.Errorf("%s had the number %d and has %d", id, before, after)
		}
	}
	if a, err := New(nil, Options{}); err == nil {
		t.Errorf("a surface without a dispatcher: %v", a)
	}
	s, _ := newTestSurface(t, "sym")
	if a := s.Ask(context.Background(), Question{Namespace: "feed", Text: "news"}); a.OK || !strings.Contains(a.Answer, "there are sym") {
		t.Errorf("%+v", a)
	}
}
