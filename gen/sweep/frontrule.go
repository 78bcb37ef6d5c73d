package sweep

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/sextant-mcp/sextant/gen/source"
)

// Bounds of the Agent Skills format, in characters.
const (
	maxName          = 64
	maxDescription   = 1024
	maxCompatibility = 500
)

// skillTypes are the values of skill_type.
var skillTypes = []string{"skill", "workflow", "graph"}

// checkFrontmatter checks what the fields say; that they are there and of the
// right type is the reader's part.
func checkFrontmatter(p *pass) {
	for _, f := range p.files {
		if f.skill != nil {
			frontCheck{p: p, f: f, s: f.skill}.run()
		}
	}
}

type frontCheck struct {
	p *pass
	f *skillFile
	s *source.Skill
}

func (c frontCheck) run() {
	if _, ok := c.s.FieldPos["name"]; ok {
		c.name()
	}
	if n := utf8.RuneCountInString(c.s.Description); n > maxDescription {
		c.report("description-length", "description", "keep what the skill does and when to use it, and move the rest into the body",
			"the description has %d characters, the limit is %d", n, maxDescription)
	}
	if n := utf8.RuneCountInString(c.s.Compatibility); n > maxCompatibility {
		c.report("compatibility-length", "compatibility", "name what is needed and leave out why",
			"compatibility has %d characters, the limit is %d", n, maxCompatibility)
	}
	if c.s.Type != "" && !slices.Contains(skillTypes, c.s.Type) {
		c.report("skill-type", "skill_type", "write one of the three", "skill_type is %q, want skill, workflow or graph", c.s.Type)
	}
	c.when()
	c.cut()
	c.allowedTools()
	c.unknown()
}

func (c frontCheck) name() {
	name := norm.NFKC.String(c.s.Name)
	if problem := nameFault(name); problem != "" {
		c.report("name-form", "name", "use lower-case letters, digits and single hyphens, as in "+suggestName(name),
			"the name %q %s", c.s.Name, problem)
	}
	if folder := folderOf(c.s.Path); norm.NFKC.String(folder) != name {
		c.report("name-folder", "name", "rename the one or the other", "the name is %q, but the folder is %q", c.s.Name, folder)
	}
}

// nameFault says what is wrong with a name, "" when nothing is.
func nameFault(name string) string {
	bad := strings.IndexFunc(name, func(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	switch {
	case utf8.RuneCountInString(name) > maxName:
		return "has more than 64 characters"
	case name != strings.ToLower(name):
		return "has upper-case letters"
	case strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-"):
		return "begins or ends with a hyphen"
	case strings.Contains(name, "--"):
		return "has two hyphens in a row"
	case bad >= 0:
		r, _ := utf8.DecodeRuneInString(name[bad:])
		return "holds " + string(quoteRune(r))
	}
	return ""
}

func quoteRune(r rune) []rune {
	if r == ' ' {
		return []rune("a space")
	}
	return []rune{'\'', r, '\''}
}

// suggestName turns any name into one of the right form.
func suggestName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	short := strings.Join(words, "-")
	if utf8.RuneCountInString(short) > maxName {
		short = strings.TrimRight(string([]rune(short)[:maxName]), "-")
	}
	if short == "" {
		return "my-skill"
	}
	return short
}

// folderOf is the name of the folder that holds a file, also for a relative path.
func folderOf(file string) string {
	if name := path.Base(path.Dir(file)); name != "." && name != ".." {
		return name
	}
	full, err := filepath.Abs(filepath.FromSlash(file))
	if err != nil {
		return path.Base(path.Dir(file))
	}
	return filepath.Base(filepath.Dir(full))
}

// whenWord matches what a description says the time of use with.
var whenWord = regexp.MustCompile(`(?i)\b(?:us(?:e|ed|ing)|when(?:ever)?|if|before|after|while|during|trigger(?:s|ed)?|invoke[ds]?|requests?|asks?|asked)\b`)

// when notes a description that tells no time of use.
func (c frontCheck) when() {
	text := c.s.Description
	foreign := strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }) >= 0
	if text != "" && !foreign && !whenWord.MatchString(text) {
		c.report("description-when", "description", "add a sentence that begins with: Use it when", "the description does not say when to use the skill")
	}
}

// report points at a field of the front matter.
func (c frontCheck) report(rule, field, hint, format string, args ...any) {
	start := c.s.FrontStart
	if pos, ok := c.s.FieldPos[field]; ok {
		start = c.f.at.offset(pos)
	}
	c.p.report(c.f, rule, start, start+len(field), nil, hint, format, args...)
}
