package args

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// figure is a number in a request, with the words it takes up.
type figure struct {
	value       float64
	first, last int
	start, end  int
	spelled     bool   // in letters
	unit        string // stem of a unit or currency tied to it
}

var numberWords = map[string]float64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100,
}

var (
	plainNumber = regexp.MustCompile(`^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$`)
	unitNumber  = regexp.MustCompile(`^([$€£¥]?)([+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?)(°?[A-Za-z%$€£]{0,8})$`)
)

func parseNumber(s string) (float64, bool) {
	if !plainNumber.MatchString(s) {
		return 0, false
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	return v, err == nil
}

var currencies = map[string]string{"$": "dollar", "€": "euro", "£": "pound", "¥": "yen"}

// figures finds the numbers outside of quotations, dates and times left out.
func (r *request) figures(taken []span) []figure {
	var out []figure
	for i := range r.words {
		w := &r.words[i]
		if w.quote >= 0 || overlaps(taken, w.start, w.end) {
			continue
		}
		f := figure{first: i, last: i + 1, start: w.start, end: w.end}
		if v, ok := numberWords[strings.ToLower(w.raw)]; ok {
			f.value, f.spelled = v, true
			out = append(out, f)
			continue
		}
		m := unitNumber.FindStringSubmatch(w.raw)
		if m == nil || i > 0 && r.words[i-1].end == w.start && !isWideEnd(r, i-1) {
			continue
		}
		v, ok := parseNumber(m[2])
		if !ok {
			continue
		}
		f.value, f.unit = v, stemOf(strings.Trim(m[3], "°"))
		if c := currencies[m[1]+m[3]]; c != "" {
			f.unit = c
		}
		out = append(out, f)
	}
	return out
}

// settled drops numbers that are alternatives or ranges: 4 or 5, 10-20.
func (r *request) settled(all []figure) []figure {
	var out []figure
	for i, f := range all {
		open := func(a, b figure) bool {
			between := strings.ToLower(strings.TrimSpace(r.text[a.end:b.start]))
			return between == "or" || between == "-" || between == "to"
		}
		if i > 0 && open(all[i-1], f) || i+1 < len(all) && open(f, all[i+1]) {
			continue
		}
		out = append(out, f)
	}
	return out
}

func isWideEnd(r *request, i int) bool {
	for _, c := range r.words[i].raw {
		if isWide(c) {
			return true
		}
	}
	return false
}

// units are units and things that are counted, and the words of names and
// descriptions that go with them, as stems.
var units = sync.OnceValue(func() map[string][]string {
	return stemmed(map[string]string{
		"minute": "minute", "min": "minute", "second": "second", "sec": "second", "s": "second", "hour": "hour", "h": "hour",
		"day": "day", "week": "week", "month": "month", "year": "year age", "ms": "millisecond", "millisecond": "millisecond",
		"dollar": "dollar usd price amount cost budget money monetary currency", "usd": "usd dollar amount price", "buck": "dollar usd amount",
		"euro": "euro eur amount price", "pound": "pound gbp amount", "yen": "yen jpy amount",
		"mile": "mile", "km": "km kilometer", "kilometer": "kilometer km", "m": "meter", "meter": "meter",
		"degree": "degree", "celsius": "celsius", "fahrenheit": "fahrenheit", "percent": "percent percentage",
		"kg": "kg kilogram", "pixel": "pixel", "px": "pixel", "byte": "byte", "mb": "megabyte mb", "gb": "gigabyte gb",
		"people": "adult person people guest passenger seat ticket", "person": "adult person people guest passenger seat",
		"adult": "adult ticket passenger", "bedroom": "bed bedroom", "bathroom": "bath bathroom", "ticket": "ticket",
		"night": "night", "star": "star", "guest": "guest", "passenger": "passenger", "unit": "quantity", "copy": "quantity copy",
	})
})

// byUnit is the one parameter whose name or description goes with a unit, -1 for
// none or several.
func (t *Tool) byUnit(unit string, fits func(*param) bool) int {
	found := -1
	for _, inName := range []bool{true, false} {
		for i := range t.params {
			p := &t.params[i]
			where := p.about
			if inName {
				where = p.stems
			}
			if !fits(p) || !containsAny(where, units()[unit]) {
				continue
			}
			if found >= 0 {
				return -1
			}
			found = i
		}
		if found >= 0 {
			return found
		}
	}
	return -1
}

func containsAny(list, wanted []string) bool {
	for _, s := range wanted {
		if slices.Contains(list, s) {
			return true
		}
	}
	return false
}

// numberRule reads numbers beside their parameter's word or unit.
func numberRule(t *Tool, r *request) []proposal {
	var out []proposal
	all := r.figures(r.timeSpans())
	if out := t.between(r, all); out != nil {
		return append(out, t.yearRule(r)...)
	}
	figures := r.settled(all)
	for _, f := range figures {
		fits := func(p *param) bool {
			return (p.numeric() || p.numericChoice()) && p.numberValue(f.value) != nil && !r.otherUnit(f, p)
		}
		owner, strength := -1, 0
		if b := r.boundBefore(f.first); b != 0 {
			owner, strength = t.figureOwner(r, f, func(p *param) bool { return p.bound() == b && fits(p) })
		}
		if owner < 0 {
			b := r.boundBefore(f.first)
			owner, strength = t.figureOwner(r, f, func(p *param) bool { return (b == 0 || p.bound() != -b) && fits(p) })
		}
		if owner < 0 {
			continue
		}
		out = append(out, proposal{param: owner, value: t.params[owner].numberValue(f.value), evidence: Number, strength: strength, start: f.start, end: f.end})
	}
	if len(out) == 0 {
		out = t.operands(r, figures)
	}
	if len(out) == 0 {
		out = t.onlyNumber(r, figures)
	}
	return append(out, t.yearRule(r)...)
}

// onlyNumber gives the one number of a request to the one number that the tool
// needs.
func (t *Tool) onlyNumber(r *request, figures []figure) []proposal {
	i := t.onlyOne(func(p *param) bool { return p.numeric() && p.required })
	if i < 0 || len(figures) != 1 || figures[0].spelled || figures[0].unit != "" || r.counts(figures[0]) {
		return nil
	}
	f := figures[0]
	return clean([]proposal{{param: i, value: t.params[i].numberValue(f.value), evidence: Number, strength: partStrength - 20, start: f.start, end: f.end}})
}

// counts reports a number of units of something.
func (r *request) counts(f figure) bool {
	return f.last < len(r.words) && !r.words[f.last-1].closes && units()[r.words[f.last].stem] != nil
}

var yearNumber = regexp.MustCompile(`\b(?:19|20)\d\d\b`)

// notYears are words before a number by which it is a bound or says which year
// it is now.
var notYears = wordSet(`is than before after since until`)

// yearRule reads the one year of a request for the one parameter that takes one.
func (t *Tool) yearRule(r *request) []proposal {
	i := t.onlyOne(func(p *param) bool { return p.head() == "year" && (p.numeric() || p.numericChoice()) })
	if i < 0 {
		return nil
	}
	var out []proposal
	taken := r.timeSpans()
	for j := range r.words {
		w := &r.words[j]
		if w.quote >= 0 || len(w.raw) != 4 || !yearNumber.MatchString(w.raw) || overlaps(taken, w.start, w.end) || j > 0 && notYears[r.words[j-1].stem] {
			continue
		}
		v, _ := parseNumber(w.raw)
		out = append(out, proposal{param: i, value: t.params[i].numberValue(v), evidence: Number, strength: partStrength, start: w.start, end: w.end})
	}
	return clean(out)
}

// timeUnits are units of time: a number of one is no number of another.
var timeUnits = stemsOf("ms", "millisecond", "second", "minute", "hour", "day", "week", "month", "year")

// otherUnit reports a number of one unit of time beside a parameter that counts
// another: every two hours, for interval_seconds.
func (r *request) otherUnit(f figure, p *param) bool {
	if f.last >= len(r.words) || r.words[f.last-1].closes || !slices.Contains(timeUnits, r.words[f.last].stem) {
		return false
	}
	said := r.words[f.last].stem
	if seconds := p.named("s", "sec", "seconds"); slices.Contains(p.stems, said) || !seconds && slices.Contains(p.about, said) || seconds && said == ruleStem("second") {
		return false
	}
	return containsAny(p.stems, timeUnits) || containsAny(p.about, timeUnits) || p.named("s", "sec")
}

// numericChoice reports an enum of which every item but few is a number.
func (p *param) numericChoice() bool {
	n := 0
	for _, e := range p.enum {
		switch v := e.(type) {
		case float64:
			n++
		case string:
			if _, ok := parseNumber(v); ok {
				n++
			}
		}
	}
	return n > 0 && n+2 >= len(p.enum)
}

// figureOwner finds whose number it is: that of the word it is tied to, else of
// its unit, of the word behind it, of the word before it.
func (t *Tool) figureOwner(r *request, f figure, fits func(*param) bool) (param, strength int) {
	left := t.leftAnchor(r, f.first, fits)
	if left.weight > aside && !f.spelled && (left.tied || left.gap == 0) {
		return left.param, left.strength()
	}
	unit := f.unit
	if unit == "" && f.last < len(r.words) && !r.words[f.last-1].closes {
		unit = r.words[f.last].stem
	}
	right := t.rightAnchor(r, f.last, fits)
	if right.weight > aside && f.unit == "" {
		return right.param, right.strength()
	}
	if i := t.byUnit(unit, fits); i >= 0 {
		return i, partStrength
	}
	if left.weight > aside && !f.spelled {
		return left.param, left.strength()
	}
	return -1, 0
}

// operands gives the numbers of a calculation to its parameters in their order:
// when a tool takes nothing else, and the request holds as many as it takes.
func (t *Tool) operands(r *request, figures []figure) []proposal {
	if len(figures) != len(t.params) || len(figures) == 0 {
		return nil
	}
	var out []proposal
	for i, f := range figures {
		value := t.params[i].numberValue(f.value)
		if !t.params[i].numeric() || value == nil || r.otherUnit(f, &t.params[i]) {
			return nil
		}
		out = append(out, proposal{param: i, value: value, evidence: Number, strength: partStrength, start: f.start, end: f.end})
	}
	return out
}
