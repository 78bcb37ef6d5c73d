package report

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// text writes one line a finding, then a table of the rules and a sentence.
func (r Report) text(w io.Writer) {
	for _, f := range r.Findings {
		fmt.Fprintln(w, f)
	}
	rules, counted := byRule(r.Findings)
	if len(rules) > 0 {
		fmt.Fprintln(w)
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, "errors\twarnings\tnotes\tfixable\t  rule")
		for _, rule := range rules {
			c := counted[rule]
			fmt.Fprintf(t, "%d\t%d\t%d\t%d\t  %s\n", c.Errors, c.Warnings, c.Notes, c.Fixable, rule)
		}
		_ = t.Flush() // the buffer below keeps the first error
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, r.sentence())
}

// sentence sums the run up.
func (r Report) sentence() string {
	c := count(r.Findings)
	seen := plural(r.Skills, "skill")
	if r.Tools > 0 {
		seen += ", " + plural(r.Tools, "tool")
	}
	found := "nothing found"
	if len(r.Findings) > 0 {
		notes := ""
		if c.Notes > 0 {
			notes = plural(c.Notes, "note")
		}
		found = joinNonEmpty(", ", plural(c.Errors, "error"), plural(c.Warnings, "warning"), notes)
	}
	var rest string
	switch {
	case r.Hidden > 0 && len(r.Findings) == 0:
		found = plural(r.Hidden, "finding") + " not shown"
	case r.Hidden > 0:
		rest += "; " + plural(r.Hidden, "finding") + " not shown"
	}
	if c.Fixable > 0 {
		rest += fmt.Sprintf("; skillsweep -fix mends %d", c.Fixable)
	}
	if r.Known > 0 {
		rest += fmt.Sprintf("; the baseline holds %d more", r.Known)
	}
	if r.Gone > 0 {
		rest += fmt.Sprintf("; %d of the baseline are gone, write it anew with -write-baseline", r.Gone)
	}
	return seen + ": " + found + rest
}
