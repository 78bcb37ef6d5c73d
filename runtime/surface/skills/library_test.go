package skills

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/surface/method"
)

// served is a server with a library on it, as a client in the same process
// reaches it.
type served struct {
	t     testing.TB
	lib   *Library
	table *method.Table
	srv   *server.MCPServer
}

func serve(t testing.TB, shelf *Shelf) *served {
	t.Helper()
	s := &served{t: t, lib: NewLibrary(shelf), table: method.NewTable(slog.New(slog.DiscardHandler)), srv: server.NewMCPServer("harbour", "1", Options()...)}
	if err := s.lib.Mount(s.table, s.srv); err != nil {
		t.Fatal(err)
	}
	return s
}

// answer is an answer as a client decodes it.
type answer struct {
	Result json.RawMessage
	Error  *struct {
		Code int
		Data struct{ URI string }
	}
}

// ask sends a request of the newer era, or of the older one.
func (s *served) ask(modern bool, name string, params map[string]any) answer {
	s.t.Helper()
	if modern {
		params = maps.Clone(params)
		if params == nil {
			params = map[string]any{}
		}
		params["_meta"] = map[string]any{mcp.MetaKeyProtocolVersion: mcp.ProtocolVersion20260728, mcp.MetaKeyClientCapabilities: struct{}{}}
	}
	raw, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": name, "params": params})
	if err != nil {
		s.t.Fatal(err)
	}
	reply, err := json.Marshal(s.table.Message(context.Background(), raw, s.srv.HandleMessage))
	if err != nil {
		s.t.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(reply, &a); err != nil {
		s.t.Fatalf("%v: %s", err, reply)
	}
	return a
}

// get decodes the result of a request that has to succeed.
func (s *served) get(name string, params map[string]any, to any) {
	s.t.Helper()
	a := s.ask(true, name, params)
	if a.Error != nil || json.Unmarshal(a.Result, to) != nil {
		s.t.Fatalf("%s %v: %+v %s", name, params, a.Error, a.Result)
	}
}

func TestCapabilities(t *testing.T) {
	s := serve(t, harbour(t))
	want := `"extensions":{"io.modelcontextprotocol/skills":{"directoryRead":true}}`
	discovered := s.ask(true, "server/discover", nil)
	initialized := s.ask(false, "initialize", map[string]any{"protocolVersion": "2025-11-25", "capabilities": struct{}{}, "clientInfo": map[string]string{"name": "t", "version": "1"}})
	for era, a := range map[string]answer{"newer": discovered, "older": initialized} {
		if text := string(a.Result); !strings.Contains(text, want) || !strings.Contains(text, `"resources":{`) {
			t.Errorf("%s era: %s", era, text)
		}
	}
}

// list is a page of any of the lists.
type list struct {
	Skills     []struct{ URI string }
	Resources  []struct{ URI, Name, MIMEType, Description string }
	NextCursor string
	TTLMs      *int
	CacheScope string
}

// Every list comes in pages; the newer era is told how long it holds.
func TestListsArePaged(t *testing.T) {
	s := serve(t, harbour(t))
	s.lib.pageSize = 2
	for _, tc := range []struct {
		name  string
		param map[string]any
		want  string
	}{
		{"skills/list", nil, "skill://locks/SKILL.md skill://north/pilots/SKILL.md skill://tides/SKILL.md"},
		{"resources/directory/read", map[string]any{"uri": "skill://tides"}, "skill://tides/SKILL.md skill://tides/chart.png skill://tides/tables"},
		{"resources/list", nil, "skill://locks/SKILL.md skill://locks/_manifest skill://north/pilots/SKILL.md skill://north/pilots/_manifest " +
			"skill://north/pilots/my%20notes.md skill://tides/SKILL.md skill://tides/_manifest skill://tides/chart.png skill://tides/tables/kiel.csv skill://tides/tables/old/1999.csv"},
	} {
		var uris []string
		params := map[string]any{}
		maps.Copy(params, tc.param)
		for range 10 {
			var page list
			s.get(tc.name, params, &page)
			if page.TTLMs == nil || *page.TTLMs <= 0 || page.CacheScope != "private" || len(page.Skills)+len(page.Resources) > 2 {
				t.Errorf("%s: %+v", tc.name, page)
			}
			for _, e := range page.Skills {
				uris = append(uris, e.URI)
			}
			for _, e := range page.Resources {
				uris = append(uris, e.URI)
			}
			if page.NextCursor == "" {
				break
			}
			params["cursor"] = page.NextCursor
		}
		if got := strings.Join(uris, " "); got != tc.want {
			t.Errorf("%s: %s\nwant %s", tc.name, got, tc.want)
		}
		old := s.ask(false, tc.name, tc.param)
		if old.Error != nil || strings.Contains(string(old.Result), "ttlMs") || strings.Contains(string(old.Result), "resultType") {
			t.Errorf("%s in the older era: %+v %s", tc.name, old.Error, old.Result)
		}
	}
}

func TestGet(t *testing.T) {
	var got struct {
		Skill struct {
			URI         string
			Frontmatter map[string]any
			Resources   []Resource
		}
		NextCursor *string
		TTLMs      *int
	}
	serve(t, harbour(t)).get("skills/get", map[string]any{"uri": "skill://tides/SKILL.md"}, &got)
	if got.Skill.URI != "skill://tides/SKILL.md" || got.Skill.Frontmatter["name"] != "tides" || len(got.Skill.Resources) != 4 || got.NextCursor != nil || got.TTLMs == nil {
		t.Errorf("%+v", got)
	}
}

// What is not there, or makes no sense, is an error that both eras know.
func TestErrors(t *testing.T) {
	s := serve(t, harbour(t))
	for _, tc := range []struct {
		name          string
		params        map[string]any
		modern, older int
	}{
		{"skills/list", map[string]any{"cursor": "made up"}, -32602, -32602},
		{"skills/list", map[string]any{"cursor": 7}, -32602, -32602},
		{"skills/get", nil, -32602, -32602},
		{"skills/get", map[string]any{"uri": "skill://gone/SKILL.md"}, -32602, -32602},
		{"skills/get", map[string]any{"uri": "skill://tides/chart.png"}, -32602, -32602},
		{"skills/get", map[string]any{"uri": []string{"x"}}, -32602, -32602},
		{"resources/directory/read", map[string]any{"uri": "skill://tides/SKILL.md"}, -32602, -32602},
		{"resources/directory/read", map[string]any{"uri": "skill://gone"}, -32602, -32602},
		{"resources/directory/read", map[string]any{"uri": "file:///"}, -32602, -32602},
		{"resources/directory/read", map[string]any{"uri": "skill://tides", "cursor": "x"}, -32602, -32602},
		{"resources/list", map[string]any{"cursor": "AAAA"}, -32602, -32602},
		{"resources/read", map[string]any{"uri": "skill://tides/gone.md"}, -32602, -32002},
		{"resources/read", map[string]any{"uri": "skill://tides/../locks/SKILL.md"}, -32602, -32002},
		{"resources/read", map[string]any{"uri": "file:///etc/passwd"}, -32602, -32002},
		{"resources/read", map[string]any{"uri": 7}, -32602, -32602},
	} {
		for modern, want := range map[bool]int{true: tc.modern, false: tc.older} {
			a := s.ask(modern, tc.name, tc.params)
			if a.Error == nil || a.Error.Code != want {
				t.Errorf("%s %v, newer era %v: %+v %s, want %d", tc.name, tc.params, modern, a.Error, a.Result, want)
			}
			if uri, _ := tc.params["uri"].(string); strings.HasPrefix(uri, "skill://") && tc.params["cursor"] == nil && a.Error != nil && a.Error.Data.URI != uri {
				t.Errorf("%s %s: the error names %q", tc.name, uri, a.Error.Data.URI)
			}
		}
	}
}

func TestReadResources(t *testing.T) {
	s := serve(t, harbour(t))
	var got struct {
		Contents []struct{ URI, MIMEType, Text, Blob string }
		TTLMs    *int
	}
	s.get("resources/read", map[string]any{"uri": "skill://tides/chart.png"}, &got)
	if len(got.Contents) != 1 || got.Contents[0].Blob != "iVBORwD/" || got.Contents[0].MIMEType != "image/png" || got.TTLMs == nil {
		t.Errorf("%+v", got)
	}
	s.get("resources/read", map[string]any{"uri": "skill://tides/SKILL.md"}, &got)
	if c := got.Contents[0]; c.MIMEType != "text/markdown" || !strings.HasPrefix(c.Text, "---\nname: tides\n") || c.URI != "skill://tides/SKILL.md" {
		t.Errorf("%+v", got)
	}
	// Resources of others are listed and read as before.
	s.srv.AddResource(mcp.NewResource("skill://other/x", "x"), func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		return []mcp.ResourceContents{mcp.TextResourceContents{URI: "skill://other/x", Text: "theirs"}}, nil
	})
	s.get("resources/read", map[string]any{"uri": "skill://other/x"}, &got)
	if got.Contents[0].Text != "theirs" {
		t.Errorf("%+v", got)
	}
	var page list
	s.get("resources/list", nil, &page)
	if len(page.Resources) != 11 || page.Resources[5].URI != "skill://other/x" {
		t.Errorf("%+v", page)
	}
	var templates struct {
		ResourceTemplates []struct{ URITemplate string }
	}
	s.get("resources/templates/list", nil, &templates)
	if len(templates.ResourceTemplates) != 1 || templates.ResourceTemplates[0].URITemplate != "skill://{name}/{+path}" {
		t.Errorf("%+v", templates)
	}
}

// The resource of a SKILL.md says what its front matter says.
func TestResourceOfAManual(t *testing.T) {
	var page list
	serve(t, harbour(t)).get("resources/list", nil, &page)
	if r := page.Resources[2]; r.Name != "pilots" || r.Description != "About pilots." || r.MIMEType != "text/markdown" {
		t.Errorf("%+v", r)
	}
}

// Without the table in front, a server still serves the files.
func TestServerAlone(t *testing.T) {
	s := serve(t, harbour(t))
	s.table = method.NewTable(slog.New(slog.DiscardHandler))
	for _, uri := range []string{"skill://tides/SKILL.md", "skill://tides/_manifest", "skill://north/pilots/my%20notes.md"} {
		if a := s.ask(true, "resources/read", map[string]any{"uri": uri}); a.Error != nil || !strings.Contains(string(a.Result), uri) {
			t.Errorf("%s: %+v %s", uri, a.Error, a.Result)
		}
	}
	if a := s.ask(true, "resources/read", map[string]any{"uri": "skill://tides/gone.md"}); a.Error == nil {
		t.Errorf("%s", a.Result)
	}
}

func TestReplace(t *testing.T) {
	s := serve(t, harbour(t))
	p := &pile{name: "p"}
	p.add("buoys")
	p.add("locks", "new.md", "new")
	next, _ := Open(t.Context(), p)
	s.lib.Replace(next)
	if s.lib.Shelf() != next {
		t.Error("the shelf is another one")
	}
	var page list
	s.get("resources/list", nil, &page)
	var uris []string
	for _, r := range page.Resources {
		uris = append(uris, r.URI)
	}
	want := []string{"skill://buoys/SKILL.md", "skill://buoys/_manifest", "skill://locks/SKILL.md", "skill://locks/_manifest", "skill://locks/new.md"}
	if !slices.Equal(uris, want) {
		t.Errorf("%v, want %v", uris, want)
	}
	if a := s.ask(true, "resources/read", map[string]any{"uri": "skill://tides/SKILL.md"}); a.Error == nil {
		t.Error("what is gone is read")
	}
	NewLibrary(next).Replace(next) // of a library that is mounted nowhere
}

func TestEmptyShelf(t *testing.T) {
	shelf, _ := Open(t.Context())
	s := serve(t, shelf)
	for name, want := range map[string]string{"skills/list": `"skills":[]`, "resources/list": `"resources":[]`} {
		if a := s.ask(true, name, nil); a.Error != nil || !strings.Contains(string(a.Result), want) {
			t.Errorf("%s: %+v %s", name, a.Error, a.Result)
		}
	}
	if a := s.ask(true, "resources/directory/read", map[string]any{"uri": "skill://"}); a.Error != nil || !strings.Contains(string(a.Result), `"resources":[]`) {
		t.Errorf("%+v %s", a.Error, a.Result)
	}
}

// A method has one owner: a library is not mounted where something else answers.
func TestMountRefuses(t *testing.T) {
	s := serve(t, harbour(t))
	if err := NewLibrary(s.lib.Shelf()).Mount(s.table, s.srv); err == nil || !strings.Contains(fmt.Sprint(err), "already") {
		t.Errorf("%v", err)
	}
}
