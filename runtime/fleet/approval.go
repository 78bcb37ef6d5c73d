package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mcp/sextant/gen/hidden"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// StateDrifted is the state by which answers name a server that is ready, and some
// of whose tools are locked away.
const StateDrifted = "drifted"

// ToolList is what a server listed as its tools when it was last asked.
type ToolList struct {
	Server string
	// Items are the tools, as they were written.
	Items []link.Item
	// Partial tells that there are more than could be read.
	Partial bool
	// Problems say what was left out, and why.
	Problems []string
}

// Tools are the lists of all servers, in the order of the configuration.
func (f *Fleet) Tools() []ToolList {
	out := make([]ToolList, 0, len(f.mounts))
	for _, m := range f.mounts {
		l := m.current()
		out = append(out, ToolList{m.server.Name, l.tools.Items, l.tools.Partial, l.tools.Problems})
	}
	return out
}

// listed are the servers whose lists were read, be it that they are lost by now.
func (f *Fleet) listed() (names []string) {
	for _, m := range f.mounts {
		if l := m.current(); l.info.Protocol != "" {
			names = append(names, m.server.Name)
		}
	}
	return names
}

// read reads the lists and compares the tools with what was approved.
func (m *mount) read(ctx context.Context, conn *link.Conn) (lists, error) {
	l, err := readLists(ctx, conn)
	if err != nil {
		return l, err
	}
	if f := m.fleet.opt.Approved; f != nil {
		listed := make([]lock.Listed, len(l.tools.Items))
		for i, item := range l.tools.Items {
			listed[i] = lock.Listed{Name: item.Key, Raw: item.Raw}
		}
		l.check = f.Check(m.server.Name, listed, l.tools.Partial)
	}
	for _, item := range l.tools.Items {
		if m.accepts(&l, item.Key) {
			continue
		}
		for _, found := range hidden.InJSON(item.Raw, lock.Fields...) {
			l.hidden = append(l.hidden, hidden.Escape(item.Key)+": "+found.String())
		}
	}
	l.sums = make([]string, len(l.tools.Items))
	for i, item := range l.tools.Items {
		l.sums[i] = sumOf(item.Raw)
	}
	m.warn(&l)
	return l, nil
}

// accepts reports a tool of which a person accepted what can't be seen, and that
// is as it was then.
func (m *mount) accepts(l *lists, tool string) bool {
	if l.check == nil || l.check.Of(tool) != nil {
		return false
	}
	e := m.fleet.opt.Approved.Find(m.server.Name, tool)
	return e != nil && e.Accepts
}

// NoteDrift has the status of a server tell of skills that are not as they were
// approved: whoever reads them knows.
func (f *Fleet) NoteDrift(server string, drift []lock.Drift) {
	m := f.byName[server]
	if m == nil {
		return
	}
	m.mu.Lock()
	was := m.skills
	m.skills = drift
	l := m.lists
	m.now.tellDrift(&l, drift)
	m.mu.Unlock()
	if len(drift) > 0 && !slices.EqualFunc(was, drift, sameDrift) {
		m.warnDrift(drift)
	}
}

// maxTold bounds how many tools are named one by one.
const maxTold = 50

// warn tells of what is not as approved, and of what can't be seen, when that is
// new.
func (m *mount) warn(l *lists) {
	was := m.current()
	log := m.fleet.opt.Log
	if drift := driftOf(l); len(drift) > 0 && !slices.EqualFunc(drift, driftOf(&was), sameDrift) {
		m.warnDrift(drift)
	}
	if len(l.hidden) > 0 && !slices.Equal(l.hidden, was.hidden) {
		log.Warn("tools hold characters that can't be seen", "server", m.server.Name, "where", l.hidden[:min(len(l.hidden), maxTold)])
	}
}

func (m *mount) warnDrift(drift []lock.Drift) {
	names := make([]string, 0, maxTold)
	for _, d := range drift[:min(len(drift), maxTold)] {
		names = append(names, hidden.Escape(d.String()))
	}
	m.fleet.opt.Log.Warn("tools are not as they were approved", "server", m.server.Name, "number", len(drift), "drift", names,
		"served", !m.fleet.opt.Locked, "remedy", m.fleet.opt.Remedy)
}

func driftOf(l *lists) []lock.Drift {
	if l.check == nil {
		return nil
	}
	return l.check.Drift
}

func sameDrift(a, b lock.Drift) bool {
	return a.Kind == b.Kind && a.Tool == b.Tool && slices.Equal(a.Parts, b.Parts)
}

// tellDrift writes into a status what is not as approved.
func (s *Status) tellDrift(l *lists, skills []lock.Drift) {
	drift := slices.Concat(driftOf(l), skills)
	s.Drifted, s.Drift = len(drift), drift[:min(len(drift), maxTold)]
	s.Hidden = l.hidden[:min(len(l.hidden), maxTold)]
}

// withheld says how many tools of a server are not called, "" for none.
func (m *mount) withheld(s *Status) string {
	if !m.fleet.opt.Locked || s.Drifted == 0 {
		return ""
	}
	return fmt.Sprintf("%d of its tools changed, are new or vanished since they were approved, and are not called; %s names them", s.Drifted, StatusTool)
}

// permits refuses the call of a tool that is not as it was approved.
func (m *mount) permits(method string, params link.Params) error {
	if !m.fleet.opt.Locked || method != "tools/call" {
		return nil
	}
	var name string
	if err := json.Unmarshal(params["name"], &name); err != nil {
		return fmt.Errorf("the tool's name is no text: %w", err)
	}
	l := m.current()
	drift := l.check.Of(name)
	if drift == nil && m.fleet.opt.Approved.Find(m.server.Name, name) == nil {
		drift = &lock.Drift{Kind: lock.Added, Tool: name}
	}
	if drift == nil {
		return nil
	}
	return notCalled{m.refusal(*drift)}
}

// notCalled is the error for a call that was refused, as the dispatcher knows it.
type notCalled struct{ error }

// Is reports whether it is dispatch.ErrNotCalled.
func (notCalled) Is(target error) bool { return target == dispatch.ErrNotCalled }

// Unwrap returns the reason.
func (e notCalled) Unwrap() error { return e.error }

func (m *mount) refusal(d lock.Drift) error {
	return &lock.RefusedError{Server: m.server.Name, Drift: d, Remedy: m.fleet.opt.Remedy}
}

// absent says why a tool is not on the surface that its server lists: it is
// locked away.
func (f *Fleet) absent(name string) error {
	if !f.opt.Locked {
		return nil
	}
	var why error
	for _, m := range f.mounts {
		l := m.current()
		for _, d := range driftOf(&l) {
			if d.Kind == lock.Added && (d.Tool == name || clean(d.Tool) == name || m.server.Name+"/"+d.Tool == name || clean(m.server.Name)+Separator+clean(d.Tool) == name) {
				why = errors.Join(why, m.refusal(d))
			}
		}
	}
	return why
}

// ahead is the descriptor of a tool that its server has not listed. It is served
// while the server is not there yet, for a call then says so; of a server that is
// there the tool is gone. Instances of one server become one tool when they are
// there, and are waited for.
func (o *Overlay) ahead(c source.Capability, read []string) (source.Capability, bool) {
	if o.fleet.byName[c.Server] == nil {
		return c, true
	}
	if slices.Contains(read, c.Server) || o.hasInstances(&c) {
		return c, false
	}
	tool := lock.ToolName(&c)
	c = renamed(c, o.names.of(Origin{c.Server, tool}, c.ID))
	c.Name = tool
	return c, true
}

// hasInstances reports a tool that another server has to the letter.
func (o *Overlay) hasInstances(c *source.Capability) bool {
	digest := string(c.Extra[lock.KeyDigest])
	return digest != "" && slices.ContainsFunc(o.opt.Compiled.Descriptors, func(other source.Capability) bool {
		return other.Server != c.Server && string(other.Extra[lock.KeyDigest]) == digest
	})
}

// withoutHidden takes out of what is ranked and shown of a tool what nobody can
// see. The schema stays as it was written.
func withoutHidden(c *source.Capability) {
	c.Title, c.OneLine = hidden.Strip(c.Title), hidden.Strip(c.OneLine)
	for i := range c.TypedIO.Params {
		c.TypedIO.Params[i].Description = hidden.Strip(c.TypedIO.Params[i].Description)
	}
}
