package sweep

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
)

// directive is one inline ignore.
type directive struct {
	rules       []string
	reason      string
	start, end  int // of its text
	first, last int // the lines it covers
	used        bool
}

var (
	directiveText = regexp.MustCompile(`(<!--|#) *skillsweep:ignore(-file)?(?:[ \t]+([a-z0-9-]+(?:[ \t]*,[ \t]*[a-z0-9-]+)*))?(?:[ \t]+(.*?))?[ \t]*(?:-->|$)`)
	listComma     = regexp.MustCompile(`[ \t]*,[ \t]*`)
)

// directives finds the inline ignores of a file. HTML comments in its code are
// examples, not comments.
func (f *skillFile) directives() []*directive {
	var list []*directive
	for line := range f.at.starts {
		text := f.at.line(f.data, line+1)
		alone, behind := true, 0 // alone: nothing but ignores is in front
		for _, m := range directiveText.FindAllSubmatchIndex(text, -1) {
			alone = alone && len(bytes.TrimSpace(text[behind:m[0]])) == 0
			behind = m[1]
			start := f.at.starts[line] + m[0]
			if text[m[0]] == '<' && f.inCode(start) {
				continue
			}
			d := &directive{start: start, end: f.at.starts[line] + m[1], first: line + 1, last: line + 1}
			if m[6] >= 0 {
				d.rules = listComma.Split(string(text[m[6]:m[7]]), -1)
			}
			if m[8] >= 0 {
				d.reason = strings.Trim(string(text[m[8]:m[9]]), " \t:-")
			}
			switch {
			case m[4] >= 0:
				d.first, d.last = 0, len(f.at.starts)
			case alone:
				d.last = blockEnd(f.data, f.at, line+2)
			}
			list = append(list, d)
		}
	}
	return list
}

// inCode tells whether a byte stands in a code block or in code in running text.
func (f *skillFile) inCode(at int) bool {
	if f.skill == nil {
		return false
	}
	for _, b := range f.skill.CodeBlocks {
		if b.Start <= at && at < b.End {
			return true
		}
	}
	for _, c := range f.skill.InlineCode {
		if start := f.at.offset(source.Position{Line: c.Line, Column: c.Column}); start <= at && at < start+len(c.Text) {
			return true
		}
	}
	return false
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
			byFile[f.path] = f.directives()
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
	judged := f.skill != nil
	for _, rule := range d.rules {
		known := Lookup(rule)
		judged = judged && known != nil && p.judges(known)
		if known == nil {
			p.report(f, "ignore-form", d.start, d.end, nil, "name a rule; skillsweep -rules lists them", "there is no rule %q", rule)
		}
	}
	switch {
	case len(d.rules) == 0:
		p.report(f, "ignore-form", d.start, d.end, nil, "write skillsweep:ignore RULE reason", "the ignore names no rule")
	case d.reason == "":
		p.report(f, "ignore-form", d.start, d.end, nil, "write the reason behind the rule", "the ignore gives no reason, so it silences nothing")
	case judged && !d.used:
		p.report(f, "ignore-unused", d.start, d.end, nil, "delete it", "the ignore of %s silences nothing", names(d.rules))
	}
}

// judges tells whether this run would find what breaks a rule: it is not turned
// off, and what the rule compares a skill with is there.
func (p *pass) judges(rule *Rule) bool {
	if severity, ok := p.config.Rules[rule.ID]; ok && severity == Off {
		return false
	}
	switch rule.Group {
	case GroupNote, GroupCalls, GroupParity, GroupDescriptors:
		return p.described
	case GroupTools:
		return p.described && !p.single
	}
	return (rule.ID != "route-gold" || p.described) && (rule.ID != "description-collision" || !p.single)
}
