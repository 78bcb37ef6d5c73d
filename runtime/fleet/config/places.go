package config

import (
	"path/filepath"
)

// System is where a person's programs keep their files.
type System struct {
	// OS is the operating system, as runtime.GOOS names it.
	OS string
	// Home is the person's folder, Work the one that they work in; what would be in
	// one that is "" is not looked for.
	Home, Work string
	// Env is the environment.
	Env Lookup
}

// Place is a file in which a client keeps servers.
type Place struct{ Client, Path string }

// Places are the files in which the known clients keep servers, those of the
// project in front of the person's own: where two files name a server, the first
// one goes.
func (s System) Places() []Place {
	var out []Place
	add := func(client, folder string, path ...string) {
		if folder != "" {
			out = append(out, Place{client, filepath.Join(append([]string{folder}, path...)...)})
		}
	}
	add("Claude Code", s.Work, ".mcp.json")
	add("Cursor", s.Work, ".cursor", "mcp.json")
	add("VS Code", s.Work, ".vscode", "mcp.json")
	add("Claude Code", s.folder("CLAUDE_CONFIG_DIR", s.Home), ".claude.json")
	add("Claude Desktop", s.settings(), "Claude", "claude_desktop_config.json")
	add("Cursor", s.Home, ".cursor", "mcp.json")
	add("VS Code", s.settings(), "Code", "User", "mcp.json")
	return out
}

// settings is the folder in which programs keep a person's settings.
func (s System) settings() string {
	if s.Home == "" && s.OS != "windows" {
		return s.folder("XDG_CONFIG_HOME", "")
	}
	switch s.OS {
	case "darwin":
		return filepath.Join(s.Home, "Library", "Application Support")
	case "windows":
		fallback := ""
		if s.Home != "" {
			fallback = filepath.Join(s.Home, "AppData", "Roaming")
		}
		return s.folder("APPDATA", fallback)
	}
	return s.folder("XDG_CONFIG_HOME", filepath.Join(s.Home, ".config"))
}

// folder is the one that a variable names, if it is absolute, else another.
func (s System) folder(variable, other string) string {
	if s.Env == nil {
		return other
	}
	if path, set := s.Env(variable); set && filepath.IsAbs(path) {
		return path
	}
	return other
}
