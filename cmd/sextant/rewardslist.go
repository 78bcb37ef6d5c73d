package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/sextant-mcp/sextant/runtime/outcome"
)

// listed is a reward as list shows it.
type listed struct {
	outcome.Line
	// Gone is set when the capability is not on the surface.
	Gone bool `json:"gone,omitempty"`
}

// rewardList is what list -json prints.
type rewardList struct {
	Store   string   `json:"store"`
	Rewards []listed `json:"rewards"`
	// Gone counts the rewards of capabilities that are not on the surface, absent
	// when there was no surface to compare with.
	Gone *int `json:"gone,omitempty"`
}

func (r *rewarding) list(ctx context.Context, store outcome.Store, _ []string) error {
	values, err := r.chosen(ctx, store)
	if err != nil {
		return err
	}
	known, err := r.capabilities()
	if err != nil {
		return err
	}
	out := rewardList{Store: store.Status().Store, Rewards: []listed{}}
	gone := 0
	for _, l := range outcome.Lines(values) {
		_, found := slices.BinarySearch(known, l.Capability)
		missing := known != nil && !found
		if missing {
			gone++
		}
		out.Rewards = append(out.Rewards, listed{l, missing})
	}
	if known != nil {
		out.Gone = &gone
	}
	if r.json {
		return printJSON(r.std.out, out)
	}
	return out.print(r.std)
}

func (l *rewardList) print(std streams) error {
	w := tabwriter.NewWriter(std.out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "CAPABILITY\tVERB\tREWARD\tOUTCOMES\tLAST\tSCOPE\t")
	for _, one := range l.Rewards {
		mark, last := "", "unknown"
		if one.Gone {
			mark = "gone"
		}
		if !one.At.IsZero() {
			last = one.At.UTC().Format(time.RFC3339)
		}
		fmt.Fprintf(w, "%s\t%s\t%.4f\t%d\t%s\t%s\t%s\n", one.Capability, one.Verb, one.Reward, one.Count, last, one.Scope, mark)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	n := len(l.Rewards)
	fmt.Fprintf(std.err, "%d %s in %s\n", n, plural(n, "reward"), l.Store)
	switch {
	case l.Gone == nil:
		fmt.Fprintln(std.err, "there is no surface in this folder to compare with; -cpd names one")
	case *l.Gone > 0:
		fmt.Fprintf(std.err, "%d of capabilities that are not on the surface: they are kept for when they come back; reset -capability ID forgets them\n", *l.Gone)
	}
	return nil
}

// say prints what was done, as JSON or in words.
func (r *rewarding) say(object map[string]any, words string) error {
	if r.json {
		return printJSON(r.std.out, object)
	}
	_, err := fmt.Fprintln(r.std.out, words)
	return err
}

func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
