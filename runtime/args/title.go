package args

import "strings"

// titleRule reads names in capitals behind their parameter's word: directed by
// Ana Lima, the album Low Tide, starring Jo Berg.
func titleRule(t *Tool, r *request) []proposal {
	var out []proposal
	for i := 1; i < len(r.words); i++ {
		if !r.beginsTitle(i) {
			continue
		}
		last := r.titleEnd(i)
		name := withoutPossessive(r.between(i, last))
		fits := func(p *param) bool {
			return p.open() && p.shape.kind == 0 && p.takesNames() && p.textValue(name) != nil
		}
		a := t.leftAnchor(r, i, fits)
		if key := i - 1 - a.gap; a.weight > 0 && key > 0 && r.words[key].capital() && r.words[key-1].capital() && !r.first(key-1) {
			a = anchor{} // the word is the end of another name
		}
		for cut := last - 1; a.weight == 0 && cut > i; cut-- {
			// Lake District names the district Lake.
			if right := t.rightAnchor(r, cut, fits); right.weight > aside && right.gap == 0 && t.params[right.param].named("district", "province", "county", "street") {
				a, last, name = right, cut, r.between(i, cut)
			}
		}
		if a.weight == 0 {
			a = t.rightAnchor(r, last, fits)
			if a.gap == 0 && (a.weight == aside || strings.ToUpper(name) == name) {
				a = anchor{}
			}
		}
		if a.weight == 0 {
			continue
		}
		value := t.params[a.param].textValue(name)
		out = append(out, proposal{param: a.param, value: value, evidence: Title, strength: a.strength(), start: r.words[i].start, end: r.words[last-1].end})
	}
	return out
}

// beginsTitle reports a word that is the first of a name: in capitals where a
// sentence does not begin, and not behind a sign, which namedRule reads, or an
// article that speaks of a kind of thing.
func (r *request) beginsTitle(i int) bool {
	w, before := &r.words[i], &r.words[i-1]
	switch {
	case w.quote >= 0 || !w.capital() || notNames[w.stem] || r.first(i):
		return false
	case before.signed || before.stem == "a" || before.stem == "an":
		return false
	}
	return !before.capital() || r.first(i-1)
}

func withoutPossessive(s string) string {
	return strings.TrimSuffix(strings.TrimSuffix(s, "'s"), "’s")
}

// titleEnd is like nameEnd, and lets joints and numbers be part of a title.
func (r *request) titleEnd(i int) int {
	end := i
	for j := i; j < len(r.words) && r.words[j].quote < 0; j++ {
		w := &r.words[j]
		if j > i && strings.Contains(r.text[r.words[j-1].end:w.start], "(") {
			return end
		}
		switch {
		case w.capital() && !notNames[w.stem]:
			end = j + 1
		case j > i && strings.ContainsAny(w.raw, "0123456789") && end == j:
		case j > i && end == j && joints[w.stem] && w.stem != "and" && j+1 < len(r.words) && r.words[j+1].capital():
		default:
			return end
		}
		if w.closes {
			return end
		}
	}
	return end
}

// takesNames reports a parameter whose values are names of people, works or
// things.
func (p *param) takesNames() bool {
	if p.isPlace() || p.regional() || p.named("id", "uuid", "date", "time", "url", "path", "format", "unit", "query", "text", "message", "content", "description") {
		return false
	}
	return p.tells("name", "title", "actor", "artist", "director", "author", "brand") || p.named("name", "title", "artist", "author", "direct", "cast", "receiver", "recipient", "contact")
}
