package fleet

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// SelfName is the server name of the fleet's own tools.
const SelfName = "sextant-fleet"

// The fleet's own tools.
const (
	StatusTool     = "sextant_fleet_status"
	ReadResultTool = "sextant_read_result"
)

//go:embed capabilities.json
var descriptors []byte

// Descriptors returns the descriptors of the fleet's own tools as a capability
// file. The result must not be changed.
func Descriptors() []byte { return descriptors }

// self executes the fleet's own tools.
type self struct {
	fleet    *Fleet
	names    func() map[string]Origin
	problems func() []string
}

// Name implements dispatch.Upstream.
func (s *self) Name() string { return SelfName }

// Call implements dispatch.Upstream.
func (s *self) Call(_ context.Context, c dispatch.Call) (dispatch.Result, error) {
	switch c.Tool {
	case StatusTool:
		return s.status(c.Args)
	case ReadResultTool:
		return s.readResult(c.Caller, c.Args)
	}
	return dispatch.Result{}, fmt.Errorf("%s has no tool %q", SelfName, c.Tool)
}

type statusResult struct {
	Servers []Status `json:"servers"`
	// LeftOut are tools that could not be compiled, and why.
	LeftOut []string          `json:"left_out,omitempty"`
	Names   map[string]Origin `json:"names,omitempty"`
}

func (s *self) status(raw json.RawMessage) (dispatch.Result, error) {
	var args struct {
		Server string
		Names  bool
	}
	if err := json.Unmarshal(raw, &args); err != nil {
		return dispatch.Result{IsError: true, Text: "the arguments are not understood: " + err.Error()}, nil
	}
	out := statusResult{Servers: []Status{}}
	for _, one := range s.fleet.Status() {
		if args.Server == "" || args.Server == one.Name {
			out.Servers = append(out.Servers, one)
		}
	}
	if len(out.Servers) == 0 && args.Server != "" {
		return dispatch.Result{IsError: true, Text: fmt.Sprintf("no server is called %q; leave server out to see all", args.Server)}, nil
	}
	if args.Server == "" {
		out.LeftOut = s.problems()
	}
	if args.Names {
		out.Names = s.names()
	}
	return dispatch.Result{Structured: encode(out)}, nil
}

func (s *self) readResult(caller string, raw json.RawMessage) (dispatch.Result, error) {
	var args struct {
		Result         string
		Offset, Length int
	}
	if err := json.Unmarshal(raw, &args); err != nil {
		return dispatch.Result{IsError: true, Text: "the arguments are not understood: " + err.Error()}, nil
	}
	part, end, total, err := s.fleet.results.read(caller, args.Result, args.Offset, args.Length)
	if err != nil {
		return dispatch.Result{IsError: true, Text: err.Error()}, nil
	}
	return dispatch.Result{Structured: encode(map[string]any{"text": part, "offset": args.Offset, "end": end, "total": total, "more": end < total})}, nil
}
