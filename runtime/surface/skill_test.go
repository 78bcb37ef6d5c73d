package surface

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sextant-mcp/sextant/runtime/internal/rawhttp"
	"github.com/sextant-mcp/sextant/runtime/surface/skills"
)

// raw sends one request as it stands, and returns the answer as it came.
type raw func(t *testing.T, s *Surface, method, params string) string

// withMeta makes a request of an era.
func withMeta(era, method, params string) string {
	if era == modern {
		params = strings.TrimSuffix(params, "}") + map[bool]string{true: ",", false: ""}[params != "{}"] +
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}`
	}
	return `{"jsonrpc":"2.0","id":7,"method":"` + method + `","params":` + params + `}`
}

// transports sends raw requests over each transport, in both eras.
func transports(era string) map[string]raw {
	return map[string]raw{
		"http": func(t *testing.T, s *Surface, method, params string) string {
			h := s.NewHTTP(HTTPOptions{})
			url := serveHandler(t, h)
			client := newHTTPClient(t)
			var header map[string]string
			if era == modern {
				header = map[string]string{"MCP-Protocol-Version": modern, "Mcp-Method": method}
				var named struct{ URI string }
				if json.Unmarshal([]byte(params), &named) == nil && named.URI != "" {
					header["Mcp-Name"] = named.URI
				}
			} else {
				header = opened(t, client, url)
			}
			_, body, _ := rawhttp.Post(t, client, url, withMeta(era, method, params), header)
			return body
		},
		"stdio": func(t *testing.T, s *Surface, method, params string) string {
			var out bytes.Buffer
			in := withMeta(era, method, params)
			if era == legacy {
				in = initialize + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + in
			}
			if err := s.ServeStdio(t.Context(), strings.NewReader(in), &out); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(out.String()) {
				if strings.Contains(line, `"id":7`) {
					return line
				}
			}
			t.Fatalf("no answer: %s", out.String())
			return ""
		},
		"in process": func(t *testing.T, s *Surface, method, params string) string {
			return string(encode(t, s.HandleMessage(t.Context(), json.RawMessage(withMeta(era, method, params)))))
		},
	}
}

// The methods of skills are answered alike on every transport, in both eras.
func TestSkillsOnEveryTransport(t *testing.T) {
	for _, era := range []string{legacy, modern} {
		for transport, send := range transports(era) {
			for _, tc := range []struct{ method, params, want string }{
				{"skills/list", `{}`, `"skills":[{"uri":"skill://kg-shelving/SKILL.md","frontmatter":{`},
				{"skills/list", `{"cursor":"x"}`, `-32602`},
				{"skills/get", `{"uri":"skill://kg-shelving/SKILL.md"}`, `"skill":{"uri":"skill://kg-shelving/SKILL.md","frontmatter":{`},
				{"skills/get", `{"uri":"skill://gone/SKILL.md"}`, `-32602`},
				{"resources/directory/read", `{"uri":"skill://kg-shelving"}`, `{"uri":"skill://kg-shelving/references","name":"references","mimeType":"inode/directory"}`},
				{"resources/directory/read", `{"uri":"skill://kg-shelving/SKILL.md"}`, `-32602`},
				{"resources/read", `{"uri":"skill://kg-shelving/SKILL.md"}`, `"mimeType":"text/markdown"`},
				{"resources/read", `{"uri":"skill://kg-shelving/_manifest"}`, `{\"path\":\"references/marks.md\",\"size\":`},
				{"resources/list", `{}`, `"uri":"skill://kg-shelving/references/marks.md"`},
				{"resources/templates/list", `{}`, `"uriTemplate":"skill://{name}/{+path}"`},
			} {
				s, _ := newSurface(t)
				got := send(t, s, tc.method, tc.params)
				if !strings.Contains(got, tc.want) || !strings.Contains(got, `"id":7`) {
					t.Errorf("%s %s %s %s: %s\nwant %s", transport, era, tc.method, tc.params, got, tc.want)
				}
				if stamped := strings.Contains(got, `"resultType":"complete"`) && strings.Contains(got, `"ttlMs":`); strings.Contains(got, `"result"`) && stamped != (era == modern) {
					t.Errorf("%s %s %s: fields of the newer era in %s", transport, era, tc.method, got)
				}
			}
		}
	}
}

// The newer era wants headers that agree with the body.
func TestSkillHeaders(t *testing.T) {
	srv := newTestServer(t, HTTPOptions{MaxBody: 4 << 10})
	client := newHTTPClient(t)
	body := withMeta(modern, "skills/list", `{}`)
	good := map[string]string{"MCP-Protocol-Version": modern, "Mcp-Method": "skills/list"}
	for name, tc := range map[string]struct {
		header map[string]string
		body   string
		status int
		text   string
	}{
		"agree":             {good, body, http.StatusOK, "kg-shelving"},
		"other method":      {map[string]string{"MCP-Protocol-Version": modern, "Mcp-Method": "skills/get"}, body, http.StatusBadRequest, "-32020"},
		"no method":         {map[string]string{"MCP-Protocol-Version": modern}, body, http.StatusBadRequest, "-32020"},
		"no _meta":          {good, withMeta(legacy, "skills/list", `{}`), http.StatusBadRequest, "-32602"},
		"not found":         {map[string]string{"MCP-Protocol-Version": modern, "Mcp-Method": "skills/get"}, withMeta(modern, "skills/get", `{"uri":"skill://x/SKILL.md"}`), http.StatusBadRequest, "-32602"},
		"a page's":          {map[string]string{"MCP-Protocol-Version": modern, "Mcp-Method": "skills/list", "Origin": "https://evil.example"}, body, http.StatusForbidden, "evil"},
		"too long":          {good, withMeta(modern, "skills/list", `{"x":"`+strings.Repeat("a", 5<<10)+`"}`), http.StatusRequestEntityTooLarge, "4096"},
		"without a session": {map[string]string{"MCP-Protocol-Version": legacy}, withMeta(legacy, "skills/list", `{}`), http.StatusNotFound, "ession"},
	} {
		if status, got, _ := rawhttp.Post(t, client, srv.URL+Path, tc.body, tc.header); status != tc.status || !strings.Contains(got, tc.text) {
			t.Errorf("%s: %d %s, want %d with %q", name, status, got, tc.status, tc.text)
		}
	}
}

// A client of another library reads the files as resources.
func TestSkillsAsResources(t *testing.T) {
	onEveryTransport(t, func(t *testing.T, client *mcp.ClientSession, era string) {
		var uris []string
		for r, err := range client.Resources(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			uris = append(uris, r.URI)
		}
		want := []string{"skill://kg-shelving/SKILL.md", "skill://kg-shelving/_manifest", "skill://kg-shelving/references/marks.md"}
		if !slices.Equal(uris, want) {
			t.Errorf("listed are %v, want %v", uris, want)
		}
		manifest, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: want[1]})
		if err != nil {
			t.Fatal(err)
		}
		var files struct {
			Skill string
			Files []struct {
				Path, Hash string
				Size       int
			}
		}
		if err := json.Unmarshal([]byte(manifest.Contents[0].Text), &files); err != nil || files.Skill != "kg-shelving" || len(files.Files) != 2 {
			t.Fatalf("%+v, %v", files, err)
		}
		for _, f := range files.Files {
			res, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "skill://kg-shelving/" + f.Path})
			if err != nil || len(res.Contents[0].Text) != f.Size || res.Contents[0].MIMEType != "text/markdown" {
				t.Errorf("%s: %+v, %v", f.Path, res, err)
			}
		}
		_, err = client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "skill://kg-shelving/../../etc/passwd"})
		var wire *jsonrpc.Error
		if code := map[string]int64{legacy: -32002, modern: -32602}[era]; !errors.As(err, &wire) || wire.Code != code {
			t.Errorf("a uri that climbs: %v, want %d", err, code)
		}
		if ext := client.InitializeResult().Capabilities.Extensions[skills.Extension]; string(encode(t, ext)) != `{"directoryRead":true}` {
			t.Errorf("the extension is declared as %v", ext)
		}
	})
}

// Folders on disk are served beside the compiled skills; what can't be is in the
// log and hides nothing.
func TestSkillsOfFolders(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"good": "---\nname: good\ndescription: Fine.\n---\n", "bad": "nothing"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name, "SKILL.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	base, _ := newSurface(t)
	var log bytes.Buffer
	s, err := New(base.dispatcher, Options{Skills: []skills.Source{skills.Directories(folder)}, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, e := range s.Skills().Shelf().Entries() {
		paths = append(paths, e.Path)
	}
	if !slices.Equal(paths, []string{"good", "kg-shelving"}) || !strings.Contains(log.String(), "bad/SKILL.md") {
		t.Errorf("served are %v; the log says %s", paths, log.String())
	}
}
