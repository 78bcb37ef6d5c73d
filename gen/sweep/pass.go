package sweep

import (
	"fmt"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
)

// pass is one look at a project: what the checks read and where they report.
type pass struct {
	*Project
	cat        *catalog.Catalog
	joining    source.Diagnostics
	noteLabels []string
	findings   []Finding
}

// Findings looks at the project as it stands and returns everything found,
// sorted by place. What the configuration turns off is not among it.
func (p *Project) Findings() []Finding {
	run := &pass{Project: p}
	run.join()
	parallel(len(p.files), func(i int) {
		if p.files[i].skill != nil {
			p.files[i].document()
		}
	})
	for _, check := range checks {
		check(run)
	}
	return sortFindings(run.ignores(run.findings))
}

// join builds the catalog. Skills with errors take part, because their notes
// and calls can be looked at all the same.
func (p *pass) join() {
	in := catalog.Input{
		Descriptors: p.descriptors, Notes: p.notes,
		Routes: map[string][]source.Route{}, Tests: map[string][]source.Route{},
	}
	for _, f := range p.files {
		if f.skill != nil {
			in.Skills = append(in.Skills, *f.skill)
			in.Routes[f.skill.Name], in.Tests[f.skill.Name] = f.routes, f.tests
		}
	}
	p.cat, p.joining = catalog.Build(in)
	// The note that is generated names the verb that the rows teach.
	var moved source.Diagnostics
	p.cat, moved = p.cat.ReachedBy(catalog.LabelledVerbs(p.cat.RouteVerbs()))
	p.joining = append(p.joining, moved...)
	byPath := map[string]*catalog.Skill{}
	labels := map[string]bool{}
	for _, s := range p.cat.Skills {
		byPath[s.Path] = s
		if s.Note == "" {
			continue
		}
		if label := noteLabel(s.Note); !labels[label] {
			labels[label] = true
			p.noteLabels = append(p.noteLabels, label)
		}
	}
	for _, f := range p.files {
		f.joined = nil
		if f.skill != nil {
			f.joined = byPath[f.skill.Path]
		}
	}
}

// isTool tells whether a descriptor of anything but a skill has the id.
func (p *pass) isTool(id string) bool {
	c := p.cat.Lookup(id)
	return c != nil && c.Kind != catalog.KindSkill
}

// report adds a finding about the bytes [start, end) of a SKILL.md at the
// rule's own severity.
func (p *pass) report(f *skillFile, rule string, start, end int, fix *Fix, hint, format string, args ...any) {
	if fix != nil {
		fix.File = f.path
	}
	p.add(Finding{Rule: rule, Pos: f.at.at(start), End: f.at.at(end), Fix: fix, Hint: hint, Message: fmt.Sprintf(format, args...)})
}

// reportAt adds a finding at a place of any file.
func (p *pass) reportAt(rule string, pos source.Position, hint, format string, args ...any) {
	p.add(Finding{Rule: rule, Pos: pos, End: pos, Hint: hint, Message: fmt.Sprintf(format, args...)})
}

// add takes a finding in unless its rule is off. A finding without a severity
// gets that of its rule; the configuration overrides both.
func (p *pass) add(f Finding) {
	rule := Lookup(f.Rule)
	if rule == nil {
		panic("sweep: finding of a rule that is not registered: " + f.Rule)
	}
	if f.Severity == Off {
		f.Severity = rule.Severity
	}
	if severity, ok := p.config.Rules[f.Rule]; ok {
		f.Severity = severity
	}
	if f.Severity != Off {
		p.findings = append(p.findings, f)
	}
}
