package skills

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/surface/method"
)

// send asks a served library as another server would be asked.
func (s *served) send(_ context.Context, name string, params any) (json.RawMessage, error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, err
	}
	a := s.ask(true, name, fields)
	if a.Error != nil {
		return nil, fmt.Errorf("error %d", a.Error.Code)
	}
	return a.Result, nil
}

// The skills of another server are served below its label, from today's methods
// and from the older resources, and lead to the same content.
func TestRemote(t *testing.T) {
	for _, shape := range []string{"methods", "manifests"} {
		there := serve(t, harbour(t))
		there.lib.pageSize = 2
		if shape == "manifests" {
			there.table = method.NewTable(slog.New(slog.DiscardHandler))
		}
		shelf, problems := Open(t.Context(), Remote("port", there.send))
		if len(problems) > 0 || len(shelf.Entries()) != 3 {
			t.Fatalf("%s: %d served, %v", shape, len(shelf.Entries()), problems)
		}
		if got := shelf.Entries()[1].URI; got != "skill://port/north/pilots/SKILL.md" {
			t.Errorf("%s: %s", shape, got)
		}
		for p, f := range shelf.files {
			here, err := shelf.Read(t.Context(), "skill://"+p)
			if err != nil {
				t.Errorf("%s: %v", shape, err)
				continue
			}
			origin, err := there.lib.Shelf().Read(t.Context(), "skill://"+strings.TrimPrefix(p, "port/"))
			if err != nil || string(here.Data) != string(origin.Data) || f.file.Size != int64(len(here.Data)) {
				t.Errorf("%s: %s: %v", shape, p, err)
			}
		}
	}
}

// canned answers each method with a fixed result.
func canned(results map[string]string) Send {
	return func(_ context.Context, name string, params any) (json.RawMessage, error) {
		key := name
		if uri := params.(map[string]string)["uri"]; uri != "" {
			key += " " + uri
		}
		if result, ok := results[key]; ok {
			return json.RawMessage(result), nil
		}
		return nil, errors.New("no such method")
	}
}

func TestHostileLists(t *testing.T) {
	const front = `"frontmatter":{"name":"a","description":"d"}`
	self := `{"uri":"skill://a/SKILL.md","digest":"` + digest("x") + `","size":1}`
	for name, tc := range map[string]struct{ result, want string }{
		"no list":           {`{"skills":7}`, "result of skills/list"},
		"no object":         {`[]`, "result of skills/list"},
		"nothing":           {`{}`, "result of skills/list"},
		"endless":           {`{"skills":[],"nextCursor":"again"}`, "never ends"},
		"an odd cursor":     {`{"skills":[],"nextCursor":{}}`, "no text"},
		"huge":              {`{"skills":[],"x":"` + strings.Repeat("x", maxValue) + `"}`, "more than"},
		"dynamic":           {`{"skills":[{"uri":"skill://a/SKILL.md",` + front + `,"resources":"dynamic"}]}`, "lists no files"},
		"no resources":      {`{"skills":[{"uri":"skill://a/SKILL.md",` + front + `}]}`, "lists no files"},
		"no front matter":   {`{"skills":[{"uri":"skill://a/SKILL.md","resources":[` + self + `]}]}`, "front matter"},
		"no SKILL.md":       {`{"skills":[{"uri":"skill://a",` + front + `,"resources":[]}]}`, "does not end in"},
		"no scheme":         {`{"skills":[{"uri":"a/SKILL.md",` + front + `,"resources":[]}]}`, "no scheme"},
		"a uri that climbs": {`{"skills":[{"uri":"skill://../a/SKILL.md",` + front + `,"resources":[]}]}`, "no plain path"},
		"a file outside":    {`{"skills":[{"uri":"skill://a/SKILL.md",` + front + `,"resources":[` + self + `,{"uri":"skill://b/x"}]}]}`, "outside"},
		"a file that climbs": {`{"skills":[{"uri":"skill://a/SKILL.md",` + front + `,"resources":[` + self +
			`,{"uri":"skill://a/%2e%2e/x","digest":"` + digest("x") + `"}]}]}`, "no plain path"},
		"itself missing": {`{"skills":[{"uri":"skill://a/SKILL.md",` + front + `,"resources":[{"uri":"skill://a/x","digest":"` + digest("x") + `","size":1}]}]}`, "no SKILL.md"},
	} {
		shelf, problems := Open(t.Context(), Remote("port", canned(map[string]string{"skills/list": tc.result})))
		said := fmt.Sprint(problems)
		if len(problems) == 0 || !strings.Contains(said, tc.want) || len(shelf.Entries()) != 0 || len(said) > 1000 {
			t.Errorf("%s: %d served, %s; want %q", name, len(shelf.Entries()), said, tc.want)
		}
	}
}

// What is read has to be what was listed.
func TestHostileContent(t *testing.T) {
	const manual = "---\nname: a\ndescription: d\n---\n"
	windows := "\ufeff" + strings.ReplaceAll(manual, "\n", "\r\n")
	list := func(front, content string) string {
		return `{"skills":[{"uri":"skill://a/SKILL.md","frontmatter":` + front + `,"resources":[{"uri":"skill://a/SKILL.md","digest":"` +
			digest(content) + `","size":` + fmt.Sprint(len(content)) + `}]}]}`
	}
	text := func(s string) string {
		raw, _ := json.Marshal(s)
		return `{"contents":[{"uri":"skill://a/SKILL.md","text":` + string(raw) + `}]}`
	}
	const same = `{"name":"a","description":"d"}`
	for name, tc := range map[string]struct{ list, content, want string }{
		"as listed":            {list(same, manual), text(manual), ""},
		"with other line ends": {list(same, windows), text(windows), ""},
		"other content":        {list(same, manual), text(manual + "now do this"), "no longer"},
		"other front matter":   {list(`{"name":"a","description":"harmless"}`, manual), text(manual), "front matter is not"},
		"a field left out":     {list(`{"name":"a","description":"d","license":"x"}`, manual), text(manual), "front matter is not"},
		"no front matter":      {list(same, "plain"), text("plain"), "SKILL.md"},
		"two contents":         {list(same, manual), `{"contents":[{"text":"a"},{"text":"b"}]}`, "2 contents"},
		"no contents":          {list(same, manual), `{"contents":[]}`, "0 contents"},
		"an empty content":     {list(same, manual), `{"contents":[{}]}`, "neither text nor blob"},
		"nonsense for base64":  {list(same, manual), `{"contents":[{"blob":"!"}]}`, "base64"},
		"nonsense for content": {list(same, manual), `7`, "cannot unmarshal"},
		"nothing":              {list(same, manual), "", "no such method"},
	} {
		results := map[string]string{"skills/list": tc.list}
		if tc.content != "" {
			results["resources/read skill://a/SKILL.md"] = tc.content
		}
		shelf, problems := Open(t.Context(), Remote("port", canned(results)))
		if len(problems) > 0 {
			t.Errorf("%s: %v", name, problems)
			continue
		}
		c, err := shelf.Read(t.Context(), "skill://port/a/SKILL.md")
		if tc.want == "" && (err != nil || !strings.HasSuffix(strings.TrimSpace(string(c.Data)), "---")) || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%s: %+v, %v; want %q", name, c, err, tc.want)
		}
	}
}

func TestOlderServersThatFail(t *testing.T) {
	one := `{"resources":[{"uri":"skill://a/SKILL.md"},{"uri":"file:///b/SKILL.md"},{"uri":"skill://c/x.md"}]}`
	good := `{"contents":[{"text":"---\nname: a\ndescription: d\n---\n"}]}`
	for name, tc := range map[string]struct {
		results map[string]string
		want    string
	}{
		"no manifest":       {map[string]string{"resources/list": one}, "no such method"},
		"an odd manifest":   {map[string]string{"resources/list": one, "resources/read skill://a/_manifest": `{"contents":[{"text":"[]"}]}`}, "its manifest"},
		"no SKILL.md":       {map[string]string{"resources/list": one, "resources/read skill://a/_manifest": `{"contents":[{"text":"{}"}]}`}, "no such method"},
		"no front matter":   {map[string]string{"resources/list": one, "resources/read skill://a/_manifest": `{"contents":[{"text":"{}"}]}`, "resources/read skill://a/SKILL.md": `{"contents":[{"text":"x"}]}`}, "front"},
		"an empty manifest": {map[string]string{"resources/list": one, "resources/read skill://a/_manifest": `{"contents":[{"text":"{}"}]}`, "resources/read skill://a/SKILL.md": good}, "no SKILL.md"},
		"a hash that is none": {map[string]string{"resources/list": one, "resources/read skill://a/_manifest": `{"contents":[{"text":"{\"files\":[{\"path\":\"SKILL.md\",\"size\":1,\"hash\":\"md5:1\"}]}"}]}`,
			"resources/read skill://a/SKILL.md": good}, "digest"},
		"no resources": {nil, "no such method"},
	} {
		shelf, problems := Open(t.Context(), Remote("port", canned(tc.results)))
		if said := fmt.Sprint(problems); len(problems) == 0 || !strings.Contains(said, tc.want) || len(shelf.Entries()) != 0 {
			t.Errorf("%s: %d served, %s; want %q", name, len(shelf.Entries()), said, tc.want)
		}
	}
}

func FuzzRemote(f *testing.F) {
	f.Add(`{"skills":[{"uri":"skill://a/SKILL.md","frontmatter":{"name":"a","description":"d"},"resources":[{"uri":"skill://a/SKILL.md","digest":"`+digest("x")+`","size":1}]}]}`, "x")
	f.Add(`{"skills":[],"nextCursor":""}`, "")
	f.Fuzz(func(t *testing.T, list, content string) {
		if !json.Valid([]byte(list)) {
			return
		}
		send := func(_ context.Context, name string, _ any) (json.RawMessage, error) {
			if name == "skills/list" {
				return json.RawMessage(list), nil
			}
			raw, err := json.Marshal(map[string]any{"contents": []map[string]string{{"text": content}}})
			return raw, err
		}
		shelf, _ := Open(t.Context(), Remote("port", send))
		for p, f := range shelf.files {
			if got, err := shelf.Read(t.Context(), "skill://"+p); err == nil && digest(string(got.Data)) != f.file.Digest {
				t.Errorf("%s: served against its digest", p)
			}
		}
	})
}
