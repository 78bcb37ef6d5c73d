package enrich

import "strings"

// style is how an entry is written.
type style struct {
	lead  string // between the comma and the next key
	colon string // the colon and the blanks around it
	unit  string // one step of indentation, when lead breaks the line
}

// style reads the style of an object from its last two members.
func (c container) style(raw []byte) style {
	last := c.parts[len(c.parts)-1]
	before := 1 // behind the opening brace
	if n := len(c.parts); n > 1 {
		before = c.parts[n-2].end
	}
	lead := string(raw[before:last.begin])
	st := style{
		lead:  lead[strings.IndexByte(lead, ',')+1:],
		colon: string(raw[last.keyEnd:last.start]),
		unit:  "  ",
	}
	closing := string(raw[last.end : len(raw)-1])
	own, outer := indent(st.lead), indent(closing)
	switch {
	case st.breaks() && strings.Contains(closing, "\n") && strings.HasPrefix(own, outer) && own != outer:
		st.unit = own[len(outer):]
	case st.lead == "" && st.comma() == ", ":
		st.lead = " " // the only member, close to the brace
	}
	return st
}

// indent is what follows the last line end.
func indent(space string) string { return space[strings.LastIndexByte(space, '\n')+1:] }

// breaks tells whether members stand on lines of their own.
func (st style) breaks() bool { return strings.Contains(st.lead, "\n") }

// comma separates items on one line: as tight as the colon is.
func (st style) comma() string {
	if strings.HasSuffix(st.colon, ":") {
		return ","
	}
	return ", "
}

// value writes a list or an object as the value of a member.
func (st style) value(open byte, items []string) string {
	end := map[byte]string{'[': "]", '{': "}"}[open]
	if !st.breaks() {
		return string(open) + strings.Join(items, st.comma()) + end
	}
	inner := st.lead + st.unit
	return string(open) + inner + strings.Join(items, ","+inner) + st.lead + end
}

// separator is what stands between the parts of a list or object; where it has
// but one, what stands before that is repeated.
func (c container) separator(raw []byte, st style) string {
	lead := string(raw[1:c.parts[0].begin])
	switch {
	case strings.Contains(lead, "\n"):
		return "," + lead
	case len(c.parts) > 1:
		return string(raw[c.parts[0].end:c.parts[1].begin])
	}
	return st.comma()
}
