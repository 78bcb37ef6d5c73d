package own

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// ServerName is the name under which the tools are registered: the "server" of
// their descriptors.
const ServerName = "sextant"

//go:embed capabilities.json
var descriptors []byte

// Descriptors returns the descriptors of the tools as a capability file. The
// compiler adds them to the surface; the result must not be changed.
func Descriptors() []byte { return descriptors }

// Server executes the tools that work on the loaded surface itself. It is safe for
// concurrent use.
type Server struct {
	router  *runtime.Router
	skills  map[string][]runtime.SkillFile
	notes   map[string]string
	tools   map[string]tool
	keeper  Keeper // nil when nothing is learned
	learned *runtime.Rewards
}

// tool decodes its arguments and does its work. The result is encoded as JSON.
type tool func(ctx context.Context, c dispatch.Call) (any, error)

// quick is a tool that waits for nothing and does the same for everybody.
func quick(run func(args json.RawMessage) (any, error)) tool {
	return func(_ context.Context, c dispatch.Call) (any, error) { return run(c.Args) }
}

// New returns the server of a router's surface. The error says what is wrong
// with the tables.
func New(r *runtime.Router, opts ...Option) (*Server, error) {
	s := &Server{router: r, skills: map[string][]runtime.SkillFile{}, notes: map[string]string{}}
	for _, opt := range opts {
		opt(s)
	}
	files, err := r.Tables().SkillFiles()
	if err != nil {
		return nil, fmt.Errorf("own: %w", err)
	}
	for _, f := range files {
		if _, shown := r.Lookup(f.Skill); !shown {
			continue // the router is restricted
		}
		s.skills[f.Skill] = append(s.skills[f.Skill], f)
	}
	rows, err := r.Tables().NoteRows()
	if err != nil {
		return nil, fmt.Errorf("own: %w", err)
	}
	for _, row := range rows {
		s.notes[row.Skill] = row.Text
	}
	s.tools = map[string]tool{
		"sextant_explain_route":       s.explainRoute,
		"sextant_read_skill":          quick(s.readSkill),
		"sextant_list_capabilities":   quick(s.listCapabilities),
		"sextant_describe_capability": quick(s.describeCapability),
		"sextant_surface_stats":       quick(s.surfaceStats),
		"sextant_rewards_list":        s.listRewards,
		"sextant_rewards_reset":       s.resetRewards,
	}
	return s, nil
}

// Name implements dispatch.Upstream.
func (s *Server) Name() string { return ServerName }

// Call implements dispatch.Upstream. Whatever a tool objects to is a Result with
// IsError; only a tool that does not exist is an error.
func (s *Server) Call(ctx context.Context, c dispatch.Call) (dispatch.Result, error) {
	if err := ctx.Err(); err != nil {
		return dispatch.Result{}, err
	}
	run, ok := s.tools[c.Tool]
	if !ok {
		return dispatch.Result{}, fmt.Errorf("%s has no tool %q", ServerName, c.Tool)
	}
	value, err := run(ctx, c)
	if err != nil {
		return dispatch.Result{Text: err.Error(), IsError: true}, nil
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return dispatch.Result{}, fmt.Errorf("%s: %w", c.Tool, err)
	}
	return dispatch.Result{Structured: raw}, nil
}

// decode reads a tool's arguments. The dispatcher has validated them, other
// callers may not have.
func decode(args json.RawMessage, into any) error {
	if len(args) == 0 {
		return nil
	}
	if err := json.Unmarshal(args, into); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return fmt.Errorf("%s must be of type %s, not %s", wrong.Field, wrong.Type, wrong.Value)
		}
		return fmt.Errorf("the arguments are no JSON object: %w", err)
	}
	return nil
}

// records decodes every capability of the surface, in order of number. A broken
// row is left out.
func (s *Server) records() []*runtime.Record {
	var out []*runtime.Record
	for _, id := range s.router.Behind(runtime.Any) {
		if rec, err := s.record(id); err == nil {
			out = append(out, rec)
		}
	}
	return out
}

func (s *Server) record(id string) (*runtime.Record, error) {
	number, ok := s.router.Lookup(id)
	if !ok {
		return nil, fmt.Errorf("no capability is called %q; sextant_list_capabilities lists the ids", id)
	}
	return s.router.Record(number)
}

func verbNames(verbs []runtime.Verb) []string {
	names := make([]string, len(verbs))
	for i, v := range verbs {
		names[i] = v.String()
	}
	return names
}
