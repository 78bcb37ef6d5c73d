package config_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

var environment = map[string]string{"TOKEN": "s3cret", "EMPTY": "", "PORT": "8080", "ODD": "${TOKEN}"}

func lookup(name string) (string, bool) {
	value, ok := environment[name]
	return value, ok
}

func parse(t *testing.T, path, text string) *config.File {
	t.Helper()
	f, err := config.Parse(path, []byte(text), lookup)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// shown is a server as its secrets allow it to be compared.
type shown struct {
	Name, Kind, Command, Dir, URL string
	Args, Env, Headers            []string
	Disabled                      bool
	Timeout                       time.Duration
	At                            string
}

func show(s config.Server) shown {
	out := shown{
		Name: s.Name, Kind: s.Kind.String(), Command: s.Command, Dir: s.Dir, URL: s.URL, Args: s.Args,
		Disabled: s.Disabled, Timeout: s.Timeout, At: s.Pos.String(),
	}
	for _, v := range s.Env {
		out.Env = append(out.Env, v.Name+"="+string(v.Value))
	}
	for _, v := range s.Headers {
		out.Headers = append(out.Headers, v.Name+": "+string(v.Value))
	}
	return out
}

func showAll(f *config.File) []shown {
	var out []shown
	for _, s := range f.Servers {
		out = append(out, show(s))
	}
	return out
}

func TestFormsOfTheClients(t *testing.T) {
	workspace, err := filepath.Abs("project")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path, text string
		want       []shown
	}{
		"Claude Desktop": {"c.json", `{"mcpServers": {"files": {"command": "npx", "args": ["-y", "x"], "env": {"K": "v", "N": 8}}}}`,
			[]shown{{Name: "files", Kind: "stdio", Command: "npx", Args: []string{"-y", "x"}, Env: []string{"K=v", "N=8"}, At: "c.json:1:17"}}},
		"Claude Code": {".mcp.json", `{"mcpServers": {"api": {"type": "http", "url": "${BASE:-http://127.0.0.1:${PORT}}/mcp"}, "b": {
			"type": "http", "url": "http://127.0.0.1:${PORT}/mcp", "headers": {"Authorization": "Bearer ${TOKEN}"}, "timeout": 30000}}}`,
			[]shown{
				{Name: "api", Kind: "http", URL: "http://127.0.0.1:${PORT/mcp", At: "x"},
				{Name: "b", Kind: "http", URL: "http://127.0.0.1:8080/mcp", Headers: []string{"Authorization: Bearer s3cret"}, Timeout: 30 * time.Second, At: ".mcp.json:1:90"},
			}},
		"Cursor": {"project/.cursor/mcp.json", `{"mcpServers": {"x": {"url": "http://h/mcp", "headers": {"k": "${env:TOKEN}"}}, "y": {"command": "${workspaceFolder}/y", "cwd": "sub", "disabled": true}}}`,
			[]shown{
				{Name: "x", Kind: "http", URL: "http://h/mcp", Headers: []string{"k: s3cret"}, At: "project/.cursor/mcp.json:1:17"},
				{Name: "y", Kind: "stdio", Disabled: true, At: "project/.cursor/mcp.json:1:81"},
			}},
		"VS Code": {"project/.vscode/mcp.json", "{\n  // ours\n  \"servers\": {\n    \"a\": {\"type\": \"stdio\", \"command\": \"${workspaceFolder}/a\", \"cwd\": \"sub\", \"timeout\": 5,},\n  },\n}",
			[]shown{{Name: "a", Kind: "stdio", Command: workspace + "/a", Dir: filepath.Join(workspace, "sub"), Timeout: 5 * time.Second, At: "project/.vscode/mcp.json:4:5"}}},
		"VS Code settings": {"settings.json", `{"editor.x": 1, "mcp": {"servers": {"a": {"command": "a"}}}}`,
			[]shown{{Name: "a", Kind: "stdio", Command: "a", At: "settings.json:1:37"}}},
		"none": {"c.json", `{"mcpServers": {}}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := parse(t, c.path, c.text)
			if name == "Claude Code" {
				// A brace inside of a default ends it: the entry is broken and says so.
				if len(f.Problems) != 1 || f.Problems[0].Server != "api" {
					t.Fatalf("problems: %v", f.Problems)
				}
				c.want = c.want[1:]
			}
			if diff := cmp.Diff(c.want, showAll(f)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestExpansion(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "$TOKEN": "$TOKEN", "${PORT}": "8080", "a${PORT}b${PORT}": "a8080b8080",
		"${env:PORT}": "8080", "${NONE:-x}": "x", "${NONE:-}": "", "${EMPTY:-x}": "x", "${EMPTY}": "",
		"${PORT:-x}": "8080", "${env:NONE:-x}": "x", "${NONE:-a:-b}": "a:-b", "${ODD}": "${TOKEN}",
		"${NONE}": "not set", "${": "not closed", "${}": "name of a variable", "${a b}": "name of a variable",
		"${1X}": "name of a variable", "${input:key}": "VS Code asks a person", "${command:x}": "not known",
	} {
		f := parse(t, "c.json", `{"mcpServers": {"s": {"command": "x", "args": [`+string(mustJSON(t, text))+`]}}}`)
		switch {
		case len(f.Servers) == 1 && f.Servers[0].Args[0] == want:
		case len(f.Servers) == 0 && len(f.Problems) == 1 && f.Problems[0].LeftOut && strings.Contains(f.Problems[0].String(), want):
			if at := f.Problems[0].Pos; at.Column != 48 {
				t.Errorf("%s: the problem is at %s", text, at)
			}
		default:
			t.Errorf("%s: %v %v, want %s", text, f.Servers, f.Problems, want)
		}
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// One entry that is wrong is left out, with its place; the others are there.
func TestProblems(t *testing.T) {
	for body, want := range map[string]string{
		`7`:                                                     `c.json:2:3: server "bad": left out: it must be an object`,
		`{}`:                                                    `it needs a "command" to start`,
		`{"type": "http"}`:                                      `it needs a "url"`,
		`{"url": "ftp://h"}`:                                    `no address of the form`,
		`{"url": "https://u:s3cret@"}`:                          `no address of the form`,
		`{"type": "sse", "url": "http://h"}`:                    `"sse" is not spoken any more`,
		`{"type": "carrier pigeon"}`:                            `is not known`,
		`{"command": ["x"]}`:                                    `command must be a string`,
		`{"command": "x", "args": "y"}`:                         `args must be a list`,
		`{"command": "x", "args": [1]}`:                         `args[0] must be a string`,
		`{"command": "x\u0000"}`:                                `zero byte`,
		`{"command": "x", "env": []}`:                           `env must be an object`,
		`{"command": "x", "env": {"A": null}}`:                  `env.A must be a string`,
		`{"command": "x", "env": {"": "s3cret"}}`:               `a name is empty`,
		`{"command": "x", "env": {"A": "${NONE}"}}`:             `env.A: the environment variable NONE is not set`,
		`{"command": "x", "env": {"A": "${input:k}"}}`:          `${input:k} is a value that VS Code asks a person for`,
		`{"url": "http://h", "headers": {"A": "s3cret\nB: c"}}`: `headers.A has a character`,
		`{"command": "x", "timeout": "soon"}`:                   `timeout must be a number`,
		`{"command": "x", "disabled": "no"}`:                    `"disabled" must be true or false`,
	} {
		f := parse(t, "c.json", "{\"mcpServers\": {\n  \"bad\": "+body+",\n  \"good\": {\"command\": \"x\"}}}")
		if len(f.Servers) != 1 || f.Servers[0].Name != "good" || len(f.Problems) != 1 || !f.Problems[0].LeftOut {
			t.Fatalf("%s: %v, %v", body, f.Servers, f.Problems)
		}
		got := f.Problems[0].String()
		if !strings.Contains(got, strings.Replace(want, ":2:3:", ":2:10:", 1)) || !strings.HasPrefix(got, "c.json:2:") || strings.Contains(got, "s3cret") {
			t.Errorf("%s:\ngot  %s\nwant %s", body, got, want)
		}
	}
}

func TestSlips(t *testing.T) {
	f := parse(t, "c.json", `{"inputs": [{"id": "k"}], "servers": {"a": {"command": "x", "envFile": ".env"}, "a": {"command": "y"}, " ": {}}}`)
	var got []string
	for _, p := range f.Problems {
		got = append(got, p.String())
	}
	if len(got) != 4 || !strings.Contains(got[0], "asked for by VS Code") || !strings.Contains(got[1], "envFile") ||
		!strings.Contains(got[2], "stands twice") || !strings.Contains(got[3], "the name is empty") {
		t.Error(strings.Join(got, "\n"))
	}
	if len(f.Servers) != 1 || f.Servers[0].Command != "x" {
		t.Error(f.Servers)
	}
}

func TestUnreadable(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "c.json: the file is empty",
		"[]":                                  "c.json:1:1: want an object",
		"{}":                                  `neither "mcpServers" nor "servers"`,
		`{"mcpServers": []}`:                  `c.json:1:16: "mcpServers" must be an object`,
		"{\n\"mcpServers\": {\"a\" 1}}":       "c.json:2:20: this is no JSON: invalid character",
		`{"mcpServers": {"a": s3cret}}`:       "c.json:1:22: this is no JSON",
		"\xff":                                "not UTF-8",
		strings.Repeat("[", 100000):           "nested deeper than 64",
		"// \"\n" + strings.Repeat("[", 99):   "c.json:2:65: nested deeper",
		strings.Repeat(" ", config.MaxFile+1): "the limit is",
	} {
		_, err := config.Parse("c.json", []byte(text), lookup)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
	if _, err := config.Read(filepath.Join(t.TempDir(), "none.json"), lookup); err == nil {
		t.Error("a file that is not there was read")
	}
	if _, err := config.Read(t.TempDir(), lookup); err == nil {
		t.Error("a folder was read")
	}
}

// No way of printing shows a secret.
func TestSecretsStayHidden(t *testing.T) {
	f := parse(t, "c.json", `{"mcpServers": {"a": {"command": "x", "env": {"K": "${TOKEN}"}}, "b": {"url": "http://h", "headers": {"K": "s3cret"}}}}`)
	raw, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(raw), fmt.Sprint(f), fmt.Sprintf("%v %+v %#v", *f, f.Servers, f.Servers), fmt.Sprintf("%q %x %d", f.Servers[0].Env[0].Value, f.Servers[0].Env[0].Value, f.Servers[0].Env[0].Value)} {
		if strings.Contains(text, "s3cret") || strings.Contains(text, fmt.Sprintf("%x", "s3cret")) {
			t.Errorf("shown: %s", text)
		}
	}
	if string(f.Servers[0].Env[0].Value) != "s3cret" {
		t.Error("the value is lost")
	}
}

func TestTooManyServers(t *testing.T) {
	var b strings.Builder
	for i := range config.MaxServers + 5 {
		fmt.Fprintf(&b, `"s%d": {"command": "x"},`, i)
	}
	f := parse(t, "c.json", `{"mcpServers": {`+b.String()+`}}`)
	if len(f.Servers) != config.MaxServers || len(f.Problems) != 1 {
		t.Error(len(f.Servers), f.Problems)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"mcpServers": {"a": {"command": "x", "args": ["${TOKEN}"], "env": {"K": "v"}}}}`,
		`{"servers": {"a": {"url": "http://h", "headers": {"K": "${input:x}"}, /* c */ },},}`,
		`{"mcp": {"servers": {"a": {"disabled": true}}}, "inputs": [1]}`, "", "{", "\xef\xbb\xbf{}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := config.Parse("f.json", data, lookup)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f.json") {
				t.Fatalf("no place: %v", err)
			}
			return
		}
		names := map[string]bool{}
		for _, s := range file.Servers {
			if names[s.Name] {
				t.Fatalf("%q is there twice", s.Name)
			}
			names[s.Name] = true
			if !s.Disabled && (s.Kind == config.Stdio && s.Command == "" || s.Kind == config.HTTP && s.URL == "") {
				t.Fatalf("%+v can't be started", s)
			}
		}
		for _, p := range file.Problems {
			if p.Pos.Line < 1 || p.Pos.Column < 1 || p.Message == "" {
				t.Fatalf("%+v", p)
			}
		}
	})
}
