package args

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// span is a place in a text, in bytes.
type span struct{ start, end int }

func overlaps(spans []span, start, end int) bool {
	for _, s := range spans {
		if s.start < end && start < s.end {
			return true
		}
	}
	return false
}

// moment is a date in a request.
type moment struct {
	span
	date time.Time
	// whole is set when day, month and year are all there.
	whole bool
	// written is set for a date whose day and month can't be told apart.
	written string
}

const monthNames = `jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?`

var (
	isoDate   = regexp.MustCompile(`\b(\d{4})[-./](\d{1,2})[-./](\d{1,2})\b`)
	slashDate = regexp.MustCompile(`\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b`)
	monthDay  = regexp.MustCompile(`(?i)\b(` + monthNames + `)\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (?:of )?(\d{4})\b)?`)
	dayMonth  = regexp.MustCompile(`(?i)\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? (` + monthNames + `)\b\.?(?:[,?]? (?:of )?(\d{4})\b)?`)
)

// elsewhere moves a date to a year that is not said.
var elsewhere = regexp.MustCompile(`(?i)^,? (?:of )?(?:next|last|this) year`)

// moments finds the dates of a request, in their order.
func (r *request) moments() []moment {
	if !r.digits {
		return nil
	}
	var out []moment
	add := func(m []int, year, month, day string) {
		if overlaps(spansOf(out), m[0], m[1]) {
			return
		}
		y, mo, d := atoi(year), monthOf(month), atoi(day)
		if year == "" {
			y = 4 // a leap year, so that 29 February is kept
		}
		date := time.Date(y, time.Month(mo), d, 0, 0, 0, 0, time.UTC)
		ok := mo >= 1 && mo <= 12 && d >= 1 && int(date.Month()) == mo
		if ok || year == "" {
			out = append(out, moment{span: span{m[0], m[1]}, date: date, whole: ok && y >= 1000})
		}
	}
	for _, f := range []struct {
		re               *regexp.Regexp
		year, month, day int
	}{{isoDate, 1, 2, 3}, {monthDay, 3, 1, 2}, {dayMonth, 3, 2, 1}} {
		for _, m := range f.re.FindAllStringSubmatchIndex(r.text, -1) {
			if elsewhere.MatchString(r.text[m[1]:]) {
				continue
			}
			add(m, group(r.text, m, f.year), group(r.text, m, f.month), group(r.text, m, f.day))
		}
	}
	for _, m := range slashDate.FindAllStringSubmatchIndex(r.text, -1) {
		first, second, year := group(r.text, m, 1), group(r.text, m, 2), group(r.text, m, 3)
		switch {
		case atoi(second) > 12 || first == second:
			add(m, year, first, second)
		case atoi(first) > 12:
			add(m, year, second, first)
		case overlaps(spansOf(out), m[0], m[1]):
		default:
			// Day or month first, nobody knows.
			out = append(out, moment{span: span{m[0], m[1]}, written: r.text[m[0]:m[1]]})
		}
	}
	r.lendYear(out)
	sortMoments(out)
	return out
}

// lendYear gives dates without a year the one year of the request.
func (r *request) lendYear(all []moment) {
	year := ""
	for _, found := range yearNumber.FindAllString(r.text, -1) {
		if year != "" && year != found {
			return
		}
		year = found
	}
	if year == "" {
		return
	}
	for i := range all {
		m := &all[i]
		if m.whole || m.date.IsZero() {
			continue
		}
		date := time.Date(atoi(year), m.date.Month(), m.date.Day(), 0, 0, 0, 0, time.UTC)
		if date.Day() == m.date.Day() {
			m.date, m.whole = date, true
		}
	}
}

func stemsOf(words ...string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = stemOf(w)
	}
	return out
}

func sortMoments(all []moment) {
	slices.SortStableFunc(all, func(a, b moment) int { return a.start - b.start })
}

func spansOf(all []moment) []span {
	out := make([]span, len(all))
	for i, m := range all {
		out[i] = m.span
	}
	return out
}

func group(s string, m []int, n int) string {
	if m[2*n] < 0 {
		return ""
	}
	return s[m[2*n]:m[2*n+1]]
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s) // "" and what is too long are no date
	return n
}

func monthOf(s string) int {
	if n := atoi(s); n > 0 || len(s) < 3 {
		return n
	}
	return strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(s[:3]))/3 + 1
}
