package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
)

// ErrNowhere is the error of a search that finds no server.
var ErrNowhere = errors.New("no server was found in the usual places")

// Discover reads the files of all known clients as one; see [System.Places]. A file
// that can't be read, a second server of a name and an entry that would start this
// program itself are left out and reported. self is the name of this program's
// file.
func Discover(s System, self string) (*File, error) {
	d := discovery{from: map[string]Server{}, self: programName(self)}
	var looked []string
	for _, place := range s.Places() {
		looked = append(looked, place.Path)
		d.read(place, s)
	}
	if len(d.file.Servers) == 0 {
		return nil, fmt.Errorf("%w; name a file, or put one at %s%s", ErrNowhere, strings.Join(looked, ", "), d.causes())
	}
	return &d.file, nil
}

// discovery is a file that is put together of several.
type discovery struct {
	file File
	from map[string]Server // by name
	self string
}

func (d *discovery) read(place Place, s System) {
	f, err := read(place.Path, s.Env, s.Work)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errNoServers):
		return
	case err != nil:
		d.problem(Problem{Pos: source.Position{File: filepath.ToSlash(place.Path), Line: 1, Column: 1}, LeftOut: true,
			Message: fmt.Sprintf("the file of %s is left out: %v", place.Client, err)})
		return
	}
	d.file.Path = place.Path
	d.file.Problems = append(d.file.Problems, f.Problems...)
	for _, one := range f.Servers {
		d.take(one)
	}
}

func (d *discovery) take(one Server) {
	before, twice := d.from[one.Name]
	switch {
	case twice && sameServer(before, one):
	case twice:
		d.problem(Problem{Pos: one.Pos, Server: one.Name, LeftOut: true,
			Message: fmt.Sprintf("left out: %s names another server so, and goes first; rename one of the two", before.Pos)})
	case d.isSelf(one):
		d.problem(Problem{Pos: one.Pos, Server: one.Name, LeftOut: true, Message: "left out: it would start this program itself"})
	case len(d.file.Servers) >= MaxServers:
		d.problem(Problem{Pos: one.Pos, Server: one.Name, LeftOut: true, Message: fmt.Sprintf("left out: the limit is %d servers", MaxServers)})
	default:
		d.from[one.Name] = one
		d.file.Servers = append(d.file.Servers, one)
	}
}

func (d *discovery) problem(p Problem) { d.file.Problems = append(d.file.Problems, p) }

// causes are the problems, for an error that nothing was found.
func (d *discovery) causes() string {
	var b strings.Builder
	for _, p := range d.file.Problems {
		b.WriteString("; " + p.String())
	}
	return b.String()
}

// isSelf reports an entry that starts this program, be it by a program that starts
// others.
func (d *discovery) isSelf(s Server) bool {
	names := append([]string{s.Command}, s.Args...)
	return d.self != "" && slices.ContainsFunc(names, func(word string) bool { return programName(word) == d.self })
}

// programName is the name of a program's file, as it is written on any system.
func programName(path string) string {
	path = path[strings.LastIndexAny(path, `/\`)+1:]
	return strings.TrimSuffix(strings.ToLower(path), ".exe")
}

// sameServer compares all but where the entries stand.
func sameServer(a, b Server) bool {
	a.Pos, b.Pos = source.Position{}, source.Position{}
	return reflect.DeepEqual(a, b)
}

// read reads a file as Read does, and beside its servers those that Claude Code
// keeps in it for a project.
func read(path string, env Lookup, project string) (*File, error) {
	data, err := load(path)
	if err != nil {
		return nil, err
	}
	return parse(path, data, env, project)
}

// load is the content of a file, if it can be a configuration.
func load(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("configuration: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("configuration %s is no file", path)
	case info.Size() > MaxFile:
		return nil, fmt.Errorf("configuration %s has %d bytes; the limit is %d", path, info.Size(), MaxFile)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	return data, nil
}
