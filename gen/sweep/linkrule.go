package sweep

import (
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
)

// links checks that what a skill points to is there: by links, in code, by its
// licence.
func (p *pass) links(f *skillFile) {
	c := linkCheck{p: p, f: f, named: map[string]bool{}, shown: map[string]bool{}}
	for _, l := range f.document().links {
		c.link(l)
	}
	for _, code := range f.skill.InlineCode {
		c.code(&snippet{f: f, text: code.Text, start: f.at.starts[code.Line-1] + code.Column - 1})
	}
	for _, b := range f.skill.CodeBlocks {
		c.commands(&snippet{f: f, text: b.Text, start: b.Start, block: true})
	}
	c.license()
}

// linkCheck checks one skill.
type linkCheck struct {
	p     *pass
	f     *skillFile
	named map[string]bool // files that a finding names already
	shown map[string]bool // files that were first named as an example
}

func (c linkCheck) link(l link) {
	u, err := url.Parse(l.target)
	if err != nil || u.Scheme != "" || u.Host != "" || strings.HasPrefix(l.target, "/") || isTemplate(l.target) {
		return
	}
	if u.Path != "" && !c.file(u.Path, l.start, l.end) || u.Fragment == "" {
		return
	}
	doc, data, where := c.f.document(), c.f.data, ""
	if u.Path != "" {
		if doc, data = readBeside(path.Join(c.f.dir, u.Path)); doc == nil {
			return
		}
		where = " of " + u.Path
	}
	if !doc.hasAnchor(data, u.Fragment) {
		c.p.report(c.f, "link-target", l.start, l.end, nil, "correct the anchor", "no heading%s has the anchor #%s", where, u.Fragment)
	}
}

// readBeside reads a Markdown file that a link with an anchor leads to, nil for
// any other and for one that is too large to be read.
func readBeside(file string) (*document, []byte) {
	info, err := os.Stat(filepath.FromSlash(file))
	if err != nil || !info.Mode().IsRegular() || info.Size() > source.MaxSkill || !strings.EqualFold(path.Ext(file), ".md") {
		return nil, nil
	}
	data, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		return nil, nil
	}
	return readDocument(data, 0), data
}

const (
	filePath = `[A-Za-z0-9_./-]+\.[A-Za-z0-9]+`
	ownPath  = `(?:\./)?(?:scripts|references|assets|templates)/` + filePath
)

var (
	// ownFile matches a file in the folders of a skill whose files its text
	// names without linking to them.
	ownFile = regexp.MustCompile(`^` + ownPath + `$`)
	// anyFile matches a path that may lead into any other folder of the skill.
	anyFile = regexp.MustCompile(`^(?:\./)?([A-Za-z0-9_-]+)/` + filePath + `$`)
	// otherSkill matches the path of the skill next door.
	otherSkill = regexp.MustCompile(`^\.\./[A-Za-z0-9_-]+/SKILL\.md$`)
	// inSkill matches a path behind a word that clients replace by the skill's folder.
	inSkill = regexp.MustCompile(`(?:<(?:path-to-(?:this-)?skill|(?:this-)?skill[-_](?:dir|folder|path|root))>|\{baseDir\}|\$\{?[A-Z_]*SKILL_(?:DIR|ROOT|PATH)\}?)/(` + filePath + `)`)
	// runsOwn matches a command that runs such a file.
	runsOwn = regexp.MustCompile(`(?:^|[\s;&|(])(?:python3?|bash|sh|zsh|node|bun|tsx|ruby|perl|(?:deno|uv|bun) run)(?:\s+-[A-Za-z-]+)*\s+(` + ownPath + `)`)
	// exampleWord announces a file that only might exist.
	exampleWord = regexp.MustCompile(`(?i)\be\.g\.|\bfor instance\b|\bsuch as\b|\bexamples?\b`)
)

// code checks the file that code in running text names. One that is named as an
// example need not exist: that is no more than a note.
func (c linkCheck) code(s *snippet) {
	if !c.isOwn(s.text) {
		c.commands(s)
		return
	}
	start, end := s.offset(0), s.offset(len(s.text))
	if exampleWord.Match(c.before(start)) || hypothetical.Match(c.f.data[end:lineEnd(c.f.data, end)]) {
		c.shown[s.text] = true
	}
	if !c.shown[s.text] {
		c.file(s.text, start, end)
		return
	}
	c.missing(Note, s.text, start, end, ", as an example", "add the file if it is more than that")
}

// isOwn tells a path that is meant to lead to a file of the skill: in a folder
// that skills have, or that this one has, or to its neighbour.
func (c linkCheck) isOwn(text string) bool {
	if ownFile.MatchString(text) || otherSkill.MatchString(text) {
		return true
	}
	m := anyFile.FindStringSubmatch(text)
	return m != nil && c.exists(m[1])
}

// sentenceEnd matches what a word about the next example does not reach across.
var sentenceEnd = regexp.MustCompile(`[.!?] |[|]`)

// before is the text in front of an offset: of its line and its sentence.
func (c linkCheck) before(at int) []byte {
	text := c.f.data[c.f.at.start(at):at]
	if ends := sentenceEnd.FindAllIndex(text, -1); len(ends) > 0 {
		last := ends[len(ends)-1]
		if exampleWord.Match(text[last[0]-min(last[0], len("e.g")) : last[1]]) {
			return text // the stop of an abbreviation
		}
		return text[last[1]:]
	}
	return text
}

// hypothetical stands behind a file that does not exist yet.
var hypothetical = regexp.MustCompile(`(?i)\bwould\b`)

// commands checks the files that commands run. A manual shows the same command
// many times: one finding about it is enough. Where the skill does not have the
// folder at all, the command may be meant for the project that the reader works
// in, and the finding is a note.
func (c linkCheck) commands(s *snippet) {
	for _, m := range inSkill.FindAllStringSubmatchIndex(s.text, -1) {
		if target := path.Clean(s.text[m[2]:m[3]]); !c.named[target] {
			c.file(target, s.offset(m[2]), s.offset(m[3]))
		}
	}
	for _, m := range runsOwn.FindAllStringSubmatchIndex(s.text, -1) {
		target := path.Clean(s.text[m[2]:m[3]])
		if c.named[target] {
			continue
		}
		folder, _, _ := strings.Cut(target, "/")
		severity := Note
		if c.exists(folder) {
			severity = Warning
		}
		c.named[target] = true
		c.missing(severity, s.text[m[2]:m[3]], s.offset(m[2]), s.offset(m[3]), "", "correct the path, or add the file")
	}
}

// licenceFile matches the file that the field license refers to.
var licenceFile = regexp.MustCompile(`(?:^|\s)([A-Za-z0-9_./-]+\.(?:txt|md))\b`)

func (c linkCheck) license() {
	m := licenceFile.FindStringSubmatch(c.f.skill.License)
	pos, ok := c.f.skill.FieldPos["license"]
	if m == nil || !ok {
		return
	}
	start := c.f.at.offset(pos)
	c.file(m[1], start, start+len("license"))
}

// file reports a path relative to the skill's folder that leads to nothing, and
// tells whether it leads to something.
func (c linkCheck) file(target string, start, end int) bool {
	if c.exists(target) {
		return true
	}
	c.named[path.Clean(target)] = true
	c.missing(Warning, target, start, end, "", "correct the path, or add the file")
	return false
}

// missing reports a file unless it is there.
func (c linkCheck) missing(severity Severity, target string, start, end int, how, hint string) {
	if !c.exists(target) {
		c.p.add(Finding{
			Rule: "link-target", Severity: severity, Pos: c.f.at.at(start), End: c.f.at.at(end),
			Message: "the skill names " + target + ", which does not exist" + how, Hint: hint,
		})
	}
}

func (c linkCheck) exists(target string) bool {
	_, err := os.Stat(filepath.FromSlash(path.Join(c.f.dir, target)))
	return err == nil
}

// isTemplate tells a target that the reader completes.
func isTemplate(target string) bool {
	return strings.ContainsAny(target, "{}<>$*") || target == "url" || target == "link"
}
