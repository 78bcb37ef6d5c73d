package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

type route struct {
	std  streams
	in   inputs
	verb string
	k    int
	json bool
}

func routeCommand(std streams) *ffcli.Command {
	r := &route{std: std}
	flags := newFlags("sextant route", std)
	r.in.register(flags)
	flags.StringVar(&r.verb, "verb", "", "`verb` to route behind: ask, find, write, act, manage or why (default any)")
	flags.IntVar(&r.k, "k", runtime.DefaultK, "how many candidates to show, 1 to 32")
	flags.BoolVar(&r.json, "json", false, "print one JSON object")
	return &ffcli.Command{
		Name:       "route",
		ShortUsage: "sextant route [flags] INTENT...",
		ShortHelp:  "show where a request would go, and why",
		LongHelp: `Routes a request on the surface compiled from the sources here (or those that
the flags name) and shows every candidate with the words that speak for it:

  sextant route -verb act "schedule a recurring goal"

Flags may also follow the request. Words of it that begin with a hyphen go after
--, behind all flags.

The decision is route (the first candidate is the one), ask_back (several fit
about equally) or no_match (nothing accounts for the request). The exit code is
0 for each of them.`,
		FlagSet: flags,
		Exec:    r.run,
	}
}

func (r *route) run(ctx context.Context, args []string) error {
	verb, err := runtime.ParseVerb(r.verb)
	if err != nil {
		return fmt.Errorf("-verb: %w", err)
	}
	if r.k < 1 || r.k > runtime.MaxK {
		return fmt.Errorf("-k: %d is not between 1 and %d", r.k, runtime.MaxK)
	}
	intent := strings.Join(args, " ")
	if strings.TrimSpace(intent) == "" {
		return errors.New(`route needs the request, in quotes: sextant route "list my goals"`)
	}
	cat, err := r.in.load(r.std)
	if err != nil {
		return err
	}
	router, err := compiled(ctx, cat, index.Options{})
	if err != nil {
		return err
	}
	e := router.Explain(runtime.Query{Verb: verb, Intent: intent, K: r.k})
	if r.json {
		return r.printJSON(verb, e)
	}
	return r.printText(e)
}

// routeReply is the JSON form of a decision.
type routeReply struct {
	Verb       string           `json:"verb"`
	Decision   string           `json:"decision"`
	Candidates []routeCandidate `json:"candidates"`
	Why        string           `json:"why"`
	Question   string           `json:"question,omitempty"`
	Options    []routeOption    `json:"options,omitempty"`
}

type routeCandidate struct {
	ID         string   `json:"id"`
	Kind       string   `json:"kind"`
	Score      int      `json:"score"`
	Confidence float64  `json:"confidence"`
	Matched    []string `json:"matched"`
}

// routeOption is one answer to the question of an ask back.
type routeOption struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

func (r *route) printJSON(verb runtime.Verb, e *runtime.Explanation) error {
	reply := routeReply{
		Verb: verb.String(), Decision: e.Decision.Outcome.String(), Why: e.Why,
		Candidates: []routeCandidate{}, Question: e.Question,
	}
	for _, c := range e.Candidates {
		matched := c.Matched
		if matched == nil {
			matched = []string{}
		}
		reply.Candidates = append(reply.Candidates, routeCandidate{
			ID: c.ID, Kind: c.Kind.String(), Score: c.Score, Confidence: c.Confidence, Matched: matched,
		})
	}
	for _, o := range e.Options {
		reply.Options = append(reply.Options, routeOption{o.ID, o.Label})
	}
	enc := json.NewEncoder(r.std.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(reply)
}

func (r *route) printText(e *runtime.Explanation) error {
	fmt.Fprintf(r.std.out, "%s: %s\n", e.Decision.Outcome, e.Why)
	if e.Question != "" {
		fmt.Fprintln(r.std.out, e.Question)
		for _, o := range e.Options {
			fmt.Fprintf(r.std.out, "  - %s: %s\n", runtime.QuoteID(o.ID), o.Label)
		}
	}
	if len(e.Candidates) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(r.std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nID\tKIND\tSCORE\tCONFIDENCE\tMATCHED")
	for _, c := range e.Candidates {
		fmt.Fprintf(w, "%s\t%s\t%d\t%.2f\t%s\n", runtime.QuoteID(c.ID), c.Kind, c.Score, c.Confidence, strings.Join(c.Matched, ", "))
	}
	return w.Flush()
}
