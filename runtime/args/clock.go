package args

import (
	"regexp"
	"strings"
	"time"
)

// clock is a time of day in a request.
type clock struct {
	span
	hour, minute int
}

var (
	clockColon = regexp.MustCompile(`(?i)\b(\d{1,2}):(\d{2})(?::\d{2})?(?: ?([ap])\.?m\b)?`)
	clockHour  = regexp.MustCompile(`(?i)\b(\d{1,2}) ?([ap])\.?m\b`)
)

func (r *request) clocks() []clock {
	if !r.digits {
		return nil
	}
	var out []clock
	add := func(m []int, hour, minute, half string) {
		h, mi := atoi(hour), atoi(minute)
		half = strings.ToLower(half)
		if half == "p" && h < 12 {
			h += 12
		} else if half == "a" && h == 12 {
			h = 0
		}
		if h < 24 && mi < 60 {
			out = append(out, clock{span{m[0], m[1]}, h, mi})
		}
	}
	for _, m := range clockColon.FindAllStringSubmatchIndex(r.text, -1) {
		add(m, group(r.text, m, 1), group(r.text, m, 2), group(r.text, m, 3))
	}
	for _, m := range clockHour.FindAllStringSubmatchIndex(r.text, -1) {
		if !overlaps(clockSpans(out), m[0], m[1]) {
			add(m, group(r.text, m, 1), "", group(r.text, m, 2))
		}
	}
	return out
}

func clockSpans(all []clock) []span {
	var out []span
	for _, c := range all {
		out = append(out, c.span)
	}
	return out
}

// clockRule reads the one time of day for the one parameter that wants one.
func clockRule(t *Tool, r *request) []proposal {
	all := r.clocks()
	if len(all) != 1 || !t.onlyOf('t') {
		return nil
	}
	c := all[0]
	for i := range t.params {
		p := &t.params[i]
		if p.shape.kind != 't' {
			continue
		}
		at := time.Date(2000, 1, 1, c.hour, c.minute, 0, 0, time.UTC)
		return clean([]proposal{{param: i, value: p.textValue(at.Format(p.shape.layout)), evidence: Date, strength: wholeStrength, start: c.start, end: c.end}})
	}
	return nil
}
