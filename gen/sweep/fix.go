package sweep

import (
	"fmt"
	"maps"
	"slices"
)

// maxRounds bounds the rounds of a repair. Each round mends what does not
// overlap; three are the most that any two rules need.
const maxRounds = 10

// Repaired is a file that a repair has changed.
type Repaired struct {
	Path        string
	Before, Now []byte
	// Fixes are the labels of what was done, in order.
	Fixes []string
}

// Repair mends in memory what can be mended, until nothing is left to do, and
// returns the files that are now different. Nothing is written; the project
// reads as if it had been. Fixes that overlap are made one after the other:
// the second is found anew in the text that the first has left.
func (p *Project) Repair() ([]Repaired, error) {
	before := map[*skillFile][]byte{}
	labels := map[*skillFile][]string{}
	for round := 0; ; round++ {
		fixes := p.fixesByFile()
		if len(fixes) == 0 {
			break
		}
		if round == maxRounds {
			return nil, fmt.Errorf("skillsweep: the fixes of %s never come to an end; mend its findings by hand", slices.Min(slices.Collect(maps.Keys(fixes))))
		}
		for _, f := range p.files {
			edits, done := choose(fixes[f.path])
			if len(edits) == 0 {
				continue
			}
			now, err := Apply(f.data, edits)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.path, err)
			}
			if _, ok := before[f]; !ok {
				before[f] = f.data
			}
			labels[f] = append(labels[f], done...)
			f.replace(now)
		}
	}
	var out []Repaired
	for _, f := range p.files {
		if old, ok := before[f]; ok {
			out = append(out, Repaired{Path: f.path, Before: old, Now: f.data, Fixes: labels[f]})
		}
	}
	return out, nil
}

func (p *Project) fixesByFile() map[string][]*Fix {
	fixes := map[string][]*Fix{}
	for _, f := range p.Findings() {
		if f.Fix != nil {
			fixes[f.Fix.File] = append(fixes[f.Fix.File], f.Fix)
		}
	}
	return fixes
}

// choose takes the fixes in order and leaves out those that touch one taken.
func choose(fixes []*Fix) (edits []Edit, labels []string) {
	for _, f := range fixes {
		if conflict(edits, f.Edits) {
			continue
		}
		edits = append(edits, f.Edits...)
		labels = append(labels, f.Label)
	}
	return edits, labels
}
