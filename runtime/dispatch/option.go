package dispatch

import (
	"maps"
	"slices"

	"github.com/sextant-mcp/sextant/runtime"
)

// option is the exact next call that has a capability do what the intent says,
// under the wanted verb where that may reach it. The hints given so far are
// carried on as far as the capability knows them.
func (d *view) option(want runtime.Verb, intent string, t target, h hints) Option {
	given := d.carried(t, h)
	action := ""
	named, err := givenActionName(h.action, given, t.schema)
	if err != nil {
		named = h.action
	}
	choice, err := chooseAction(want, t.rec, t.schema, intent, named)
	if err == nil && len(choice.open) == 0 && choice.from != "default" {
		action = choice.name
	}
	effect := t.assess(choice.name).Effect
	filled := maps.Clone(given)
	d.fill(filled, t, choice, effect, intent)
	if t.schema.takesAction() && action != "" {
		filled[t.schema.selector()] = marshal(action)
	}
	var missing []string
	for _, name := range t.schema.required {
		if _, ok := filled[name]; !ok && t.schema.defaults[name] == nil {
			missing = append(missing, name)
		}
	}
	return nextCall(verbFor(t.rec, effect, want), intent, t, action, given, missing)
}

// labelled is option with a label that says what the capability is.
func (d *view) labelled(want runtime.Verb, intent string, t target, h hints) Option {
	o := d.option(want, intent, t, h)
	o.Label = label(t.rec)
	return o
}

func label(rec *runtime.Record) string {
	if rec.OneLine == "" {
		return rec.ID
	}
	return rec.ID + " (" + clip(rec.OneLine) + ")"
}

// carried are the given arguments that the capability has.
func (d *view) carried(t target, h hints) arguments {
	args, err := h.args.unwrap(t.schema)
	if err != nil {
		args = h.args
	}
	args, _ = args.with(h.offered).filledIn()
	out := arguments{}
	for name, value := range args {
		if _, known := t.schema.props[name]; known || !t.schema.closed && len(t.schema.props) == 0 {
			out[name] = value
		}
	}
	return out
}

// verbFor is a verb under which a call of that effect may run: the wanted one,
// else the first that the capability lists, else one that takes an override.
func verbFor(rec *runtime.Record, effect Effect, want runtime.Verb) runtime.Verb {
	fits := func(v runtime.Verb) bool {
		return v != runtime.Find && v != runtime.Any && (effect == Read || changes(v))
	}
	if slices.Contains(rec.Verbs, want) && fits(want) {
		return want
	}
	for _, v := range rec.Verbs {
		if fits(v) {
			return v
		}
	}
	if effect == Read {
		return runtime.Ask
	}
	return runtime.Act
}
