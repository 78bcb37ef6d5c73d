package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
	"github.com/sextant-mcp/sextant/runtime/surface/skills"
)

// locking is what the flags say of the file that approves the mounted tools.
type locking struct {
	locked bool
	path   string

	file *lock.File // nil without one
}

func (l *locking) register(fs *flag.FlagSet) {
	fs.BoolVar(&l.locked, "locked", false, "with -config, do not call tools that changed since sextant probe wrote them down, nor new ones")
	fs.StringVar(&l.path, "cpd", "", "with -config, the `file` of descriptors that sextant probe wrote (default the configuration's name with .lock.json in place of .json, if it is there)")
}

// check refuses flags that have nothing to work on.
func (l *locking) check(config string) error {
	switch {
	case config == anywhere && l.locked && l.path == "":
		return errors.New("-locked: the files of several clients have no lockfile beside them; name one with -cpd")
	case config != "":
		return nil
	case l.locked:
		return errors.New("-locked: there is nothing to lock without -config; the built-in surface is compiled")
	case l.path != "":
		return errors.New("-cpd: the descriptors of mounted servers need -config; a surface of your own is compiled by sextant generate")
	}
	return nil
}

// open reads the file for a configuration. A file that nobody named may be
// missing, unless tools are to be locked.
func (l *locking) open(config string, log *slog.Logger) error {
	path := l.path
	if path == "" && config == anywhere {
		return nil
	}
	if path == "" {
		path = lock.DefaultPath(config)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && !l.locked {
			return nil
		}
	}
	file, diagnostics, err := lock.Read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no %s to tell what is approved; write it with %s, and review it", path, l.remedy(config))
	case err != nil:
		return fmt.Errorf("the descriptors of the mounted servers: %w", err)
	}
	for _, d := range diagnostics {
		log.Warn("descriptors", "problem", d.String())
	}
	log.Info("descriptors", "file", path, "approved", len(file.Entries()), "locked", l.locked)
	l.file = file
	return nil
}

// remedy is the command that compares the servers with the file.
func (l *locking) remedy(config string) string {
	path := l.path
	if config == anywhere {
		config = "FILE"
	}
	if path == "" {
		path = lock.DefaultPath(config)
	}
	return fmt.Sprintf("sextant probe -config %s -o %s", config, path)
}

// join has a fleet hold its tools against the file.
func (l *locking) join(opt fleet.Options, config string) fleet.Options {
	opt.Approved, opt.Locked, opt.Remedy = l.file, l.locked, l.remedy(config)
	return opt
}

// descriptors are those of the file for the tools of these servers.
func (l *locking) descriptors(servers []config.Server) []source.Capability {
	if l.file == nil {
		return nil
	}
	return l.file.Descriptors(func(name string) bool {
		return slices.ContainsFunc(servers, func(s config.Server) bool { return s.Name == name && !s.Disabled })
	})
}

// skills holds the skills of a server against the file, as its tools are.
func (l *locking) skills(from skills.Source, server string, f *fleet.Fleet) skills.Source {
	if l.file == nil {
		return from
	}
	return skills.Approved(from, server, l.file.Skills(), l.locked, func(drift []lock.Drift) { f.NoteDrift(server, drift) })
}
