package args

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"
)

// dateShape is how a parameter writes a date or a time of day.
type dateShape struct {
	// kind is 'd' for a date, 't' for a time of day, 0 for neither.
	kind byte
	// layout is that of package time, "" for as it is written.
	layout string
}

var layouts = []struct {
	pattern *regexp.Regexp
	kind    byte
	layout  string
}{
	{regexp.MustCompile(`(?i)yyyy-mm-dd to yyyy-mm-dd`), 'r', "2006-01-02"},
	{regexp.MustCompile(`(?i)yyyy-mm-dd[t ]+hh|iso ?8601 date-?time|rfc ?3339|date-time| to yyyy`), 'x', ""},
	{regexp.MustCompile(`(?i)yyyy-mm-dd`), 'd', "2006-01-02"},
	{regexp.MustCompile(`(?i)mm/dd/yyyy`), 'd', "01/02/2006"},
	{regexp.MustCompile(`(?i)dd/mm/yyyy`), 'd', "02/01/2006"},
	{regexp.MustCompile(`(?i)dd-mm-yyyy`), 'd', "02-01-2006"},
	{regexp.MustCompile(`(?i)mm-dd-yyyy`), 'd', "01-02-2006"},
	{regexp.MustCompile(`(?i)yyyy/mm/dd`), 'd', "2006/01/02"},
	{regexp.MustCompile(`(?i)dd\.mm\.yyyy`), 'd', "02.01.2006"},
	{regexp.MustCompile(`(?i)yyyymmdd`), 'd', "20060102"},
	{regexp.MustCompile(`(?i)hh:mm:ss`), 't', "15:04:05"},
	{regexp.MustCompile(`(?i)hh:mm ?(am|pm)|12-hour`), 'x', ""},
	{regexp.MustCompile(`(?i)hh:mm`), 't', "15:04"},
}

// shapeOf reads from format, description and name whether and how a parameter
// writes a date or a time.
func shapeOf(p *param) dateShape {
	if !p.open() {
		return dateShape{}
	}
	switch p.format {
	case "date":
		return dateShape{'d', "2006-01-02"}
	case "date-time":
		return dateShape{kind: 'x'}
	}
	for _, l := range layouts {
		if l.pattern.MatchString(p.description) {
			return dateShape{l.kind, l.layout}
		}
	}
	if p.head() == "date" {
		return dateShape{kind: 'd'}
	}
	return dateShape{}
}

// timeSpans are the places of dates and times of day, whose numbers are no
// numbers of anything else.
func (r *request) timeSpans() []span {
	out := spansOf(r.moments())
	for _, c := range r.clocks() {
		out = append(out, c.span)
	}
	return out
}

// Words that tell the beginning of a stretch of time from its end.
var (
	beginStems = stemsOf("start", "begin", "from", "since", "depart", "departure", "check in", "checkin", "pickup", "after", "outbound", "leaving", "check")
	endStems   = stemsOf("end", "until", "till", "to", "through", "return", "back", "come", "checkout", "dropoff", "before", "inbound")
)

func (p *param) role() int {
	switch {
	case p.named("end", "until", "return", "checkout", "dropoff", "to", "before", "out"):
		return 2
	case p.named("start", "begin", "from", "since", "depart", "departure", "checkin", "pickup", "after", "in"):
		return 1
	}
	return 0
}

// dateRule reads whole dates.
func dateRule(t *Tool, r *request) []proposal {
	all := r.moments()
	if out := t.stretch(r, all); out != nil {
		return out
	}
	var out []proposal
	for i, m := range all {
		if !m.whole && m.written == "" || r.isToday(m.start) {
			continue
		}
		role := r.roleBefore(m.start)
		if role == 0 && i > 0 && strings.TrimSpace(r.text[all[i-1].end:m.start]) == "-" {
			role = 2
		}
		for j := range t.params {
			p := &t.params[j]
			if p.shape.kind != 'd' || p.role() != role && !(len(all) == 1 && t.onlyOf('d')) {
				continue
			}
			out = append(out, proposal{param: j, value: p.dateValue(m, r.text), evidence: Date, strength: wholeStrength, start: m.start, end: m.end})
		}
	}
	return clean(out)
}

// stretch reads two dates, in their order, for the two parameters that a
// stretch of time has, or for the one that takes both.
func (t *Tool) stretch(r *request, all []moment) []proposal {
	if len(all) != 2 || !all[0].whole || !all[1].whole || all[1].date.Before(all[0].date) ||
		r.isToday(all[0].start) || r.isToday(all[1].start) {
		return nil
	}
	if i := t.onlyOne(func(p *param) bool { return p.shape.kind == 'r' }); i >= 0 {
		layout := t.params[i].shape.layout
		value := t.params[i].textValue(all[0].date.Format(layout) + " to " + all[1].date.Format(layout))
		return clean([]proposal{{param: i, value: value, evidence: Date, strength: wholeStrength, start: all[0].start, end: all[1].end}})
	}
	begin := t.onlyOne(func(p *param) bool { return p.shape.kind == 'd' && p.role() == 1 })
	end := t.onlyOne(func(p *param) bool { return p.shape.kind == 'd' && p.role() == 2 })
	if begin < 0 || end < 0 || r.roleBefore(all[0].start) == 2 || r.roleBefore(all[1].start) == 1 {
		return nil
	}
	var out []proposal
	for i, param := range []int{begin, end} {
		out = append(out, proposal{param: param, value: t.params[param].dateValue(all[i], r.text), evidence: Date, strength: wholeStrength, start: all[i].start, end: all[i].end})
	}
	return clean(out)
}

func clean(all []proposal) []proposal {
	var out []proposal
	for _, p := range all {
		if p.value != nil {
			out = append(out, p)
		}
	}
	return out
}

func (t *Tool) onlyOf(kind byte) bool {
	n := 0
	for i := range t.params {
		if t.params[i].shape.kind == kind {
			n++
		}
	}
	return n == 1
}

// dateValue writes a date as the parameter wants it.
func (p *param) dateValue(m moment, text string) json.RawMessage {
	if m.written != "" && p.shape.layout != "" {
		if _, err := time.Parse(p.shape.layout, m.written); err != nil {
			return nil
		}
		return p.textValue(m.written)
	}
	if p.shape.layout == "" {
		return p.textValue(text[m.start:m.end])
	}
	return p.textValue(m.date.Format(p.shape.layout))
}

// isToday reports a date that only says which day it is.
func (r *request) isToday(at int) bool {
	i := r.wordAt(at)
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		if s := r.words[j].stem; s == "today" || s == "now" {
			return true
		}
	}
	return false
}

// wordAt is the number of the word that holds a place or begins behind it.
func (r *request) wordAt(at int) int {
	for i := range r.words {
		if r.words[i].end > at {
			return i
		}
	}
	return len(r.words)
}

// roleBefore is 1 behind words that begin a stretch of time, 2 behind words that
// end it, else 0.
func (r *request) roleBefore(at int) int {
	i := r.wordAt(at)
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		if r.words[j].quote >= 0 {
			break
		}
		stem := r.words[j].stem
		switch {
		case stem == "out":
			return 2
		case slices.Contains(endStems, stem):
			return 2
		case slices.Contains(beginStems, stem):
			return 1
		case r.words[j].closes && !r.words[j].comma:
			return 0
		}
	}
	return 0
}
