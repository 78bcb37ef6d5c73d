package args

import "strings"

// Stems of names that are bounds, and words of requests that set one.
var (
	lowest   = wordSet(`min minimum least lower`)
	highest  = wordSet(`max maximum most upper`)
	atLeast  = wordSet(`over above least minimum exceeding beyond`)
	atMost   = wordSet(`under below most maximum cheaper within`)
	than     = stemOf("than")
	moreThan = wordSet(`more higher greater bigger larger older longer`)
	lessThan = wordSet(`less lower fewer smaller younger shorter cheaper`)
)

// bound is -1 for a parameter that is a least value, 1 for a greatest one.
func (p *param) bound() int {
	for _, s := range p.stems {
		switch {
		case lowest[s]:
			return -1
		case highest[s]:
			return 1
		}
	}
	return 0
}

// boundBefore is -1 where the words before a number make it a least value, 1
// where they make it a greatest one.
func (r *request) boundBefore(i int) int {
	for j := i - 1; j >= 0 && j >= i-2 && !r.words[j].closes; j-- {
		s := r.words[j].stem
		switch {
		case s == than && j > 0 && moreThan[r.words[j-1].stem], s == "up" && j+1 < i && r.words[j+1].stem != "to", atLeast[s]:
			return -1
		case s == than && j > 0 && lessThan[r.words[j-1].stem], s == "up", atMost[s]:
			return 1
		}
	}
	return 0
}

// between gives the two numbers of a range to the one pair of parameters that
// are its ends: between 25 and 35, 25 to 35, 25-35.
func (t *Tool) between(r *request, figures []figure) []proposal {
	low := t.onlyOne(func(p *param) bool { return p.numeric() && p.bound() < 0 })
	high := t.onlyOne(func(p *param) bool { return p.numeric() && p.bound() > 0 })
	if low < 0 || high < 0 {
		return nil
	}
	for i := 1; i < len(figures); i++ {
		a, b := figures[i-1], figures[i]
		if a.value > b.value || !r.ranged(a, b) {
			continue
		}
		return clean([]proposal{
			{param: low, value: t.params[low].numberValue(a.value), evidence: Number, strength: wholeStrength, start: a.start, end: a.end},
			{param: high, value: t.params[high].numberValue(b.value), evidence: Number, strength: wholeStrength, start: b.start, end: b.end},
		})
	}
	return nil
}

// ranged reports two numbers that are the ends of a range.
func (r *request) ranged(a, b figure) bool {
	link := strings.ToLower(strings.TrimSpace(r.text[a.end:b.start]))
	switch link {
	case "to", "-", "–":
		return true
	case "and":
		for j := a.first - 1; j >= 0 && j >= a.first-4; j-- {
			if r.words[j].stem == ruleStem("between") {
				return true
			}
		}
	}
	return false
}
