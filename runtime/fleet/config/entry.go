package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/tailscale/hujson"
)

// maxName is the longest name of a server, in bytes.
const maxName = 128

// fault is what is wrong with an entry, and where.
type fault struct {
	offset int
	error
}

func faultAt(v hujson.Value, format string, args ...any) error {
	return &fault{v.StartOffset, fmt.Errorf(format, args...)}
}

// entry reads one server. It is nil for an entry that is left out with an error.
func (r *reader) entry(server string, m hujson.ObjectMember) (*Server, error) {
	if err := checkName(server); err != nil {
		return nil, &fault{m.Name.StartOffset, err}
	}
	body, ok := m.Value.Value.(*hujson.Object)
	if !ok {
		return nil, faultAt(m.Value, "it must be an object with \"command\" or \"url\"")
	}
	s := &Server{Name: server, Pos: r.at(m.Name.StartOffset)}
	if err := s.readSwitches(body); err != nil {
		return nil, err
	}
	if s.Disabled {
		return s, nil // what else it says need not be right
	}
	kind := ""
	for _, field := range body.Members {
		if err := r.field(s, name(field.Name), field.Value, &kind); err != nil {
			return nil, err
		}
	}
	return s, s.settle(m.Value, kind)
}

func checkName(server string) error {
	switch {
	case strings.TrimSpace(server) == "":
		return errors.New("the name is empty")
	case len(server) > maxName:
		return fmt.Errorf("the name has %d bytes; the limit is %d", len(server), maxName)
	case strings.ContainsFunc(server, unicode.IsControl):
		return errors.New("the name holds control characters")
	}
	return nil
}

// readSwitches reads whether the server is switched off.
func (s *Server) readSwitches(body *hujson.Object) error {
	for key, off := range map[string]bool{"disabled": true, "enabled": false} {
		value := member(body, key)
		if value == nil {
			continue
		}
		literal, ok := value.Value.(hujson.Literal)
		if !ok || literal.Kind() != 't' && literal.Kind() != 'f' {
			return faultAt(*value, "%q must be true or false", key)
		}
		if literal.Bool() == off {
			s.Disabled = true
		}
	}
	return nil
}

func (r *reader) field(s *Server, key string, v hujson.Value, kind *string) (err error) {
	switch key {
	case "type", "transport":
		*kind, err = r.text(v, key)
	case "command":
		s.Command, err = r.text(v, key)
	case "args":
		s.Args, err = r.texts(v, key)
	case "cwd":
		s.Dir, err = r.folder(v, key)
	case "url", "serverUrl", "httpUrl":
		s.URL, err = r.text(v, key)
	case "env":
		s.Env, err = r.variables(v, key)
	case "headers":
		s.Headers, err = r.variables(v, key)
	case "timeout":
		s.Timeout, err = seconds(v)
	case "envFile":
		r.problem(v.StartOffset, s.Name, false, `"envFile" is not read; put its variables into "env", or into the environment`)
	}
	return err
}

// text reads a string and fills in its variables.
func (r *reader) text(v hujson.Value, what string) (string, error) {
	literal, ok := v.Value.(hujson.Literal)
	if !ok || literal.Kind() != '"' {
		return "", faultAt(v, "%s must be a string", what)
	}
	out, err := r.vars.expand(literal.String())
	if err != nil {
		return "", faultAt(v, "%s: %w", what, err)
	}
	if strings.ContainsRune(out, 0) {
		return "", faultAt(v, "%s holds a zero byte", what)
	}
	return out, nil
}

func (r *reader) texts(v hujson.Value, what string) ([]string, error) {
	list, ok := v.Value.(*hujson.Array)
	if !ok {
		return nil, faultAt(v, "%s must be a list of strings", what)
	}
	out := make([]string, 0, len(list.Elements))
	for i, e := range list.Elements {
		one, err := r.text(e, fmt.Sprintf("%s[%d]", what, i))
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// folder reads a path, relative ones against the workspace.
func (r *reader) folder(v hujson.Value, what string) (string, error) {
	path, err := r.text(v, what)
	if err != nil || path == "" || filepath.IsAbs(path) {
		return path, err
	}
	return filepath.Join(r.vars.workspace, path), nil
}

// variables reads names and values. Numbers and truth values are taken as they
// are written: files have them, and processes only know text.
func (r *reader) variables(v hujson.Value, what string) ([]Variable, error) {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil, faultAt(v, "%s must be an object of strings", what)
	}
	var out []Variable
	for _, m := range object.Members {
		key := name(m.Name)
		literal, ok := m.Value.Value.(hujson.Literal)
		if key == "" || strings.ContainsAny(key, "=\x00\r\n") {
			return nil, faultAt(m.Name, "%s: a name is empty or has a character that names can't have", what)
		}
		if !ok || literal.Kind() == 'n' {
			return nil, faultAt(m.Value, "%s.%s must be a string", what, key)
		}
		text := strings.TrimSpace(string(literal))
		if literal.Kind() == '"' {
			text = literal.String()
		}
		value, err := r.vars.expand(text)
		if err != nil {
			return nil, faultAt(m.Value, "%s.%s: %w", what, key, err)
		}
		if strings.ContainsAny(value, "\x00") || what == "headers" && strings.ContainsAny(value, "\r\n") {
			return nil, faultAt(m.Value, "%s.%s has a character that values can't have", what, key)
		}
		out = append(out, Variable{key, Secret(value)})
	}
	return out, nil
}

// seconds reads a timeout. Clients disagree on its unit; a number from a
// thousand up is taken for milliseconds, for nobody waits a quarter of an hour
// by intention.
func seconds(v hujson.Value) (time.Duration, error) {
	var n float64
	literal, ok := v.Value.(hujson.Literal)
	if !ok || json.Unmarshal(literal, &n) != nil || n <= 0 || n > math.MaxInt32 {
		return 0, faultAt(v, "timeout must be a number of seconds, or of milliseconds from 1000 up")
	}
	if n >= 1000 {
		n /= 1000
	}
	return time.Duration(n * float64(time.Second)), nil
}

// settle decides how the server is reached and checks that all is there.
func (s *Server) settle(v hujson.Value, kind string) error {
	switch strings.ToLower(strings.ReplaceAll(kind, "-", "")) {
	case "":
		if s.Command == "" && s.URL != "" {
			s.Kind = HTTP
		}
	case "stdio", "local":
	case "http", "streamablehttp", "remote":
		s.Kind = HTTP
	case "sse":
		return faultAt(v, `the transport "sse" is not spoken any more; most such servers also have a streamable HTTP address, to be given with "type": "http"`)
	default:
		return faultAt(v, `type %q is not known; want "stdio" or "http"`, kind)
	}
	if s.Kind == Stdio {
		if s.Command == "" {
			return faultAt(v, `it needs a "command" to start, or a "url" to reach it at`)
		}
		return nil
	}
	return s.checkURL(v)
}

func (s *Server) checkURL(v hujson.Value) error {
	if s.URL == "" {
		return faultAt(v, `it needs a "url"`)
	}
	u, err := url.Parse(s.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		// The address itself may hold a token.
		return faultAt(v, "the url is no address of the form https://host/path")
	}
	return nil
}
