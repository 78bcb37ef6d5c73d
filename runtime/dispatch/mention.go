package dispatch

import (
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Formats that say that an argument takes a name of this surface.
const (
	FormatCapability = "sextant-capability"
	FormatSkill      = "sextant-skill"
)

// quotes are what stands around a name in a sentence.
const quotes = "`\"'“”‘’.,;:!?()[]"

// namedID returns the one capability, or skill, that the intent names by its
// id; "" when it names none or several, or when the format is none of the two.
func (d *view) namedID(format, intent string) string {
	if format != FormatCapability && format != FormatSkill {
		return ""
	}
	found := ""
	for word := range strings.FieldsSeq(intent) {
		word = unquoted(word)
		number, ok := d.router.Lookup(word)
		if !ok || word == found {
			continue
		}
		rec, err := d.records.of(d.router, number)
		if err != nil || format == FormatSkill && !rec.Kind.Instructs() {
			continue
		}
		if found != "" {
			return ""
		}
		found = word
	}
	return found
}

// unquoted is a word of a sentence without what stands around it.
func unquoted(word string) string {
	if isPlain(word[0]) && isPlain(word[len(word)-1]) {
		return word
	}
	return strings.Trim(word, quotes)
}

// isPlain tells letters and digits that need no further look.
func isPlain(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// speaksAbout finds the capability that a request wants to be told something
// about another one by: "describe book_loans" is a request for the tool that
// describes, although no word fits book_loans better than its name. It is the
// one that the rest of the request is routed to, if it takes a name of this
// surface as an argument.
func (t *turn) speaksAbout() (*runtime.Explanation, bool) {
	id := t.d.namedID(FormatCapability, t.req.Intent)
	if id == "" {
		return nil, false
	}
	rest := strings.ReplaceAll(t.req.Intent, id, " ")
	q := t.query(runtime.DefaultK)
	q.Intent = rest
	var room [runtime.DefaultK]runtime.Candidate
	d, candidates := t.d.router.Resolve(room[:0], q) // few requests speak about another capability
	if d.Outcome != runtime.Route || candidates[0].ID == id {
		return nil, false
	}
	chosen, err := t.d.at(candidates[0].Number)
	if err != nil || !slices.ContainsFunc(chosen.schema.order, func(name string) bool {
		return t.d.namedID(chosen.schema.props[name].Format, t.req.Intent) == id
	}) {
		return nil, false
	}
	e := t.d.router.Judge(q)
	e.Decision.Elsewhere = -1
	e.Why += " The request speaks about " + id + "."
	return e, true
}
