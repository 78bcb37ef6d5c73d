package measure

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// line is one line of the table of figures: what it is called, and how it is
// written.
type line struct {
	label string
	cell  func(*Summary) string
}

func percentOf(value func(*Summary) Share) func(*Summary) string {
	return func(s *Summary) string { return value(s).percent() }
}

// lines are the figures that the text and the HTML report show, in percent
// unless the label says otherwise.
var lines = []line{
	{"top-1", percentOf(func(s *Summary) Share { return s.Top1 })},
	{"top-3", percentOf(func(s *Summary) Share { return s.Top3 })},
	{"top-5", percentOf(func(s *Summary) Share { return s.Top5 })},
	{"recall@5", percentOf(func(s *Summary) Share { return s.Recall5 })},
	{"MRR", percentOf(func(s *Summary) Share { return s.MRR })},
	{"nDCG@10", percentOf(func(s *Summary) Share { return s.NDCG10 })},
	{"clear: asked back", percentOf(func(s *Summary) Share { return s.Clear.Asked })},
	{"clear: refused", percentOf(func(s *Summary) Share { return s.Clear.Refused })},
	{"clear: routed", percentOf(func(s *Summary) Share { return s.Routed.Coverage })},
	{"routed: right", percentOf(func(s *Summary) Share { return s.Routed.Accuracy })},
	{"ambiguous: asked back", percentOf(func(s *Summary) Share { return s.Ambiguous.AskRate })},
	{"nothing fits: offered", percentOf(func(s *Summary) Share { return s.NoMatch.FalseOffer })},
	{"nothing fits: AUROC", percentOf(func(s *Summary) Share { return s.NoMatch.AUROC })},
	{"wrong acts", percentOf(func(s *Summary) Share { return s.WrongAct })},
	{"p50, µs", func(s *Summary) string { return micros(s.Latency.P50) }},
	{"p99, µs", func(s *Summary) string { return micros(s.Latency.P99) }},
	{"allocations", func(s *Summary) string { return fmt.Sprintf("%.0f", s.Allocs) }},
}

// argLines follow when arguments were read.
var argLines = []line{
	{"arguments: precision", percentOf(args(func(a *ArgSummary) Share { return a.Precision }))},
	{"arguments: recall", percentOf(args(func(a *ArgSummary) Share { return a.Recall }))},
	{"arguments: exact", percentOf(args(func(a *ArgSummary) Share { return a.Exact }))},
}

func micros(ns int64) string { return fmt.Sprintf("%.1f", float64(ns)/1000) }

// table is the figures of all rankers: one row a figure, one column a ranker.
func (r *Report) table() (head []string, rows [][]string) {
	head = []string{"percent"}
	for _, m := range r.all() {
		head = append(head, m.Name)
	}
	show := lines
	if r.Main.Summary.Args != nil {
		show = slices.Concat(lines, argLines)
	}
	for _, l := range show {
		row := []string{l.label}
		for _, m := range r.all() {
			row = append(row, l.cell(&m.Summary))
		}
		rows = append(rows, row)
	}
	return head, rows
}

// kindTable breaks the rows of the ranker under test down by kind.
func (r *Report) kindTable() (head []string, rows [][]string) {
	head = []string{"kind", "n", "top-1", "top-3", "top-5", "routed", "asked back", "refused"}
	kinds := r.Main.Summary.Kinds
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		k := kinds[name]
		rows = append(rows, []string{name, fmt.Sprint(k.N), k.Top1.percent(), k.Top3.percent(), k.Top5.percent(),
			k.Routed.percent(), k.Asked.percent(), k.Refused.percent()})
	}
	return head, rows
}

// heading says what was measured on what.
func (r *Report) heading() string {
	s := &r.Main.Summary
	text := fmt.Sprintf("%s on %s: %d clear, %d ambiguous, %d that nothing serves.",
		count(s.N, "request", "requests"), count(r.Capabilities, "capability", "capabilities"),
		s.Clear.N, s.Ambiguous.N, s.NoMatch.N)
	if r.Seen > 0 {
		text += fmt.Sprintf(" Learned from too, and so no proof of routing: %d.", r.Seen)
	}
	return text
}

// count is a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// shownConfusions bounds the confusion table of the text report.
const shownConfusions = 15

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n%s\n\n", strings.Join(r.Corpus, ", "), r.heading())
	head, rows := r.table()
	writeTable(&b, head, rows)
	fmt.Fprintln(&b)
	head, rows = r.kindTable()
	writeTable(&b, head, rows)
	r.writeConfusion(&b)
	r.writeMisses(&b)
	_, err := w.Write(b.Bytes())
	return err
}

func writeTable(w io.Writer, head []string, rows [][]string) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.ToUpper(strings.Join(head, "\t")))
	for _, row := range rows {
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	_ = t.Flush() // to a buffer
}

func (r *Report) writeConfusion(w io.Writer) {
	cells := Confusion(r.Main.Results)
	if len(cells) == 0 {
		return
	}
	fmt.Fprintln(w)
	var rows [][]string
	for _, c := range cells[:min(len(cells), shownConfusions)] {
		rows = append(rows, []string{orNothing(c.Gold), orNothing(c.Got), fmt.Sprint(c.N)})
	}
	writeTable(w, []string{"meant", "got", "n"}, rows)
	if more := len(cells) - shownConfusions; more > 0 {
		fmt.Fprintf(w, "and %d more pairs\n", more)
	}
}

// orNothing names the absence of a capability.
func orNothing(id string) string {
	if id == "" {
		return "(nothing)"
	}
	return id
}

func (r *Report) writeMisses(w io.Writer) {
	if r.Missed == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s", count(r.Missed, "miss", "misses"))
	if len(r.Misses) < r.Missed {
		fmt.Fprintf(w, ", %d of them shown", len(r.Misses))
	}
	fmt.Fprintln(w, ":")
	for _, m := range r.Misses {
		fmt.Fprintf(w, "\n%s: %s: %s%q\n", m.At, m.Fault, verbPrefix(m.Verb), m.Intent)
		fmt.Fprintf(w, "  meant %s, decided %s with confidence %.2f\n", goldList(m.Gold), m.Decision, float64(m.Confidence))
		for _, c := range m.Candidates {
			fmt.Fprintf(w, "  %s\n", c.line())
		}
	}
}

func verbPrefix(verb string) string {
	if verb == "" {
		return ""
	}
	return verb + " "
}

func goldList(gold []string) string {
	if len(gold) == 0 {
		return orNothing("")
	}
	return strings.Join(gold, " or ")
}

// line is one contender with its evidence.
func (c Contender) line() string {
	mark := " "
	if c.Gold {
		mark = "*"
	}
	rank := "-"
	if c.Rank > 0 {
		rank = fmt.Sprint(c.Rank)
	}
	text := fmt.Sprintf("%3s %s %s", rank, mark, c.ID)
	if len(c.Evidence) > 0 {
		text += ": " + c.evidence()
	}
	return text
}

func (c Contender) evidence() string {
	parts := make([]string, len(c.Evidence))
	for i, e := range c.Evidence {
		parts[i] = fmt.Sprintf("%s %+d", e.Feature, e.Impact)
	}
	return strings.Join(parts, ", ")
}
