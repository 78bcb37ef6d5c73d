package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/measure/baseline"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/args"
)

type eval struct {
	std           streams
	in            inputs
	corpus, train string
	json          bool
	html          string
	floor         string
	baseline      string
	misses, k     int
}

// How much of the misses is shown when no flag says otherwise.
const (
	defaultMisses    = 10
	defaultContender = 3
)

// How often each request is timed: the baselines, which are slower, less often.
const (
	speedRounds    = 7
	baselineRounds = 3
)

func evalCommand(std streams) *ffcli.Command {
	e := &eval{std: std}
	flags := newFlags("sextant eval", std)
	e.in.register(flags)
	flags.StringVar(&e.corpus, "corpus", "", "`files` of labelled requests, separated by commas (required)")
	flags.StringVar(&e.train, "train", "", "`files` of labelled requests to compile from beside the sources, separated by commas")
	flags.BoolVar(&e.json, "json", false, "print one JSON object")
	flags.StringVar(&e.html, "html", "", "also write the report with plots to this `file`")
	flags.StringVar(&e.floor, "floor", "", "`bounds` to keep, as top1=.9,false_offer_rate=.1; exit 1 if one is missed")
	flags.StringVar(&e.baseline, "baseline", "", "also measure these `names`, separated by commas: seed, bm25")
	flags.IntVar(&e.misses, "misses", defaultMisses, "how many misses to show, -1 for all")
	flags.IntVar(&e.k, "k", defaultContender, "how many candidates to show of each miss, 1 to 32")
	return &ffcli.Command{
		Name:       "eval",
		ShortUsage: "sextant eval -corpus FILE[,FILE] [flags]",
		ShortHelp:  "measure how well the surface routes",
		LongHelp: `Compiles the sources here (or those that the flags name), asks every request of
the corpus and reports how many reach the right capability, how many are asked
back or refused, what that costs, and what was missed on which evidence.

A corpus has one JSON object a line:

  {"verb":"act","intent":"run this every night","gold":["graph_goals"]}

Several golds are alternatives; with "gold":[] nothing must match; with
"kind":"ambiguous" the right answer is a question; "candidates" restricts the
pool. Measure on requests that the surface was not compiled from.

-baseline ranks the same descriptors, examples included, by the scorer that this
project began from (seed) or by a plain BM25 (bm25); rows of -train are not for
them.

Bounds of -floor: ` + strings.Join(measure.FloorNames(), ", ") + `.
A bound is a least value; of offers, questions, refusals, wrong acts, latency
and allocations it is a greatest one. The last part of a name will do.`,
		FlagSet: flags,
		Exec:    e.run,
	}
}

func (e *eval) run(ctx context.Context, args []string) error {
	floors, err := e.check(args)
	if err != nil {
		return err
	}
	rows, err := e.read("-corpus", e.corpus)
	if err != nil {
		return err
	}
	train, err := e.read("-train", e.train)
	if err != nil {
		return err
	}
	cat, err := e.in.load(e.std)
	if err != nil {
		return err
	}
	report, err := e.measure(ctx, cat, rows, train)
	if err != nil {
		return err
	}
	if err := e.write(report); err != nil {
		return err
	}
	return e.hold(floors, report)
}

// check refuses flags that can't be followed before any work is done.
func (e *eval) check(args []string) ([]measure.Floor, error) {
	switch {
	case len(args) > 0:
		return nil, fmt.Errorf("eval takes no arguments, only flags: %q", args[0])
	case e.corpus == "":
		return nil, errors.New("eval needs requests to measure on: name their file with -corpus")
	case e.k < 1 || e.k > runtime.MaxK:
		return nil, fmt.Errorf("-k: %d is not between 1 and %d", e.k, runtime.MaxK)
	}
	for _, name := range list(e.baseline) {
		if _, err := baseline.New(name, &catalog.Catalog{}); err != nil {
			return nil, fmt.Errorf("-baseline: %w", err)
		}
	}
	floors, err := measure.ParseFloors(e.floor)
	if err != nil {
		return nil, fmt.Errorf("-floor: %w", err)
	}
	return floors, nil
}

// read reads the files that a flag names and prints what is wrong with them.
func (e *eval) read(flag, files string) ([]source.Route, error) {
	paths, err := fileList(flag, files)
	if err != nil {
		return nil, err
	}
	var rows []source.Route
	for _, path := range paths {
		read, diags := source.ReadRoutes(path)
		report(e.std, diags)
		if n := countErrors(diags); n > 0 {
			return nil, fmt.Errorf("%s: %d %s in %s, nothing was done", flag, n, plural(n, "error"), path)
		}
		rows = append(rows, read...)
	}
	if files != "" && len(rows) == 0 {
		return nil, fmt.Errorf("%s: %s holds no row", flag, files)
	}
	return rows, nil
}

// measure compiles the surface and runs the rows through it and the baselines.
func (e *eval) measure(ctx context.Context, cat *catalog.Catalog, rows, train []source.Route) (*measure.Report, error) {
	e.warnUnknown(cat, rows)
	bar := newProgress(e.std.err, buildPhases...)
	router, err := compiled(ctx, cat, index.Options{Train: trainRows(train), Progress: bar.set})
	bar.done()
	if err != nil {
		return nil, err
	}
	r := &measure.Report{Corpus: list(e.corpus), Capabilities: router.Len(), Seen: seen(cat, rows, train)}
	opt := measure.Options{Mutates: measure.Mutating(cat)}
	main := measure.FromRouter(router)
	withArguments := opt
	withArguments.Arguments = args.NewReader(router)
	r.Main = e.one("sextant", main, rows, withArguments, speedRounds)
	for _, name := range list(e.baseline) {
		ranker, err := baseline.New(name, cat)
		if err != nil {
			return nil, fmt.Errorf("-baseline: %w", err)
		}
		r.Baselines = append(r.Baselines, e.one(name, ranker, rows, opt, baselineRounds))
	}
	r.Misses, r.Missed = measure.Misses(main, r.Main.Results, e.misses, e.k)
	return r, nil
}

// one measures one ranker.
func (e *eval) one(name string, ranker measure.Ranker, rows []source.Route, opt measure.Options, rounds int) measure.Measured {
	bar := newProgress(e.std.err, "measuring "+name)
	opt.Progress = bar.set
	results := measure.Run(ranker, rows, opt)
	bar.done()
	questions := make([]measure.Question, len(rows))
	for i := range rows {
		questions[i] = measure.QuestionOf(&rows[i])
	}
	speed := measure.MeasureSpeed(ranker, questions, rounds)
	return measure.Measured{Name: name, Results: results, Summary: measure.Summarize(results, speed)}
}

func trainRows(rows []source.Route) []index.Row {
	var out []index.Row
	for _, r := range rows {
		out = append(out, index.Row{Intent: r.Intent, Gold: r.Gold, Verb: r.Verb})
	}
	return out
}
