package sweep

import (
	"bytes"
	"unicode"
)

// Bounds of a body that the Agent Skills format recommends. A token is counted
// as four characters, which is about right for English and for code; a character
// of Chinese, Japanese or Korean is about one token.
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
		p.fence(f)
		p.links(f)
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
	tokens := countTokens(body)
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

func countTokens(text []byte) int {
	letters, signs := 0, 0
	for _, r := range string(text) {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			signs++
		} else {
			letters++
		}
	}
	return letters/charsPerToken + signs
}

// fence reports a code block that the end of the body ends: its own fence is
// missing, or an earlier one was closed where another was meant to open.
func (p *pass) fence(f *skillFile) {
	if d := f.document(); d.open >= 0 {
		p.report(f, "code-fence", d.open, lineEnd(f.data, d.open), nil,
			"close it; a block that shows fences itself needs a longer fence around it", "this code block is not closed: all that follows is code")
	}
}
