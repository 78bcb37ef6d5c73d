package harvest

import (
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mcp/sextant/runtime/routelog"
)

// turn is an entry with what tells its request from others.
type turn struct {
	routelog.Entry
	key string
}

// turnsOf puts a log in order. The key is the request's words; where there is no
// text it is the digest, which tells requests of one run apart.
func turnsOf(entries []routelog.Entry) []turn {
	turns := make([]turn, len(entries))
	for i, e := range entries {
		turns[i] = turn{e, "#" + e.IntentDigest}
		if e.Intent != "" {
			turns[i].key = key(e.Intent)
		}
	}
	slices.SortStableFunc(turns, func(a, b turn) int { return a.Time.Compare(b.Time) })
	return turns
}

// sighting is one thing that happened.
type sighting struct {
	kind         Kind
	verb, intent string
	gold         []string
	note         string
}

// sightings finds what happened, in order.
func sightings(turns []turn, window time.Duration) []sighting {
	// lastWorked is the last turn in which a request worked with a capability.
	lastWorked := map[[2]string]int{}
	for i, t := range turns {
		if t.Worked {
			lastWorked[[2]string{t.key, t.Tool}] = i
		}
	}
	var out []sighting
	for i, t := range turns {
		if t.Pinned || t.Verb == "find" {
			continue
		}
		if pin, ok := resolution(t, turns[i+1:], window); ok {
			out = append(out, resolved(t, pin))
		} else if t.failed() && len(t.Alternatives) > 0 && lastWorked[[2]string{t.key, t.Tool}] <= i {
			out = append(out, sighting{
				kind: Failure, verb: t.Verb, intent: t.Intent, gold: []string{t.Tool, t.Alternatives[0]},
				note: fmt.Sprintf("%s failed; keep the one that is right", t.Tool),
			})
		}
	}
	return out
}

// resolution is the request by which the caller of a turn pinned something else
// for it. When the caller asks anew first, or pins what was chosen, there is none.
func resolution(t turn, later []turn, window time.Duration) (pin turn, ok bool) {
	if t.Caller == "" || t.Decision != "route" && t.Decision != "ask_back" && t.Decision != "no_match" {
		return pin, false
	}
	for _, l := range later {
		if l.Time.Sub(t.Time) > window {
			break
		}
		if l.Caller != t.Caller || l.key != t.key || l.Pinned && !l.accepted() {
			continue
		}
		return l, l.Pinned && l.Tool != t.Tool
	}
	return pin, false
}

// accepted tells whether a pinned request went through: it did its work, or was
// shown and not refused.
func (t turn) accepted() bool {
	switch {
	case t.Decision != "route" || t.Tool == "":
		return false
	case t.Executed:
		return t.Worked
	}
	return t.Status == "ok" || t.Status == "needs_plan" || t.Status == "not_connected"
}

func (t turn) failed() bool {
	return t.Executed && !t.Worked && t.Decision == "route" && t.FallbackFor == ""
}

// resolved says what a resolution tells. The verb is the one under which the pin
// was accepted.
func resolved(t, pin turn) sighting {
	s := sighting{kind: Correction, verb: pin.Verb, intent: t.Intent, gold: []string{pin.Tool}}
	switch {
	case t.Decision == "ask_back" && slices.Contains(t.Offered, pin.Tool):
		s.kind, s.note = Choice, "chosen when asked"
	case t.Decision == "ask_back":
		s.note = "it was not among what was offered"
	case t.Decision == "no_match":
		s.note = "nothing was offered"
	case t.Executed:
		s.note = fmt.Sprintf("%s was called first", t.Tool)
	default:
		s.note = fmt.Sprintf("%s was offered first", t.Tool)
	}
	return s
}
