package sweep

import (
	"strings"
	"unicode/utf8"

	"github.com/sextant-mcp/sextant/gen/hidden"
)

// checkHidden looks for characters that a model reads and a person can't see.
func checkHidden(p *pass) {
	const hint = "delete it, or write it as a visible escape"
	for _, f := range p.files {
		if !utf8.Valid(f.data) {
			continue
		}
		text := string(f.data)
		for _, h := range hiddenRuns(text) {
			p.report(f, "hidden-text", h.Start, h.End, nil, hint, "%d hidden characters, the first is %U", h.Count, h.First)
		}
	}
	for _, c := range p.cat.Capabilities {
		if !p.isTool(c.ID) {
			continue
		}
		said := strings.Join([]string{c.ID, c.Title, c.OneLine, string(c.Schema)}, "\n")
		for _, h := range hiddenRuns(said) {
			p.reportAt("hidden-text", c.Pos, hint, "%s: %d hidden characters, the first is %U", c.ID, h.Count, h.First)
			break
		}
	}
}

// hiddenRuns are the stretches of hidden characters that are nobody's intent in a
// document. Control characters have a finding of their own, and fonts of symbols
// have their pictures among the private characters.
func hiddenRuns(text string) []hidden.Run {
	start := len(text) - len(strings.TrimPrefix(text, "\ufeff")) // a byte order mark is the reader's
	runs := hidden.Find(text[start:], hidden.Invisible, hidden.Direction, hidden.Tag, hidden.Selector)
	for i := range runs {
		runs[i].Start, runs[i].End = runs[i].Start+start, runs[i].End+start
	}
	return runs
}
