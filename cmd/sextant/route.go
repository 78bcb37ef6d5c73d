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
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

type route struct {
	std     streams
	in      inputs
	verb    string
	k       int
	json    bool
	learned learned
}

func routeCommand(std streams) *ffcli.Command {
	r := &route{std: std}
	flags := newFlags("sextant route", std)
	r.in.register(flags)
	flags.StringVar(&r.verb, "verb", "", "`verb` to route behind: ask, find, write, act, manage or why (default any)")
	flags.IntVar(&r.k, "k", runtime.DefaultK, "how many candidates to show, 1 to 32")
	flags.BoolVar(&r.json, "json", false, "print one JSON object")
	r.learned.register(flags)
	return &ffcli.Command{
		Name:       "route",
		ShortUsage: "sextant route [flags] INTENT...",
		ShortHelp:  "show where a request would go, and why",
		LongHelp: `Routes a request on the surface compiled from the sources here (or those that
the flags name) and shows every candidate with the words that speak for it:

  sextant route -verb act "schedule a recurring goal"

With -store it is the order that a server serves which learned what is kept there,
and beside it what outcomes added to each score and the place by words alone.

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
	q := runtime.Query{Verb: verb, Intent: intent, K: r.k}
	if err := r.learned.read(ctx, r.std, &q); err != nil {
		return err
	}
	e := router.Explain(q)
	places := byWords(router, q)
	if r.json {
		return r.printJSON(verb, e, places)
	}
	return r.printText(e, places)
}

// byWords are the places, from 1, at which the words alone put capabilities; nil when
// nothing but the words counts.
func byWords(router *runtime.Router, q runtime.Query) map[string]int {
	if q.Rewards == nil {
		return nil
	}
	q.Rewards, q.K = nil, runtime.MaxK
	places := map[string]int{}
	_, candidates := router.Resolve(nil, q)
	for i, c := range candidates {
		places[c.ID] = i + 1
	}
	return places
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
	// With rewards: what was learned of it, what that added to the score, and the
	// place by words alone, from 1.
	Reward  *float64 `json:"reward,omitempty"`
	Learned *int     `json:"learned,omitempty"`
	ByWords int      `json:"by_words,omitempty"`
}

// routeOption is one answer to the question of an ask back.
type routeOption struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

func (r *route) printJSON(verb runtime.Verb, e *runtime.Explanation, places map[string]int) error {
	reply := routeReply{
		Verb: verb.String(), Decision: e.Decision.Outcome.String(), Why: e.Why,
		Candidates: []routeCandidate{}, Question: e.Question,
	}
	for _, c := range e.Candidates {
		matched := c.Matched
		if matched == nil {
			matched = []string{}
		}
		one := routeCandidate{ID: c.ID, Kind: c.Kind.String(), Score: c.Score, Confidence: c.Confidence, Matched: matched}
		if places != nil {
			reward := dispatch.Share(c.Reward)
			one.Reward, one.Learned, one.ByWords = &reward, &c.Learned, places[c.ID]
		}
		reply.Candidates = append(reply.Candidates, one)
	}
	for _, o := range e.Options {
		reply.Options = append(reply.Options, routeOption{o.ID, o.Label})
	}
	enc := json.NewEncoder(r.std.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(reply)
}

func (r *route) printText(e *runtime.Explanation, places map[string]int) error {
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
	extra := ""
	if places != nil {
		extra = "REWARD\tLEARNED\tBY WORDS\t"
	}
	fmt.Fprintf(w, "\nID\tKIND\tSCORE\tCONFIDENCE\t%sMATCHED\n", extra)
	for _, c := range e.Candidates {
		if places != nil {
			extra = fmt.Sprintf("%.4f\t%+d\t%d\t", c.Reward, c.Learned, places[c.ID])
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%.2f\t%s%s\n", runtime.QuoteID(c.ID), c.Kind, c.Score, c.Confidence, extra, strings.Join(c.Matched, ", "))
	}
	return w.Flush()
}
