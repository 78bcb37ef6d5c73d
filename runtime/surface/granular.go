package surface

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// granular is a tool that stands behind the verbs, as clients see it under its
// own name: a capability, or one operation of it.
type granular struct {
	name string
	id   string
	// action is the operation that the name stands for, "" for all of them.
	action string
	server string
	tags   []string
	verb   runtime.Verb
	// addsAction is set when the argument that selects the operation is not the
	// tool's own.
	addsAction bool
	// planRef and handle are the names of the arguments that the wrapper takes
	// for itself.
	planRef, handle string
	tool            mcp.Tool
}

// Names of the wrapper's arguments, and what goes before them when the tool has
// an argument of that name itself.
const (
	planRefArg = "plan_ref"
	handleArg  = "handle"
	actionArg  = "action"
	ownPrefix  = "sextant_"
)

const (
	planRefProperty = `{"type":"string","description":"from the preview: executes it"}`
	handleProperty  = `{"type":"string","description":"from load_tools"}`
)

// inputs are the input schemas of a capability, read once for all of its
// operations: the whole one, and the one without the argument that selects the
// operation, with the argument for plans each or without.
type inputs struct {
	planRef, handle          string
	takesAction, conditional bool
	confirms                 bool // the tool asks for confirmation itself
	whole, wholePlan         []byte
	operation, operationPlan []byte
	addsAction               bool
}

func readInputs(rec *runtime.Record, schemaText string) *inputs {
	in := &inputs{planRef: planRefArg, handle: handleArg, whole: objectSchema(schemaText), confirms: dispatch.AsksToConfirm(schemaText)}
	properties, _ := members(find(in.whole, "properties"))
	for _, m := range properties {
		switch m.key {
		case planRefArg:
			in.planRef = ownPrefix + planRefArg
		case handleArg:
			in.handle = ownPrefix + handleArg
		case actionArg:
			in.takesAction = true
		}
	}
	in.operation, in.conditional = in.whole, isConditional(in.whole)
	if ops := operations(rec); in.takesAction && !in.conditional {
		in.operation = dropProperty(in.whole, actionArg)
	} else if !in.takesAction && len(ops) > 1 {
		in.addsAction = true
		in.whole = addProperty(in.whole, actionArg, `{"type":"string","enum":`+string(mustJSON(ops))+`}`)
	}
	in.wholePlan = addProperty(in.whole, in.planRef, planRefProperty)
	in.operationPlan = addProperty(in.operation, in.planRef, planRefProperty)
	return in
}

// of is the schema of all operations or of one, with the argument for plans when
// its calls may be previewed.
func (in *inputs) of(action string, preview bool) []byte {
	schema := map[bool][]byte{true: in.wholePlan, false: in.whole}[preview]
	if action != "" {
		schema = map[bool][]byte{true: in.operationPlan, false: in.operation}[preview]
	}
	if action != "" && in.takesAction && in.conditional {
		return fixProperty(schema, actionArg, action)
	}
	return schema
}

// newGranular describes a capability, or the one operation of it that action
// names.
func newGranular(name string, rec *runtime.Record, in *inputs, action string) *granular {
	g := &granular{
		name: name, id: rec.ID, action: action, server: rec.Server, tags: rec.Tags,
		verb: primaryVerb(rec), planRef: in.planRef, handle: in.handle, addsAction: in.addsAction && action == "",
	}
	may := effectsOf(rec, action, in.confirms)
	schema := in.of(action, may.preview)
	g.tool = mcp.NewToolWithRawSchema(name, describeTool(rec, action), schema)
	g.tool.Title, g.tool.Annotations = rec.Title, may.annotations(rec)
	if !may.preview && isObjectSchema(rec.Output) {
		g.tool.RawOutputSchema = rec.Output // what is previewed first answers in another shape
	}
	return g
}

func primaryVerb(rec *runtime.Record) runtime.Verb {
	for _, v := range rec.Verbs {
		if v != runtime.Find {
			return v
		}
	}
	return runtime.Ask
}

// operations are the names of a capability's operations, none for one that has
// but the one that is named like itself.
func operations(rec *runtime.Record) []string {
	if len(rec.Actions) == 1 && rec.Actions[0].Name == rec.ID {
		return nil
	}
	names := make([]string, len(rec.Actions))
	for i, a := range rec.Actions {
		names[i] = a.Name
	}
	return names
}

func isObjectSchema(raw []byte) bool { return string(find(raw, "type")) == `"object"` }

// describeTool says what a tool does, and its operations where the name stands
// for several.
func describeTool(rec *runtime.Record, action string) string {
	if action != "" {
		for _, a := range rec.Actions {
			if a.Name == action && a.Note != "" {
				return sentence(a.Note) + " (" + rec.OneLine + ")"
			}
		}
		return rec.OneLine + " Operation: " + action + "."
	}
	if len(operations(rec)) < 2 {
		return rec.OneLine
	}
	var b strings.Builder
	b.WriteString(rec.OneLine + " Actions:")
	for _, a := range rec.Actions {
		b.WriteString("\n- " + a.Name)
		if a.Note != "" {
			b.WriteString(": " + a.Note)
		}
	}
	return b.String()
}

// sentence writes a note as one.
func sentence(note string) string {
	note = strings.TrimSpace(note)
	if note == "" {
		return ""
	}
	if !strings.HasSuffix(note, ".") {
		note += "."
	}
	first, size := utf8.DecodeRuneInString(note)
	return string(unicode.ToUpper(first)) + note[size:]
}

// effects is what the calls of a tool may do.
type effects struct {
	gravest    dispatch.Effect
	idempotent bool
	// preview is set when a call may have to be previewed first.
	preview bool
}

// effectsOf looks at one operation, or at all; confirms is set for a tool that
// asks for confirmation itself.
func effectsOf(rec *runtime.Record, action string, confirms bool) effects {
	names := []string{action}
	if ops := operations(rec); action == "" && len(ops) > 0 {
		names = ops
	}
	out := effects{idempotent: true}
	for _, name := range names {
		a := dispatch.Assess(rec, name)
		out.gravest = max(out.gravest, a.Effect)
		out.preview = out.preview || dispatch.Previewed(rec, name, confirms)
		out.idempotent = out.idempotent && (a.Effect == dispatch.Read || isIdempotent(rec, name))
	}
	return out
}

func isIdempotent(rec *runtime.Record, action string) bool {
	for _, a := range rec.Actions {
		if (a.Name == action || action == "" && len(rec.Actions) == 1) && a.Idempotent != nil {
			return *a.Idempotent
		}
	}
	return rec.Hints != nil && rec.Hints.Idempotent != nil && *rec.Hints.Idempotent && len(rec.Actions) < 2
}

// annotations say the worst that a call may do.
func (e effects) annotations(rec *runtime.Record) mcp.ToolAnnotation {
	open := true
	if rec.Hints != nil && rec.Hints.OpenWorld != nil {
		open = *rec.Hints.OpenWorld
	}
	hint := func(b bool) *bool { return &b }
	return mcp.ToolAnnotation{
		ReadOnlyHint: hint(e.gravest == dispatch.Read), DestructiveHint: hint(e.gravest == dispatch.Destroy),
		IdempotentHint: hint(e.idempotent), OpenWorldHint: hint(open),
	}
}
