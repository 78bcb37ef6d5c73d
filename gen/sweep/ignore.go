package sweep

import (
	"bytes"
	"regexp"
	"strings"
)

// directive is one inline ignore.
type directive struct {
	rules       []string
	reason      string
	start, end  int // of its text
	first, last int // the lines it covers
	used        bool
}

var directiveText = regexp.MustCompile(`(?:<!--|#) *skillsweep:ignore(-file)?[ \t]+([a-z0-9,-]*[a-z0-9])?[ \t]*(.*)`)

// directives finds the inline ignores of a file.
func directives(data []byte, at *lines) []*directive {
	var list []*directive
	for line := range at.starts {
		text := at.line(data, line+1)
		m := directiveText.FindSubmatchIndex(text)
		if m == nil {
			continue
		}
		d := &directive{start: at.starts[line] + m[0], end: at.starts[line] + len(text), first: line + 1, last: line + 1}
		if m[4] >= 0 {
			d.rules = strings.Split(string(text[m[4]:m[5]]), ",")
		}
		reason, _, _ := strings.Cut(string(text[m[6]:m[7]]), "-->")
		d.reason = strings.Trim(reason, " \t:-")
		switch {
		case m[2] >= 0:
			d.first, d.last = 0, len(at.starts)
		case len(bytes.TrimSpace(text[:m[0]])) == 0:
			d.last = blockEnd(data, at, line+2)
		}
		list = append(list, d)
	}
	return list
}

// line returns a line without its end; the first is 1.
func (l *lines) line(data []byte, number int) []byte {
	start := l.starts[number-1]
	end := len(data)
	if number < len(l.starts) {
		end = l.starts[number] - 1
	}
	return bytes.TrimSuffix(data[start:end], []byte{'\r'})
}

// blockEnd is the last line of the block that begins in or behind a line: up to
// the next blank line, or to the fence that closes a code block.
func blockEnd(data []byte, at *lines, line int) int {
	for line <= len(at.starts) && len(bytes.TrimSpace(at.line(data, line))) == 0 {
		line++
	}
	if line > len(at.starts) {
		return len(at.starts)
	}
	fence := ""
	for _, mark := range []string{"```", "~~~"} {
		if bytes.HasPrefix(bytes.TrimSpace(at.line(data, line)), []byte(mark)) {
			fence = mark
		}
	}
	for line++; line <= len(at.starts); line++ {
		text := bytes.TrimSpace(at.line(data, line))
		if fence != "" && bytes.HasPrefix(text, []byte(fence)) {
			return line
		}
		if fence == "" && len(text) == 0 {
			return line - 1
		}
	}
	return len(at.starts)
}

// ignores leaves out what the configuration and inline ignores silence, and
// reports the ignores that are wrong or silence nothing.
func (p *pass) ignores(found []Finding) []Finding {
	byFile := map[string][]*directive{}
	for _, f := range p.files {
		if bytes.Contains(f.data, []byte("skillsweep:ignore")) {
			byFile[f.path] = directives(f.data, f.at)
		}
	}
	p.findings = nil
	for _, f := range found {
		if !silenced(byFile[f.Pos.File], f) && !p.config.ignored(f) {
			p.findings = append(p.findings, f)
		}
	}
	for _, f := range p.files {
		for _, d := range byFile[f.path] {
			p.directive(f, d)
		}
	}
	return p.findings
}

func silenced(list []*directive, f Finding) bool {
	for _, d := range list {
		for _, rule := range d.rules {
			if rule == f.Rule && d.reason != "" && d.first <= f.Pos.Line && f.Pos.Line <= d.last {
				d.used = true
				return true
			}
		}
	}
	return false
}

func (p *pass) directive(f *skillFile, d *directive) {
	known := len(d.rules) > 0
	for _, rule := range d.rules {
		if Lookup(rule) == nil {
			known = false
			p.report(f, "ignore-form", d.start, d.end, nil, "name a rule; skillsweep -rules lists them", "there is no rule %q", rule)
		}
	}
	switch {
	case len(d.rules) == 0:
		p.report(f, "ignore-form", d.start, d.end, nil, "write skillsweep:ignore RULE reason", "the ignore names no rule")
	case d.reason == "":
		p.report(f, "ignore-form", d.start, d.end, nil, "write the reason behind the rule", "the ignore gives no reason, so it silences nothing")
	case known && !d.used:
		p.report(f, "ignore-unused", d.start, d.end, nil, "delete it", "the ignore of %s silences nothing", names(d.rules))
	}
}
