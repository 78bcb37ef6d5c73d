package sweep

import (
	"bytes"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Bounds of a body that the Agent Skills format recommends. A token is counted
// as four characters, which is about right for English and for code.
const (
	maxBodyLines  = 500
	maxBodyTokens = 5000
	charsPerToken = 4
)

// checkBody checks the form of a body and that what it points to exists.
func checkBody(p *pass) {
	for _, f := range p.files {
		if f.skill == nil {
			continue
		}
		p.headings(f)
		p.size(f)
		p.links(f)
		p.references(f)
	}
}

// headings checks that levels go down one at a time and that there is one title.
func (p *pass) headings(f *skillFile) {
	level, titled := 0, false
	for _, h := range f.skill.Headings {
		end := lineEnd(f.data, h.Offset)
		switch {
		case h.Level == 1 && titled:
			p.report(f, "heading-order", h.Offset, end, nil, "make it a second-level heading", "a second first-level heading")
		case level > 0 && h.Level > level+1:
			p.report(f, "heading-order", h.Offset, end, nil, "add the level between, or move it up",
				"a heading of level %d follows one of level %d", h.Level, level)
		}
		titled = titled || h.Level == 1
		level = h.Level
	}
}

func (p *pass) size(f *skillFile) {
	body := f.data[f.skill.BodyOffset:]
	lines := bytes.Count(bytes.TrimSpace(body), []byte("\n")) + 1
	tokens := utf8.RuneCount(body) / charsPerToken
	at := f.skill.BodyOffset
	switch {
	case lines > maxBodyLines:
		p.report(f, "body-length", at, at, nil, "move details into files below references/ and link to them",
			"the body has %d lines, the recommended limit is %d", lines, maxBodyLines)
	case tokens > maxBodyTokens:
		p.report(f, "body-length", at, at, nil, "move details into files below references/ and link to them",
			"the body has about %d tokens, the recommended limit is %d", tokens, maxBodyTokens)
	}
}

// links checks the links to files and to headings.
func (p *pass) links(f *skillFile) {
	for _, l := range f.document().links {
		u, err := url.Parse(l.target)
		if err != nil || u.Scheme != "" || u.Host != "" || strings.HasPrefix(l.target, "/") {
			continue
		}
		if isTemplate(l.target) {
			continue
		}
		if u.Path == "" {
			if u.Fragment != "" && !f.document().hasAnchor(f.data, u.Fragment) {
				p.report(f, "link-target", l.start, l.end, nil, "correct the anchor", "no heading has the anchor #%s", u.Fragment)
			}
			continue
		}
		p.file(f, u.Path, l.start, l.end)
	}
}

// ownFile matches a file in the folders of a skill whose files its text names
// without linking to them.
var ownFile = regexp.MustCompile(`^(?:\./)?(?:scripts|references|assets|templates)/[A-Za-z0-9_./-]+\.[A-Za-z0-9]+$`)

// references checks the files of the skill's own folders that code in running
// text names.
func (p *pass) references(f *skillFile) {
	for _, c := range f.skill.InlineCode {
		if !ownFile.MatchString(c.Text) {
			continue
		}
		s := snippet{f: f, text: c.Text, start: f.at.starts[c.Line-1] + c.Column - 1}
		p.file(f, c.Text, s.offset(0), s.offset(len(c.Text)))
	}
}

// file checks that a path relative to the skill's folder leads to something.
func (p *pass) file(f *skillFile, target string, start, end int) {
	full := path.Join(f.dir, target)
	if _, err := os.Stat(filepath.FromSlash(full)); err != nil {
		p.report(f, "link-target", start, end, nil, "correct the path, or add the file", "the skill names %s, which does not exist", target)
	}
}

// isTemplate tells a target that the reader completes.
func isTemplate(target string) bool {
	return strings.ContainsAny(target, "{}<>$*") || target == "url" || target == "link"
}
