package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sextant-mcp/sextant/gen/enrich"
	"github.com/sextant-mcp/sextant/runtime"
)

// show prints what a run would do.
func (e *enrichment) show(ctx context.Context, doc *enrich.Document, plan []enrich.Outcome) error {
	if len(plan) == 0 {
		return e.nothing()
	}
	w := tabwriter.NewWriter(e.std.out, 0, 0, 2, ' ', 0)
	for _, o := range plan {
		fmt.Fprintf(w, "%s\t%d of %d missing\n", runtime.QuoteID(o.ID), o.Want-o.Had, o.Want)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	req, err := enrich.Prompt(ctx, doc, plan[0].ID, e.n)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.std.out, "\nThe first prompt:\n")
	for _, m := range req.Messages {
		fmt.Fprintf(e.std.out, "\n[%s]\n%s\n", m.Role, strings.TrimRight(m.Content, "\n"))
	}
	return nil
}

func (e *enrichment) nothing() error {
	fmt.Fprintf(e.std.out, "nothing to ask: every capability has %d generated %s\n", e.n, plural(e.n, "example"))
	return nil
}

// conclude prints what came of a run and turns that into its end.
func (e *enrichment) conclude(outcomes []enrich.Outcome, err error) error {
	if outcomes == nil && err == nil {
		return e.nothing()
	}
	added, enriched, short := 0, 0, 0
	for i := range outcomes {
		o := &outcomes[i]
		added += len(o.Added)
		if len(o.Added) > 0 {
			enriched++
		}
		if o.Short() {
			short++
		}
	}
	if outcomes != nil {
		e.print(outcomes)
		fmt.Fprintf(e.std.out, "%d %s from %s added to %d %s in %s\n", added, plural(added, "example"), e.model.model,
			enriched, plural2(enriched, "capability", "capabilities"), e.path())
	}
	if added > 0 {
		fmt.Fprintln(e.std.out, "Review them in the diff before you compile.")
	}
	switch {
	case errors.Is(err, context.Canceled) && added > 0:
		return errKept
	case err != nil:
		return err
	case short > 0:
		fmt.Fprintf(e.std.err, "sextant: %d %s short of %d examples; run again to ask for the rest\n",
			short, plural2(short, "capability is", "capabilities are"), e.n)
		return errFindings
	}
	return nil
}

// print writes one line a capability: what was added and why others were not,
// and what went wrong to the other stream.
func (e *enrichment) print(outcomes []enrich.Outcome) {
	w := tabwriter.NewWriter(e.std.out, 0, 0, 2, ' ', 0)
	for i := range outcomes {
		o := &outcomes[i]
		fmt.Fprintf(w, "%s\t+%d\t%d of %d%s\n", runtime.QuoteID(o.ID), len(o.Added), o.Had+len(o.Added), o.Want, dropped(o.Dropped))
	}
	_ = w.Flush() // a stream that fails is reported by nobody's reading it
	for i := range outcomes {
		if o := &outcomes[i]; o.Err != nil && !errors.Is(o.Err, context.Canceled) {
			fmt.Fprintf(e.std.err, "sextant: %s: %v\n", runtime.QuoteID(o.ID), o.Err)
		}
	}
}

// dropped says how many phrasings were dropped for which reasons, in a column of
// its own.
func dropped(counts map[enrich.Reason]int) string {
	var parts []string
	for _, why := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[why], why))
	}
	if len(parts) == 0 {
		return ""
	}
	return "\tdropped " + strings.Join(parts, ", ")
}

func (e *enrichment) path() string {
	if e.out != "" {
		return e.out
	}
	return e.cpd
}

func plural2(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
