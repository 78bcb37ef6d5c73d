package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

// load reads the configuration and the project.
func (o *options) load() (*sweep.Project, error) {
	for i, dir := range o.dirs {
		o.dirs[i] = fromHere(dir)
	}
	opt := sweep.Options{Dirs: o.dirs, Templates: o.templates}
	if o.cpd != "" {
		opt.Descriptors = strings.Split(o.cpd, ",")
	} else if isFile(defaultCPD) {
		opt.Descriptors = []string{defaultCPD}
	}
	if opt.Templates == "" && isFolder(defaultTemplates) {
		opt.Templates = defaultTemplates
	}
	if path := o.configPath(); path != "" {
		config, err := sweep.LoadConfig(path)
		if err != nil {
			return nil, err
		}
		opt.Config = config
	}
	return sweep.Load(opt)
}

// fromHere is a path below the current folder as a relative one: baselines,
// ignores and annotations know files by the path that they are shown with,
// whoever starts the command.
func fromHere(path string) string {
	here, err := os.Getwd()
	if err != nil || !filepath.IsAbs(path) {
		return path
	}
	if short, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(short) {
		return short
	}
	return path
}

// configPath is the configuration to use, "" for none. The folder above the
// first DIR is that of all skills when DIR is one of them.
func (o *options) configPath() string {
	if o.config != "" {
		return o.config
	}
	first := o.dirs[0]
	if !isFolder(first) {
		first = filepath.Dir(first)
	}
	for _, dir := range []string{first, filepath.Join(first, ".."), "."} {
		if path := filepath.Join(dir, sweep.ConfigFile); isFile(path) {
			return path
		}
	}
	return ""
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
