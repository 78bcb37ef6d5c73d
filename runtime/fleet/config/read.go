package config

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"github.com/sextant-mcp/sextant/gen/source"
)

const (
	// MaxFile is the longest file that is read, in bytes.
	MaxFile = 4 << 20
	// MaxServers is how many entries one file may have.
	MaxServers = 256
	// maxDepth bounds nesting, so that a hostile file can't exhaust the stack.
	maxDepth = 64
)

// Lookup finds an environment variable, as os.LookupEnv does.
type Lookup func(name string) (string, bool)

// Read reads a file. The error is for a file that can't be read, is no JSON or
// holds no servers; what is wrong with single entries is among the problems.
func Read(path string, env Lookup) (*File, error) {
	return read(path, env, "")
}

// Parse reads the content of a file; the path stands in positions and is what
// ${workspaceFolder} is found from.
func Parse(path string, data []byte, env Lookup) (*File, error) {
	return parse(path, data, env, "")
}

// parse reads beside the servers of all those of a project, which go first.
func parse(path string, data []byte, env Lookup, project string) (*File, error) {
	r := &reader{
		file: &File{Path: path}, path: filepath.ToSlash(path), data: data, vars: newVariables(path, env), seen: map[string]bool{},
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	root, err := hujson.Parse(r.data)
	if err != nil {
		return nil, r.syntax(err)
	}
	own := projectServers(root, project)
	servers, inputs, err := r.find(root)
	if err != nil && (own == nil || !errors.Is(err, errNoServers)) {
		return nil, err
	}
	r.noteInputs(inputs)
	for _, one := range []*hujson.Object{own, servers} {
		if one != nil {
			r.entries(one)
		}
	}
	return r.file, nil
}

// reader turns a file into servers.
type reader struct {
	file *File
	path string // with forward slashes, for positions
	data []byte
	vars variables
	seen map[string]bool // names
}

// errNoServers is part of the error of a file that is well, and of something else.
var errNoServers = errors.New(`there is neither "mcpServers" nor "servers"`)

// projectServers are the servers that Claude Code keeps for one project among its
// other state, nil without.
func projectServers(root hujson.Value, project string) *hujson.Object {
	at := &root
	for _, key := range []string{"projects", project, "mcpServers"} {
		object, ok := at.Value.(*hujson.Object)
		if !ok || project == "" {
			return nil
		}
		if at = member(object, key); at == nil {
			return nil
		}
	}
	servers, _ := at.Value.(*hujson.Object)
	return servers
}

// check refuses what the parser should not be given.
func (r *reader) check() error {
	r.data = bytes.TrimPrefix(r.data, []byte("\xef\xbb\xbf"))
	switch {
	case len(r.data) > MaxFile:
		return fmt.Errorf("%s: the file has %d bytes; the limit is %d", r.path, len(r.data), MaxFile)
	case !utf8.Valid(r.data):
		return fmt.Errorf("%s: the file is not UTF-8; save it as UTF-8", r.path)
	case len(bytes.TrimSpace(r.data)) == 0:
		return fmt.Errorf("%s: the file is empty; a file without servers is %s", r.path, emptyFile)
	}
	if at := tooDeep(r.data); at >= 0 {
		return fmt.Errorf("%s: nested deeper than %d", r.at(at), maxDepth)
	}
	return nil
}

// tooDeep is where the nesting becomes too deep, -1 where it does not. It looks
// at brackets outside of texts and comments; the parser, which recurses, is not
// to meet more of them.
func tooDeep(data []byte) int {
	depth := 0
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case '/':
			i += commentLength(data[i:])
		case '{', '[':
			if depth++; depth > maxDepth {
				return i
			}
		case '}', ']':
			depth--
		}
	}
	return -1
}

// commentLength is by how much a comment that begins here goes on, 0 without.
func commentLength(data []byte) int {
	end := []byte("\n")
	switch {
	case bytes.HasPrefix(data, []byte("/*")):
		end = []byte("*/")
	case !bytes.HasPrefix(data, []byte("//")):
		return 0
	}
	if i := bytes.Index(data[2:], end); i >= 0 {
		return 2 + i + len(end) - 1
	}
	return len(data)
}

const emptyFile = `{"mcpServers": {}}`

// at is the position of a byte.
func (r *reader) at(offset int) source.Position {
	offset = min(max(offset, 0), len(r.data))
	before := r.data[:offset]
	return source.Position{
		File: r.path, Line: 1 + bytes.Count(before, []byte{'\n'}),
		Column: offset - bytes.LastIndexByte(before, '\n'),
	}
}

// syntax puts the parser's error into the form of the other messages. What it
// quotes from the file, which may be a secret without its quotes, is left out.
func (r *reader) syntax(err error) error {
	var line, column int
	if n, _ := fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &column); n != 2 {
		return fmt.Errorf("%s: this is no JSON", r.path)
	}
	what := err
	if cause := errors.Unwrap(err); cause != nil {
		what = cause
	}
	text, _, _ := strings.Cut(what.Error(), "invalid literal: ")
	if text == "" {
		text = "a value that is neither a text in quotes nor a number, true, false or null"
	}
	return fmt.Errorf("%s:%d:%d: this is no JSON: %s", r.path, line, column, text)
}

// find returns the object of the servers, and VS Code's inputs beside it.
func (r *reader) find(root hujson.Value) (servers *hujson.Object, inputs *hujson.Array, err error) {
	top, ok := root.Value.(*hujson.Object)
	if !ok {
		return nil, nil, fmt.Errorf("%s: want an object such as %s", r.at(root.StartOffset), emptyFile)
	}
	for _, key := range []string{"mcpServers", "servers", "mcp"} {
		value := member(top, key)
		if value == nil {
			continue
		}
		object, ok := value.Value.(*hujson.Object)
		if !ok {
			return nil, nil, fmt.Errorf("%s: %q must be an object of servers by name", r.at(value.StartOffset), key)
		}
		if key == "mcp" {
			return r.find(*value)
		}
		if list := member(top, "inputs"); list != nil {
			inputs, _ = list.Value.(*hujson.Array)
		}
		return object, inputs, nil
	}
	return nil, nil, fmt.Errorf("%s: %w; a file without servers is %s", r.at(root.StartOffset), errNoServers, emptyFile)
}

// member is the value of a key, the last one where the key stands twice, nil
// where it does not stand.
func member(o *hujson.Object, key string) (found *hujson.Value) {
	for i := range o.Members {
		if name(o.Members[i].Name) == key {
			found = &o.Members[i].Value
		}
	}
	return found
}

func name(v hujson.Value) string {
	literal, ok := v.Value.(hujson.Literal)
	if !ok {
		return ""
	}
	return literal.String()
}

func (r *reader) problem(offset int, server string, leftOut bool, format string, args ...any) {
	r.file.Problems = append(r.file.Problems, Problem{
		Pos: r.at(offset), Server: server, LeftOut: leftOut, Message: fmt.Sprintf(format, args...),
	})
}

// noteInputs says once that inputs are there, at the first of them.
func (r *reader) noteInputs(inputs *hujson.Array) {
	if inputs == nil || len(inputs.Elements) == 0 {
		return
	}
	r.problem(inputs.Elements[0].StartOffset, "", false,
		`"inputs" are asked for by VS Code; servers that use them with ${input:...} are left out here; use ${env:NAME} instead`)
}

// entries reads all servers.
func (r *reader) entries(servers *hujson.Object) {
	for i, m := range servers.Members {
		server := name(m.Name)
		switch {
		case i >= MaxServers:
			r.problem(m.Name.StartOffset, server, true, "left out, and all behind it: the limit is %d servers", MaxServers)
			return
		case r.seen[server]:
			r.problem(m.Name.StartOffset, server, true, "left out: the name stands twice; rename one of the two")
			continue
		}
		r.seen[server] = true
		entry, err := r.entry(server, m)
		var at *fault
		switch {
		case errors.As(err, &at):
			r.problem(at.offset, server, true, "left out: %v", err)
		case entry != nil:
			r.file.Servers = append(r.file.Servers, *entry)
		}
	}
}
