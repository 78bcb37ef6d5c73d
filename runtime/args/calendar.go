package args

import (
	"encoding/json"
	"regexp"
	"strconv"
)

var monthYear = regexp.MustCompile(`(?i)\b(` + monthNames + `)\.?,? (?:of )?(\d{4})\b`)

// calendarRule reads day, month and year from the one date of a request, for
// parameters that take them as numbers, one by one.
func calendarRule(t *Tool, r *request) []proposal {
	day, month, year, place := r.calendar()
	if month == 0 {
		return nil
	}
	var out []proposal
	for i := range t.params {
		p := &t.params[i]
		if !p.numeric() && !p.numericChoice() || len(p.stems) != 1 {
			continue
		}
		var value json.RawMessage
		switch {
		case p.named("day") && day > 0:
			value = p.numberValue(float64(day))
		case p.named("month"):
			value = p.numberValue(float64(month))
		case p.named("year"):
			value = p.numberValue(float64(year))
		}
		out = append(out, proposal{param: i, value: value, evidence: Date, strength: wholeStrength, start: place.start, end: place.end, shared: true})
	}
	return clean(out)
}

// calendar is the one date of a request, day 0 where it has only month and year,
// month 0 where there is no date, or several.
func (r *request) calendar() (day, month, year int, place span) {
	if !r.digits {
		return 0, 0, 0, span{}
	}
	all := r.moments()
	if len(all) == 1 && all[0].whole && !r.isToday(all[0].start) {
		d := all[0].date
		return d.Day(), int(d.Month()), d.Year(), all[0].span
	}
	found := monthYear.FindAllStringSubmatchIndex(r.text, -1)
	if len(all) > 0 || len(found) != 1 {
		return 0, 0, 0, span{}
	}
	year, _ = strconv.Atoi(group(r.text, found[0], 2)) // four digits
	return 0, monthOf(group(r.text, found[0], 1)), year, span{found[0][0], found[0][1]}
}
