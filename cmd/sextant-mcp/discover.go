package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

// anywhere is the configuration that stands for the files of all known clients.
const anywhere = "auto"

// discoveringVariable is set for the servers of a program that looks for them: one
// that does so itself would start its own kind without end.
const discoveringVariable = "SEXTANT_DISCOVERING"

// readConfig reads the servers that -config names, and logs what is wrong with
// them.
func readConfig(set settings, log *slog.Logger) (*config.File, error) {
	file, err := findConfig(set.config)
	if err != nil {
		return nil, err
	}
	for _, p := range file.Problems {
		log.Warn("configuration", "problem", p.String())
	}
	if len(file.Servers) == 0 {
		return nil, fmt.Errorf("%s names no server that can be used", set.config)
	}
	for _, s := range file.Servers {
		if set.config == anywhere {
			log.Info("found", "server", s.Name, "at", s.Pos.String(), "disabled", s.Disabled)
		}
	}
	return file, nil
}

func findConfig(path string) (*config.File, error) {
	if path != anywhere {
		return config.Read(path, os.LookupEnv)
	}
	if os.Getenv(discoveringVariable) != "" {
		return nil, errors.New("-config auto: this program was started as one of the servers that another one has found; give it a file, or take it out of that client's file")
	}
	if err := os.Setenv(discoveringVariable, "1"); err != nil {
		return nil, fmt.Errorf("-config auto: %w", err)
	}
	here := config.System{OS: runtime.GOOS, Env: os.LookupEnv}
	here.Home, _ = os.UserHomeDir() // without one, the project's files are left
	here.Work, _ = os.Getwd()       // without one, the person's files are left
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("-config auto: %w", err)
	}
	return config.Discover(here, self)
}
