package sweep

import (
	"context"
	"fmt"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// Rivals are close when they reach this share, in percent, of the score that a
// capability gets for its own description. Of 120 skills found in the wild one
// does. Tools have short descriptions that many others contain, so for them
// it must hold both ways.
const (
	skillRival = 60
	toolRival  = 70
)

// rivalsLooked is how many rivals of a capability are looked at.
const rivalsLooked = 5

// checkCollisions asks the resolver which descriptions stand for each other.
func checkCollisions(p *pass) {
	byName := map[string]*skillFile{}
	var skills catalog.Input
	for _, f := range p.files {
		if f.joined == nil || f.skill.Description == "" {
			continue
		}
		byName[f.skill.Name] = f
		skills.Skills = append(skills.Skills, source.Skill{
			Name: f.skill.Name, Description: f.skill.Description, Dir: f.dir, Path: f.path,
		})
	}
	near := map[string][]string{}
	for _, r := range rivals(skills, skillRival) {
		near[r.id] = append(near[r.id], fmt.Sprintf("%s (%d %%)", r.other, r.percent))
	}
	for name, others := range near {
		f := byName[name]
		at := f.at.offset(f.skill.FieldPos["description"])
		p.report(f, "description-collision", at, at+len("description"), nil, "say what tells them apart",
			"a request in the words of this description would fit others almost as well: %s", names(others))
	}
	p.toolRivals()
}

// toolRivals reports the pairs of tools that stand for each other.
func (p *pass) toolRivals() {
	var tools catalog.Input
	for _, c := range p.descriptors {
		if p.isTool(c.ID) && c.OneLine != "" {
			tools.Descriptors = append(tools.Descriptors, source.Capability{
				ID: c.ID, OneLine: c.OneLine, Pos: c.Pos, IntentVerbs: []string{"ask"},
			})
		}
	}
	pairs := map[[2]string]int{}
	for _, r := range rivals(tools, toolRival) {
		if back, ok := pairs[[2]string{r.other, r.id}]; ok {
			p.reportAt("tool-rival", p.cat.Lookup(r.id).Pos, "say in each description what tells the two apart",
				"a request in the words of %s would fit %s almost as well (%d %%), and the other way round (%d %%)", r.id, r.other, r.percent, back)
		}
		pairs[[2]string{r.id, r.other}] = r.percent
	}
}

// rival is a capability that answers to another's description.
type rival struct {
	id, other string
	percent   int // of the score of its own
}

// rivals asks the resolver for every description and returns the rivals that
// reach a share of the score of the capability it belongs to, which is at least
// the lowest that was looked at.
func rivals(in catalog.Input, share int) (list []rival) {
	cat, _ := catalog.Build(in)
	if len(cat.Capabilities) < 2 {
		return nil
	}
	router, err := index.Router(context.Background(), cat, index.Options{LexicalOnly: true})
	if err != nil {
		return nil // a name that can't be compiled is the finding of another rule
	}
	var buffer []runtime.Candidate
	for _, c := range cat.Capabilities {
		_, buffer = router.Resolve(buffer[:0], runtime.Query{Verb: runtime.Find, Intent: c.OneLine, K: rivalsLooked + 1})
		if len(buffer) == 0 {
			continue
		}
		own := max(buffer[len(buffer)-1].Score, 1)
		for _, found := range buffer {
			if found.ID == c.ID {
				own = found.Score
			}
		}
		for _, found := range buffer {
			if got := min(found.Score*100/own, 100); found.ID != c.ID && got >= share {
				list = append(list, rival{id: c.ID, other: found.ID, percent: got})
			}
		}
	}
	return list
}
