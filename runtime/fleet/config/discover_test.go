package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

// The places of every client on every system, with folders that are moved by
// variables.
func TestPlaces(t *testing.T) {
	project := []string{"/work/.mcp.json", "/work/.cursor/mcp.json", "/work/.vscode/mcp.json"}
	for name, c := range map[string]struct {
		system config.System
		env    map[string]string
		want   []string
	}{
		"Linux": {config.System{OS: "linux", Home: "/home/ada", Work: "/work"}, nil, append(slices.Clone(project),
			"/home/ada/.claude.json", "/home/ada/.config/Claude/claude_desktop_config.json", "/home/ada/.cursor/mcp.json", "/home/ada/.config/Code/User/mcp.json")},
		"Linux, moved": {config.System{OS: "linux", Home: "/home/ada"}, map[string]string{"XDG_CONFIG_HOME": "/etc/ada", "CLAUDE_CONFIG_DIR": "/etc/claude"}, []string{
			"/etc/claude/.claude.json", "/etc/ada/Claude/claude_desktop_config.json", "/home/ada/.cursor/mcp.json", "/etc/ada/Code/User/mcp.json"}},
		"Linux, a relative folder does not count": {config.System{OS: "linux", Home: "/home/ada"}, map[string]string{"XDG_CONFIG_HOME": "conf"}, []string{
			"/home/ada/.claude.json", "/home/ada/.config/Claude/claude_desktop_config.json", "/home/ada/.cursor/mcp.json", "/home/ada/.config/Code/User/mcp.json"}},
		"macOS": {config.System{OS: "darwin", Home: "/Users/ada", Work: "/work"}, map[string]string{"XDG_CONFIG_HOME": "/etc/ada"}, append(slices.Clone(project),
			"/Users/ada/.claude.json", "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json",
			"/Users/ada/.cursor/mcp.json", "/Users/ada/Library/Application Support/Code/User/mcp.json")},
		"Windows": {config.System{OS: "windows", Home: "/C/ada"}, map[string]string{"APPDATA": "/C/ada/roaming"}, []string{
			"/C/ada/.claude.json", "/C/ada/roaming/Claude/claude_desktop_config.json", "/C/ada/.cursor/mcp.json", "/C/ada/roaming/Code/User/mcp.json"}},
		"Windows without the variable": {config.System{OS: "windows", Home: "/C/ada"}, nil, []string{
			"/C/ada/.claude.json", "/C/ada/AppData/Roaming/Claude/claude_desktop_config.json", "/C/ada/.cursor/mcp.json", "/C/ada/AppData/Roaming/Code/User/mcp.json"}},
		"nobody": {config.System{OS: "linux"}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c.system.Env = func(key string) (string, bool) { value, ok := c.env[key]; return value, ok }
			var got []string
			for _, p := range c.system.Places() {
				got = append(got, filepath.ToSlash(p.Path))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// write puts files into a folder.
func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for path, text := range files {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// The files of all clients are read as one: the project's first, each server once,
// this program itself never, and what is wrong with one file or entry is said and
// stops nothing.
func TestDiscover(t *testing.T) {
	home := t.TempDir()
	work := filepath.Join(home, "project")
	write(t, home, map[string]string{
		"project/.mcp.json":        `{"mcpServers": {"db": {"command": "db", "args": ["${workspaceFolder}"]}, "sextant": {"command": "sextant-mcp"}}}`,
		"project/.vscode/mcp.json": `{"inputs": [{"id": "k"}], "servers": {"ask": {"command": "x", "env": {"K": "${input:k}"}}, "lint": {"command": "lint"}}}`,
		".claude.json": `{"numStartups": 7, "projects": {"` + filepath.ToSlash(work) + `": {"mcpServers": {"mine": {"command": "mine"}}}, "/elsewhere": {"mcpServers": {"theirs": {"command": "theirs"}}}},
			"mcpServers": {"db": {"command": "other"}, "mail": {"type": "http", "url": "https://mail.example.org/mcp"}}}`,
		".config/Claude/claude_desktop_config.json": `{"mcpServers": {"mail": {"type": "http", "url": "https://mail.example.org/mcp"}, "front": {"command": "npx", "args": ["-y", "C:\\bin\\Sextant-MCP.exe"]}, "off": {"command": "off", "disabled": true}}}`,
		".cursor/mcp.json":                          `{"mcpServers": `,
		".config/Code/User/mcp.json":                `{"editor": 1}`,
	})
	system := config.System{OS: "linux", Home: home, Work: work, Env: lookup}
	file, err := config.Discover(system, "/usr/bin/sextant-mcp")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range file.Servers {
		names = append(names, s.Name)
	}
	if got := strings.Join(names, " "); got != "db lint mine mail off" || file.Servers[0].Args[0] != work || !file.Servers[4].Disabled {
		t.Errorf("%s %+v", got, file.Servers)
	}
	var problems []string
	for _, p := range file.Problems {
		problems = append(problems, p.String())
	}
	for i, want := range []string{
		`"sextant": left out: it would start this program itself`, `asked for by VS Code`, `"ask": left out: env.K: ${input:k}`,
		`"db": left out: ` + filepath.ToSlash(work) + `/.mcp.json:1:17 names another server so`, `"front": left out: it would start`, `the file of Cursor is left out`,
	} {
		if len(problems) != 6 || !strings.Contains(problems[i], want) {
			t.Fatalf("problem %d is not %q:\n%s", i, want, strings.Join(problems, "\n"))
		}
	}

	_, err = config.Discover(config.System{OS: "linux", Home: t.TempDir(), Env: lookup}, "sextant-mcp")
	if !errors.Is(err, config.ErrNowhere) || !strings.Contains(err.Error(), ".cursor") {
		t.Error(err)
	}
}
