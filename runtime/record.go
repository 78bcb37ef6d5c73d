package runtime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Record is what is known of a capability, as the compiler joined it from
// descriptors and skills. It is decoded when asked for; ranking needs only the
// head of the row.
type Record struct {
	ID    string `json:"-"`
	Kind  Kind   `json:"-"`
	Verbs []Verb `json:"-"` // in the declared order, the primary first
	// Name is the tool's own name at its server, "" where it is the ID.
	Name      string `json:"name,omitempty"`
	Title     string `json:"title,omitempty"`
	OneLine   string `json:"one_line,omitempty"`
	Server    string `json:"server,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	// Source says what the ranking rests on: SourceCPD or SourceLexical.
	Source string `json:"source"`
	// Changes is set where its name is taken for that of a change and only labelled
	// requests bring it behind a verb that reads: there it runs only if something
	// states that it reads.
	Changes   bool           `json:"changes,omitempty"`
	Actions   []ActionRecord `json:"actions,omitempty"`
	Params    []ParamRecord  `json:"params,omitempty"`
	Tags      []string       `json:"tags,omitempty"`
	Scopes    []string       `json:"scopes,omitempty"`
	Approval  string         `json:"approval,omitempty"`
	RestRoute string         `json:"rest_route,omitempty"`
	WhenToUse []string       `json:"when_to_use,omitempty"`
	WhenNot   []string       `json:"when_not,omitempty"`
	Caveats   []string       `json:"caveats,omitempty"`
	// Skills names the skills that wrap the capability, in order of name.
	Skills []string `json:"skills,omitempty"`
	// Wraps names the tools that a skill wraps.
	Wraps []string `json:"wraps,omitempty"`
	// Hints are the annotations of an MCP tool; nil ones were not given.
	Hints *HintRecord `json:"hints,omitempty"`
	// Output is the JSON Schema of the result, compact; nil where none is given.
	Output json.RawMessage `json:"output,omitempty"`
}

// What the ranking of a capability rests on.
const (
	SourceCPD     = "cpd"              // a descriptor with verbs of its own
	SourceLexical = "lexical_fallback" // its description and the verb table
)

// ActionRecord is one operation of a capability that has several.
type ActionRecord struct {
	Name string `json:"name"`
	Note string `json:"note,omitempty"`
	// Mutates and Idempotent are nil where the descriptor does not say.
	Mutates    *bool `json:"mutates,omitempty"`
	Idempotent *bool `json:"idempotent,omitempty"`
}

// ParamRecord is one argument of a capability.
type ParamRecord struct {
	Name        string          `json:"name"`
	Type        string          `json:"type,omitempty"`
	Required    bool            `json:"required,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"`
	Enum        []string        `json:"enum,omitempty"`
	Description string          `json:"description,omitempty"`
}

// HintRecord holds the annotations of an MCP tool as its server gave them.
type HintRecord struct {
	ReadOnly    *bool `json:"read_only,omitempty"`
	Destructive *bool `json:"destructive,omitempty"`
	Idempotent  *bool `json:"idempotent,omitempty"`
	OpenWorld   *bool `json:"open_world,omitempty"`
}

// retiredRow stands in the rows of capabilities, schemas and so on for an id
// whose capability is gone: ids are never given out twice.
const retiredRow = "-"

// AppendRecord appends the row of a record to dst, ended by a line break.
func AppendRecord(dst []byte, r *Record) ([]byte, error) {
	var body bytes.Buffer
	e := json.NewEncoder(&body)
	e.SetEscapeHTML(false) // rows are reviewed by people
	if err := e.Encode(r); err != nil {
		return dst, fmt.Errorf("record of %q: %w", r.ID, err)
	}
	dst = append(dst, QuoteID(r.ID)...)
	dst = append(dst, '\t')
	dst = append(dst, r.Kind.String()...)
	dst = append(dst, '\t')
	for i, v := range r.Verbs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, v.String()...)
	}
	dst = append(dst, '\t')
	return append(dst, body.Bytes()...), nil // Encode ended the line
}

// QuoteID writes an id as it stands in a row: as it is, or as a quoted Go
// string when it holds anything that a raw string literal or a reader's eye
// would lose: a quote in front, a backquote, or what does not print.
func QuoteID(id string) string {
	plain := !strings.HasPrefix(id, `"`) && !strings.Contains(id, "`") && utf8.ValidString(id) &&
		strings.IndexFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
	if plain {
		return id
	}
	return strings.ReplaceAll(strconv.Quote(id), "`", `\u0060`)
}

// UnquoteID reads an id as QuoteID writes it.
func UnquoteID(text string) (string, error) {
	if !strings.HasPrefix(text, `"`) {
		return text, nil
	}
	id, err := strconv.Unquote(text)
	if err != nil || id == "" {
		return "", fmt.Errorf("%.60s is no quoted id", text)
	}
	return id, nil
}

// AppendRetired appends the row of a retired id to dst.
func AppendRetired(dst []byte) []byte { return append(dst, retiredRow+"\n"...) }

// capability is the head of a record's row: what ranking reads, and where the
// rest is.
type capability struct {
	id    string
	kind  Kind
	verbs verbMask
	// primary is the verb declared first; it breaks ties.
	primary Verb
	order   string // the verbs as declared, comma separated
	body    string // the JSON object
	live    bool
	place   uint64 // see capabilityPlace
	// takes is how many parameters it has, where the decision asks for it.
	takes int
	// described is set where no request of its own is known, only those of others.
	described bool
}

func parseCapability(text string, line int) (capability, error) {
	if text == retiredRow {
		return capability{}, nil
	}
	f := strings.SplitN(text, "\t", 4)
	if len(f) != 4 || f[0] == "" {
		return capability{}, fmt.Errorf("capability row %d is malformed: %.40q", line, text)
	}
	c := capability{order: f[2], body: f[3], live: true}
	var err error
	if c.id, err = UnquoteID(f[0]); err != nil {
		return c, fmt.Errorf("capability row %d: %w", line, err)
	}
	c.place = capabilityPlace(c.id)
	if c.kind, err = ParseKind(f[1]); err != nil {
		return c, fmt.Errorf("capability row %d: %w", line, err)
	}
	for name := range strings.SplitSeq(f[2], ",") {
		v, err := ParseVerb(name)
		if err != nil {
			return c, fmt.Errorf("capability row %d: %w", line, err)
		}
		if c.verbs == 0 {
			c.primary = v
		}
		c.verbs |= maskOf(v)
	}
	return c, nil
}

// record decodes the whole row.
func (c *capability) record() (*Record, error) {
	r := &Record{ID: c.id, Kind: c.kind}
	if err := json.Unmarshal([]byte(c.body), r); err != nil {
		return nil, fmt.Errorf("record of %q: %w", c.id, err)
	}
	for name := range strings.SplitSeq(c.order, ",") {
		if v, err := ParseVerb(name); err == nil && v != Any {
			r.Verbs = append(r.Verbs, v)
		}
	}
	return r, nil
}

// parameters counts the capability's parameters; a row that is no record has
// none.
func (c *capability) parameters() int {
	var body struct {
		Params []struct{} `json:"params"`
	}
	if json.Unmarshal([]byte(c.body), &body) != nil {
		return 0
	}
	return len(body.Params)
}
