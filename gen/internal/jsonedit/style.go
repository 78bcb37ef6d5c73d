package jsonedit

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Style is how an object is written.
type Style struct {
	Lead  string // between the comma and the next key
	Colon string // the colon and the blanks around it
	unit  string // one step of indentation, when Lead breaks the line
}

// StyleOf reads the style of an object, which has parts, from its last two.
func (c Container) StyleOf(raw []byte) Style {
	last := c.Parts[len(c.Parts)-1]
	before := 1 // behind the opening brace
	if n := len(c.Parts); n > 1 {
		before = c.Parts[n-2].End
	}
	lead := string(raw[before:last.Begin])
	st := Style{
		Lead:  lead[strings.IndexByte(lead, ',')+1:],
		Colon: string(raw[last.KeyEnd:last.Start]),
		unit:  "  ",
	}
	closing := string(raw[last.End : len(raw)-1])
	own, outer := indent(st.Lead), indent(closing)
	switch {
	case st.breaks() && strings.Contains(closing, "\n") && strings.HasPrefix(own, outer) && own != outer:
		st.unit = own[len(outer):]
	case st.Lead == "" && st.comma() == ", ":
		st.Lead = " " // the only member, close to the brace
	}
	return st
}

// indent is what follows the last line end.
func indent(space string) string { return space[strings.LastIndexByte(space, '\n')+1:] }

// breaks tells whether members stand on lines of their own.
func (st Style) breaks() bool { return strings.Contains(st.Lead, "\n") }

// comma separates items on one line: as tight as the colon is.
func (st Style) comma() string {
	if strings.HasSuffix(st.Colon, ":") {
		return ","
	}
	return ", "
}

// Value writes a list or an object, open being its bracket, as the value of a
// member.
func (st Style) Value(open byte, items []string) string {
	end := map[byte]string{'[': "]", '{': "}"}[open]
	if !st.breaks() {
		return string(open) + strings.Join(items, st.comma()) + end
	}
	inner := st.Lead + st.unit
	return string(open) + inner + strings.Join(items, ","+inner) + st.Lead + end
}

// Whole writes a JSON value as the value of a member, with all that is in it.
func (st Style) Whole(value []byte) (string, error) {
	var b bytes.Buffer
	if !st.breaks() {
		err := json.Compact(&b, value)
		return b.String(), err
	}
	if err := json.Indent(&b, value, indent(st.Lead), st.unit); err != nil {
		return "", err
	}
	if strings.Contains(st.Lead, "\r\n") {
		return strings.ReplaceAll(b.String(), "\n", "\r\n"), nil
	}
	return b.String(), nil
}

// Separator is what stands between the parts of a list or object; where it has
// but one, what stands before that is repeated.
func (c Container) Separator(raw []byte, st Style) string {
	lead := string(raw[1:c.Parts[0].Begin])
	switch {
	case strings.Contains(lead, "\n"):
		return "," + lead
	case len(c.Parts) > 1:
		return string(raw[c.Parts[0].End:c.Parts[1].Begin])
	}
	return st.comma()
}
