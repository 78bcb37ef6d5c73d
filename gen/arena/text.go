package arena

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// WriteJSON writes the report as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// WriteText writes the report for people: the figures of the arms, the same by
// kind of turn, and every turn that was not right each time with what each arm
// made of it.
func (r *Report) WriteText(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "model %s, temperature %g, seeds %s\n", r.Model, r.Temperature, seeds(r.Seeds))
	fmt.Fprintf(&b, "%s, %s in %s, %s\n\n", count(r.Turns, "turn"), count(r.Tools, "tool"), count(r.Groups, "group"), count(len(r.Seeds), "run"))
	r.figures(&b)
	r.kinds(&b)
	r.picks(&b)
	if len(r.Skipped) > 0 {
		fmt.Fprintf(&b, "\nnot played: %d\n", len(r.Skipped))
		for why, n := range ordered(r.reasons()) {
			fmt.Fprintf(&b, "  %d: %s\n", n, why)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func seeds(list []int64) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(list)), ", "), "[]")
}

// figures is one line an arm.
func (r *Report) figures(b *bytes.Buffer) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "arm\toffered\tbytes\t")
	for _, v := range Verdicts {
		fmt.Fprintf(t, "%s\t", v)
	}
	fmt.Fprint(t, "of\tright, by run\tp50 ms\tp90 ms\tprompt tokens\trequests\t\n")
	for i := range r.Arms {
		a := &r.Arms[i]
		fmt.Fprintf(t, "%s\t%d\t%d\t", a.Name, a.Offered, a.OfferedBytes)
		var each []string
		for _, run := range a.Runs {
			each = append(each, fmt.Sprint(run[Right]))
		}
		for _, v := range Verdicts {
			n := 0
			for _, run := range a.Runs {
				n += run[v]
			}
			fmt.Fprintf(t, "%.1f\t", float64(n)/float64(len(a.Runs)))
		}
		fmt.Fprintf(t, "%d\t%s\t%.0f\t%.0f\t%s\t%.1f\t\n", r.Turns, strings.Join(each, " "), a.Latency.P50, a.Latency.P90, tokens(a.PromptTokens), a.Requests)
	}
	t.Flush()
}

func tokens(mean *float64) string {
	if mean == nil {
		return "-"
	}
	return fmt.Sprintf("%.0f", *mean)
}

// kinds says how many moves of each kind of turn were right, or asked with a
// gold among the options.
func (r *Report) kinds(b *bytes.Buffer) {
	names := map[string]int{}
	for _, a := range r.Arms {
		for kind, counts := range a.Kinds {
			n := 0
			for _, c := range counts {
				n += c
			}
			names[kind] = n
		}
	}
	fmt.Fprint(b, "\nright + asked of the moves, by kind\n")
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "kind\tmoves")
	for _, a := range r.Arms {
		fmt.Fprintf(t, "\t%s", a.Name)
	}
	fmt.Fprintln(t)
	for kind, n := range ordered(names) {
		fmt.Fprintf(t, "%s\t%d", kind, n)
		for _, a := range r.Arms {
			fmt.Fprintf(t, "\t%d + %d", a.Kinds[kind][Right], a.Kinds[kind][Asked])
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

// picks lists the turns that some arm did not get right every time.
func (r *Report) picks(b *bytes.Buffer) {
	title := "\nturns that were not right every time\n"
	for i := range r.turns {
		if !r.anyMissed(i) {
			continue
		}
		turn := &r.Arms[0].Turns[i]
		fmt.Fprintf(b, "%s%s  %q  wants %s\n", title, turn.ID, turn.Intent, wants(turn))
		title = ""
		for _, a := range r.Arms {
			var each []string
			for _, m := range a.Turns[i].Moves {
				each = append(each, m.String())
			}
			fmt.Fprintf(b, "  %-6s  %s\n", a.Name, strings.Join(runLengths(each), "; "))
		}
	}
}

func (r *Report) anyMissed(i int) bool {
	for _, a := range r.Arms {
		for _, m := range a.Turns[i].Moves {
			if m.Verdict != Right {
				return true
			}
		}
	}
	return false
}

func wants(t *TurnResult) string {
	if len(t.Gold) == 0 {
		return "nothing"
	}
	return strings.Join(t.Gold, " or ")
}

// String says in a few words what was played.
func (p Played) String() string {
	s := string(p.Verdict)
	if len(p.Called) > 0 {
		s += ": " + strings.Join(p.Called, ", ")
	}
	switch {
	case p.Error != "":
		s += ": " + shorten(p.Error)
	case p.Refused != "":
		s += ", refused: " + p.Refused
	case len(p.Tools) > 0:
		s += " -> " + strings.Join(p.Tools, ", ")
	case p.Asked:
		s += " -> which of " + strings.Join(p.Options, ", ")
	case len(p.Called) > 0:
		s += " -> nothing"
	}
	return s
}

// runLengths writes equal neighbours once, with their number.
func runLengths(list []string) []string {
	var out []string
	for i := 0; i < len(list); {
		n := 1
		for i+n < len(list) && list[i+n] == list[i] {
			n++
		}
		s := list[i]
		if n > 1 {
			s = fmt.Sprintf("%dx %s", n, s)
		}
		out = append(out, s)
		i += n
	}
	return out
}

func (r *Report) reasons() map[string]int {
	n := map[string]int{}
	for _, s := range r.Skipped {
		n[s.Why]++
	}
	return n
}

// ordered goes through a map in the order of its keys.
func ordered(m map[string]int) func(yield func(string, int) bool) {
	return func(yield func(string, int) bool) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}
