package sweep

import (
	"bytes"

	"github.com/sextant-mcp/sextant/gen/source"
)

// ruleOfCode names the rule that a code of the readers belongs to, in a SKILL.md
// or beside it. Codes that differ only in their cause share a rule.
var ruleOfCode = map[string]string{
	source.CodeRead: "skill-file", source.CodeTooLarge: "skill-file", source.CodeTooMany: "skill-file",
	source.CodeNesting: "skill-file", source.CodeNoSkill: "skill-file", source.CodeSkillName: "skill-file",
	source.CodeSymlink: "skill-file", source.CodeIrregular: "skill-file", source.CodeHiddenSkill: "skill-file",
	source.CodeUTF8: "encoding", source.CodeControlCharacter: "encoding",
	source.CodeBOM: "bom", source.CodeCRLF: "line-ends", source.CodeMixedNewlines: "line-ends",
	source.CodeNoFrontmatter: "frontmatter-missing", source.CodeUnclosed: "frontmatter-unclosed",
	source.CodeCut: "frontmatter-cut", source.CodeFence: "frontmatter-fence",
	source.CodeYAML: "yaml-syntax", source.CodeYAMLDepth: "yaml-syntax",
	source.CodeYAMLAlias: "yaml-alias", source.CodeYAMLMerge: "yaml-alias",
	source.CodeDuplicateKey: "duplicate-key",
	source.CodeMissing:      "field-missing", source.CodeEmpty: "field-missing", source.CodeType: "field-type",
	source.CodeNoBody: "body-missing", source.CodeNoTitle: "title-missing",
}

// checkReading hands on what the readers found.
func checkReading(p *pass) {
	for _, f := range p.files {
		for _, d := range f.found {
			p.read(f, d)
		}
		for _, d := range f.beside {
			rule := ruleOfCode[d.Code]
			if rule != "skill-file" {
				rule = "route-row"
			}
			p.add(Finding{Rule: rule, Severity: severityOf(d), Pos: d.Pos, End: d.Pos, Message: d.Message, Hint: d.Hint})
		}
	}
	for _, d := range p.diagnostics {
		rule := "descriptor"
		if d.Code == source.CodeDuplicateID {
			rule = "duplicate-name"
		}
		p.add(Finding{Rule: rule, Severity: severityOf(d), Pos: d.Pos, End: d.Pos, Message: d.Message, Hint: d.Hint})
	}
}

func severityOf(d source.Diagnostic) Severity {
	if d.Severity == source.Warning {
		return Warning
	}
	return Error
}

// read hands on one finding about a SKILL.md, with the fix where there is one.
func (p *pass) read(f *skillFile, d source.Diagnostic) {
	rule, ok := ruleOfCode[d.Code]
	if !ok {
		rule = "skill-file"
	}
	fix := readingFix(f, d)
	if fix != nil {
		fix.File = f.path
	}
	p.add(Finding{
		Rule: rule, Severity: severityOf(d), Pos: d.Pos, End: f.tokenEnd(d.Pos),
		Message: d.Message, Hint: d.Hint, Fix: fix,
	})
}

// tokenEnd is the end of the line that a position is in: the readers say where
// a fault begins, not how far it reaches.
func (f *skillFile) tokenEnd(pos source.Position) source.Position {
	if pos.Line == 0 || len(f.data) == 0 {
		return pos
	}
	start := f.at.offset(pos)
	return f.at.at(max(start, lineEnd(f.data, start)))
}

// readingFix mends the mechanical faults of a file's form.
func readingFix(f *skillFile, d source.Diagnostic) *Fix {
	switch d.Code {
	case source.CodeBOM:
		return &Fix{Label: "delete the byte order mark", Edits: []Edit{{Start: 0, End: bomEnd(f.data)}}}
	case source.CodeCRLF, source.CodeMixedNewlines:
		return fixLineEnds(f.data)
	case source.CodeFence:
		start := f.at.offset(d.Pos)
		return &Fix{Label: "delete the white space behind ---", Edits: []Edit{{Start: start, End: lineEnd(f.data, start)}}}
	case source.CodeNoFrontmatter:
		return fixOpening(f.data)
	case source.CodeYAML:
		if isColonFault(d) {
			return fixColons(f, d.Pos.Line)
		}
	}
	return nil
}

// bomEnd is the offset behind the byte order marks that data starts with: a
// tool that adds one does so at every save.
func bomEnd(data []byte) (end int) {
	for bytes.HasPrefix(data[end:], []byte(bom)) {
		end += len(bom)
	}
	return end
}

const bom = "\xef\xbb\xbf"

// fixLineEnds turns CR LF into LF, however many CR stand before it. A CR
// elsewhere may be anything; it is left to a person.
func fixLineEnds(data []byte) *Fix {
	fix := &Fix{Label: "end all lines in LF"}
	for i := 0; i < len(data); i++ {
		start := i
		for i < len(data) && data[i] == '\r' {
			i++
		}
		if i > start && i < len(data) && data[i] == '\n' {
			fix.Edits = append(fix.Edits, Edit{Start: start, End: i})
		}
	}
	if len(fix.Edits) == 0 {
		return nil
	}
	return fix
}

// fixOpening deletes what stands around an opening --- so that it is the first
// line: blank lines and white space. Anything else there is left to a person.
func fixOpening(data []byte) *Fix {
	from := bomEnd(data)
	rest := data[from:]
	first := bytes.TrimLeft(rest, " \t\r\n")
	end := lineEnd(first, 0)
	if string(bytes.TrimRight(first[:end], " \t")) != "---" {
		return nil
	}
	var edits []Edit
	at := from + len(rest) - len(first)
	if at > from {
		edits = append(edits, Edit{Start: from, End: at})
	}
	if end > 3 {
		edits = append(edits, Edit{Start: at + 3, End: at + end})
	}
	if len(edits) == 0 {
		return nil
	}
	return &Fix{Label: "make --- the first line", Edits: edits}
}
