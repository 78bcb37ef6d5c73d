package dispatch

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sextant-mcp/sextant/runtime"
)

// target is the capability that a request is for. Policy and call both work on
// the one target that this file resolves.
type target struct {
	number int
	rec    *runtime.Record
	schema *inputSchema
	pinned bool
}

// at reads the capability of a number. The error concerns that capability
// alone.
func (d *view) at(number int) (target, error) {
	rec, err := d.records.of(d.router, number)
	if err != nil {
		return target{}, err
	}
	return target{number: number, rec: rec, schema: d.schemas.of(number, rec)}, nil
}

// records are the capabilities that were called, decoded once. Nobody changes
// one.
type records struct{ known sync.Map }

func (r *records) of(router *runtime.Router, number int) (*runtime.Record, error) {
	if known, ok := r.known.Load(number); ok {
		return known.(*runtime.Record), nil
	}
	rec, err := router.Record(number)
	if err != nil {
		return nil, err
	}
	known, _ := r.known.LoadOrStore(number, rec)
	return known.(*runtime.Record), nil
}

// target resolves the request: the pinned capability, else the one that the
// router finds. The reply is set when there is none.
func (t *turn) target() (target, *Reply) {
	if t.hints.tool != "" {
		return t.pin()
	}
	return t.route()
}

// pin resolves hints.tool.
func (t *turn) pin() (target, *Reply) {
	number, err := t.d.pinned(t.hints.tool, t.req.Among)
	if err != nil {
		return target{}, t.routing.reject(UnknownTool, err)
	}
	chosen, err := t.d.at(number)
	if err != nil {
		return target{}, t.routing.reject(UnknownTool, err)
	}
	chosen.pinned = true
	t.choose(chosen)
	t.routing.Pinned, t.routing.Confidence = true, 1
	t.routing.Why = fmt.Sprintf("The caller named %s.", chosen.rec.ID)
	if t.req.Verb != runtime.Any && !slices.Contains(chosen.rec.Verbs, t.req.Verb) && !t.hints.override {
		return target{}, t.wrongVerb(chosen)
	}
	return chosen, nil
}

// wrongVerb is the reply to a pin under a verb that the tool does not list.
func (t *turn) wrongVerb(chosen target) *Reply {
	next := t.d.option(t.req.Verb, t.req.Intent, chosen, t.hints)
	t.routing.Options = []Option{next}
	return t.routing.reject(NotAllowed, fmt.Errorf("%s is behind %s, not behind %s; call %s",
		chosen.rec.ID, enumerate(verbNames(chosen.rec.Verbs), "and"), t.req.Verb, t.callText(next)))
}

func verbNames(verbs []runtime.Verb) []string {
	names := make([]string, len(verbs))
	for i, v := range verbs {
		names[i] = v.String()
	}
	return names
}

// pinned finds the capability of a name: its id, or what is the same but for
// spelling, or the part of its id behind the server's name when only one ends
// so, or the name that it has at its server when only one has it.
func (d *view) pinned(name string, among *runtime.Set) (int, error) {
	allowed := func(number int) bool { return among == nil || among.Has(number) }
	if number, ok := d.router.Lookup(name); ok && allowed(number) {
		return number, nil
	}
	if err := d.absent(name); err != nil {
		return 0, err
	}
	var found []string
	for _, id := range d.router.Behind(runtime.Any) {
		if number, _ := d.router.Lookup(id); !allowed(number) {
			continue
		}
		if leaf := id[strings.LastIndexByte(id, '/')+1:]; leaf == name || sameName(id, name) || d.nameAtServer(id) == name {
			found = append(found, id)
		}
	}
	if len(found) == 1 {
		number, _ := d.router.Lookup(found[0])
		return number, nil
	}
	if len(found) > 1 {
		return 0, fmt.Errorf("%q is the name of several: %s; pin one of them", clip(name), enumerate(found, "and"))
	}
	if len(name) > MaxIntent {
		return 0, fmt.Errorf("hints.tool has %d bytes; give the id of a capability, which find lists", len(name))
	}
	_, near := d.router.Resolve(nil, runtime.Query{Verb: runtime.Any, Intent: name, K: 3, Among: among})
	if len(near) == 0 {
		return 0, errNoCapability(name)
	}
	ids := make([]string, len(near))
	for i, c := range near {
		ids[i] = c.ID
	}
	return 0, fmt.Errorf("no capability is called %q; the nearest are %s", clip(name), enumerate(ids, "and"))
}

// nameAtServer is the name that a capability has at its server, "" where that is its
// id.
func (d *view) nameAtServer(id string) string {
	number, _ := d.router.Lookup(id)
	rec, err := d.records.of(d.router, number)
	if err != nil {
		return ""
	}
	return rec.Name
}

// absent says why a name is not on the surface, nil when nothing is known of it.
func (d *view) absent(name string) error {
	if d.opt.Absent == nil {
		return nil
	}
	return d.opt.Absent(name)
}

func errNoCapability(name string) error {
	return fmt.Errorf("no capability is called %q; find lists what there is", clip(name))
}

// nameOf is what the caller knows the capability by.
func (t *turn) nameOf(rec *runtime.Record) string {
	if t.direct != nil {
		return t.direct.Name
	}
	return rec.ID
}

// choose writes the capability into the routing.
func (t *turn) choose(chosen target) {
	rec := chosen.rec
	t.routing.ChosenTool, t.routing.Kind = rec.ID, rec.Kind.String()
	t.routing.Source, t.routing.Bind = rec.Source, runtime.BindingOf(rec)
	t.routing.Reward = t.reward(rec.ID)
	t.routing.Decision = DecisionRoute
}

func textOf(raw json.RawMessage) (string, error) {
	var text string
	err := json.Unmarshal(raw, &text)
	return text, err
}
