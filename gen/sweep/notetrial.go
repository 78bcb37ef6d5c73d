package sweep

// handHint is for a note that no edit puts right.
const handHint = "put the note right by hand: the Markdown around it, such as an HTML block that is not closed, hides what -fix would write"

// maxTrials bounds the notes of one skill whose fixes are tried out: each costs
// a reading.
const maxTrials = 20

// noteWeight says how far a finding is from a note in its place: moving one may
// leave it stale and another one behind it, never the other way about.
var noteWeight = map[string]int{"note-missing": 5, "note-misplaced": 3, "note-stale": 1, "note-unexpected": 1}

// mends tells whether a fix brings the notes of the skill nearer to what they
// must be. It is made on a copy, which is read anew: what Markdown takes the
// new text for is for its reader to say. A fix that changes nothing for the
// better would be offered again for ever.
func (c *noteCheck) mends(fix *Fix) bool {
	now, err := Apply(c.f.data, fix.Edits)
	if err != nil {
		return false
	}
	// The edits lie in the body, so the front matter stands.
	f := &skillFile{path: c.f.path, data: now, skill: c.f.skill, joined: c.f.joined}
	trial := &noteCheck{p: c.p, f: f, want: c.want}
	trial.run()
	return trial.weight() < c.weight()
}

func (c *noteCheck) weight() (sum int) {
	for _, n := range c.found {
		sum += noteWeight[n.rule]
	}
	return sum
}
