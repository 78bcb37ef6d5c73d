package args

import (
	"encoding/json"
	"slices"
	"strings"
)

// idle are choices that everyday speech is full of; they count only beside their
// parameter's word.
var idle = wordSet(`all any none other default dontcare true false yes no on off text world local new open a b c it is in to and or be do get
	set list low high name id type date time relevance normal standard user i me you for of general value count tool`)

// choiceRule reads what the enum of a parameter lists, in any form of the word.
func choiceRule(t *Tool, r *request) []proposal {
	var out []proposal
	for i := range t.params {
		p := &t.params[i]
		switch {
		case len(p.enum) > 0 && !p.boolish():
			out = append(out, t.choose(r, i, p, false)...)
		case p.items != nil && len(p.items.enum) > 0:
			out = append(out, t.choose(r, i, p.items, true)...)
		}
	}
	return out
}

// boolish reports an enum that is a truth value in words.
func (p *param) boolish() bool { return p.words }

// mention is a choice found in the text.
type mention struct {
	choice      int
	first, last int
	exact       bool
}

func (t *Tool) choose(r *request, i int, p *param, list bool) []proposal {
	found := t.mentions(r, i, p)
	if len(found) == 0 {
		return nil
	}
	slices.SortStableFunc(found, func(a, b mention) int { return a.first - b.first })
	var values []string
	for _, m := range found {
		v := string(encode(p.enum[m.choice]))
		if !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	value := json.RawMessage(values[0])
	if list {
		value = json.RawMessage("[" + strings.Join(values, ",") + "]")
	} else if len(values) > 1 {
		return nil
	}
	strength := partStrength
	if found[0].last-found[0].first > 1 {
		strength += 5
	}
	if t.beside(r, i, found[0]) {
		strength = wholeStrength
	}
	start, end := r.words[found[0].first].start, r.words[found[0].last-1].end
	return []proposal{{param: i, value: value, evidence: Choice, strength: strength, start: start, end: end}}
}

// mentions finds the choices that are said and not denied, without those that
// stand inside a longer one. When some stand beside the parameter's word, the
// others do not count.
func (t *Tool) mentions(r *request, i int, p *param) []mention {
	var all []mention
	for c, e := range p.enum {
		s, ok := e.(string)
		if !ok {
			continue // numbers are the number rule's
		}
		stems := p.choices[c]
		if len(stems) == 0 {
			continue
		}
		if _, number := parseNumber(s); number {
			continue
		}
		for _, m := range r.find(stems) {
			m.choice = c
			m.exact = strings.EqualFold(r.between(m.first, m.last), s)
			if (len(stems) == 1 && (idle[stems[0]] || len(s) < 2) || r.inAssignment(m)) && !t.beside(r, i, m) {
				continue
			}
			if r.denied(m.first) {
				continue
			}
			all = append(all, m)
		}
	}
	if len(all) == 0 {
		all = t.derived(r, p)
	}
	all = longest(all)
	for _, keep := range []func(mention) bool{
		func(m mention) bool { return t.beside(r, i, m) },
		func(m mention) bool { return m.exact },
	} {
		if kept := filter(all, keep); len(kept) > 0 && p.items == nil {
			all = kept
		}
	}
	return all
}

// derived finds words made from a choice: musical from music, thrillers from
// thrill. They count when nothing is said more plainly.
func (t *Tool) derived(r *request, p *param) []mention {
	var all []mention
	for c, stems := range p.choices {
		if len(stems) != 1 || len(stems[0]) < 5 {
			continue
		}
		stem := stems[0]
		for j := range r.words {
			w := r.words[j].stem
			if len(w) < 5 || slices.Contains(p.stems, w) || r.words[j].quote >= 0 || r.words[j].capital() && !r.first(j) || len(w) > len(stem)+3 || len(stem) > len(w)+3 ||
				!strings.HasPrefix(w, stem) && !strings.HasPrefix(stem, w) || r.denied(j) {
				continue
			}
			all = append(all, mention{choice: c, first: j, last: j + 1})
		}
	}
	return all
}

// inAssignment reports a word before a sign, which names something.
func (r *request) inAssignment(m mention) bool { return r.words[m.last-1].signed }

func filter(all []mention, keep func(mention) bool) []mention {
	var out []mention
	for _, m := range all {
		if keep(m) {
			out = append(out, m)
		}
	}
	return out
}

// find returns the places where the stems follow one another.
func (r *request) find(stems []string) []mention {
	var out []mention
	whole := strings.Join(stems, " ")
	for i := range r.words {
		joined := ""
		for j := i; j < len(r.words) && j < i+len(stems); j++ {
			if joined != "" {
				joined += " "
			}
			joined += r.words[j].stem
			if joined == whole {
				out = append(out, mention{first: i, last: j + 1})
				break
			}
			if len(joined) > len(whole) {
				break
			}
		}
	}
	return out
}

// longest drops mentions inside longer ones.
func longest(all []mention) []mention {
	return filter(all, func(m mention) bool {
		return !slices.ContainsFunc(all, func(o mention) bool {
			return o.last-o.first > m.last-m.first && o.first <= m.first && m.last <= o.last
		})
	})
}

// beside reports that the parameter's word stands next to the choice.
func (t *Tool) beside(r *request, i int, m mention) bool {
	p := &t.params[i]
	fits := func(o *param) bool { return o == p }
	if left := t.leftAnchor(r, m.first, fits); left.weight > aside {
		return true
	}
	right := t.rightAnchor(r, m.last, fits)
	return right.weight > aside && right.gap == 0
}

// denials are words that turn what follows into its opposite.
var denials = wordSet(`no not non without dont doesnt never whether regardless except excluding exclude skip isnt wont cannot cant neither nor avoid`)

// denied reports a denial shortly before a word.
func (r *request) denied(i int) bool {
	for j := i - 1; j >= 0 && j >= i-5; j-- {
		if r.words[j].closes && !(r.words[j].comma && j == i-1) {
			return false
		}
		if denials[r.words[j].stem] {
			return true
		}
	}
	return false
}
