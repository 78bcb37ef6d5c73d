package runtime

import "github.com/sextant-mcp/sextant/runtime/text"

// namedSkills recognises a skill that a request names ("use the goals skill"):
// only then is a skill a candidate of a dispatching verb.
type namedSkills struct {
	skills []namedSkill
}

type namedSkill struct {
	id int32
	// name holds the features of the name's own words; full those of the whole
	// name, words that most skills share included.
	name, full []int32
	// short is set when the name begins with a word of one or two letters.
	short bool
}

func newNamedSkills(r *Router) namedSkills {
	var n namedSkills
	shared := map[int32]int{}
	for id, c := range r.caps {
		if !c.live || !c.kind.Instructs() {
			continue
		}
		s := namedSkill{id: int32(id)}
		for _, token := range text.AppendTokens(nil, c.id) {
			f := int32(r.index.lex.find([]byte(token)))
			s.short = s.short || len(s.full) == 0 && len(token) <= 2
			s.full = append(s.full, f)
			shared[f]++
		}
		n.skills = append(n.skills, s)
	}
	for i := range n.skills {
		s := &n.skills[i]
		for _, f := range s.full {
			if !n.prefix(s, f, shared[f]) {
				s.name = append(s.name, f)
			}
		}
	}
	return n
}

// prefix tells whether the first word of a skill's name only says whose skill
// it is: most skills share it, or it is an abbreviation such as kg.
func (n *namedSkills) prefix(s *namedSkill, f int32, shared int) bool {
	if f != s.full[0] || len(s.full) == 1 {
		return false
	}
	return len(n.skills) > 2 && 2*shared > len(n.skills) || s.short
}

// in returns the skill that the request names, -1 for none: the one with the
// most words of its name in a request that also says "skill", or whose whole
// name of several words is there.
func (n *namedSkills) in(r *Router, q *request) int32 {
	best, length := int32(-1), 0
	for i := range n.skills {
		s := &n.skills[i]
		if !(q.skill && len(s.name) > 0 && q.hasAll(s.name)) && !(len(s.full) > 1 && q.hasAll(s.full)) {
			continue
		}
		if len(s.full) > length {
			best, length = s.id, len(s.full)
		}
	}
	return best
}

func (q *request) has(f int32) bool {
	for _, known := range q.features[:q.words] {
		if known == f {
			return true
		}
	}
	return false
}

func (q *request) hasAll(features []int32) bool {
	for _, f := range features {
		if !q.has(f) {
			return false
		}
	}
	return true
}
