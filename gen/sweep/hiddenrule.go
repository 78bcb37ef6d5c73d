package sweep

import (
	"strings"
	"unicode"
	"unicode/utf8"
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
			p.report(f, "hidden-text", h.start, h.end, nil, hint, "%d hidden characters, the first is %U", h.count, h.first)
		}
	}
	for _, c := range p.cat.Capabilities {
		if !p.isTool(c.ID) {
			continue
		}
		said := strings.Join([]string{c.ID, c.Title, c.OneLine, string(c.Schema)}, "\n")
		for _, h := range hiddenRuns(said) {
			p.reportAt("hidden-text", c.Pos, hint, "%s: %d hidden characters, the first is %U", c.ID, h.count, h.first)
			break
		}
	}
}

// hiddenRun is a stretch of hidden characters.
type hiddenRun struct {
	start, end, count int
	first             rune
}

func hiddenRuns(text string) (runs []hiddenRun) {
	var before rune
	flag := 0 // tag characters that may still follow a black flag
	for i, r := range text {
		if r == blackFlag {
			flag = maxFlagTags
		} else if flag > 0 && isTag(r) {
			flag--
			continue
		} else {
			flag = 0
		}
		if size := utf8.RuneLen(r); i > 0 && isHidden(r) && !joins(before, r, text[i+size:]) {
			if n := len(runs); n > 0 && runs[n-1].end == i {
				runs[n-1].end, runs[n-1].count = i+size, runs[n-1].count+1
			} else {
				runs = append(runs, hiddenRun{start: i, end: i + size, count: 1, first: r})
			}
		}
		before = r
	}
	return runs
}

// A black flag and up to six tag characters are the flag of a region.
const (
	blackFlag   = 0x1f3f4
	maxFlagTags = 6
)

func isTag(r rune) bool { return r >= 0xe0020 && r <= 0xe007f }

// isHidden tells characters that show nothing: format characters (zero width,
// direction, tags), fillers and the selectors of variants beyond the first 16.
func isHidden(r rune) bool {
	switch r {
	case '\u00ad': // a soft hyphen shows where a line breaks
		return false
	case '\u115f', '\u1160', '\u3164', '\uffa0', '\u034f', '\u2800':
		return true
	}
	return unicode.Is(unicode.Cf, r) || r >= 0xe0100 && r <= 0xe01ef
}

// joins tells whether a joiner does its work: between parts of an emoji, or
// between letters of a script that has joiners.
func joins(before, r rune, rest string) bool {
	if r != '\u200d' && r != '\u200c' {
		return false
	}
	after, _ := utf8.DecodeRuneInString(rest)
	return joinable(before) && joinable(after)
}

func joinable(r rune) bool {
	return r > 0x2000 && (unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) || r == 0xfe0f) ||
		unicode.In(r, unicode.Arabic, unicode.Devanagari, unicode.Bengali, unicode.Malayalam, unicode.Sinhala,
			unicode.Kannada, unicode.Tamil, unicode.Telugu, unicode.Syriac, unicode.Mongolian, unicode.Khmer, unicode.Myanmar)
}
