package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/sextant-mcp/sextant/gen/arena"
	"github.com/sextant-mcp/sextant/gen/catalog"
)

type contest struct {
	std           streams
	in            inputs
	model         modelFlags
	corpus, train string
	arms          string
	namespaces    string
	kinds         string
	runs          int
	seed          int64
	json          bool
}

// maxRuns bounds -runs: each run asks for every turn in every arm.
const maxRuns = 100

func arenaCommand(std streams) *ffcli.Command {
	a := &contest{std: std}
	flags := newFlags("sextant arena", std)
	a.in.register(flags)
	a.model.register(flags)
	flags.StringVar(&a.corpus, "corpus", "", "`files` of labelled requests, separated by commas (required)")
	flags.StringVar(&a.train, "train", "", "`files` of labelled requests to compile from beside the sources, separated by commas")
	flags.StringVar(&a.arms, "arms", strings.Join(arena.Arms, ","), "`names` of the arms to measure")
	flags.StringVar(&a.namespaces, "namespace", "", "measure on these `namespaces` only, each behind one ask tool in the routed arm")
	flags.StringVar(&a.kinds, "kind", "", "play only turns of these `kinds`, separated by commas (key kind or set)")
	flags.IntVar(&a.runs, "runs", arena.DefaultRuns, "how often each turn is played, 1 to 100")
	flags.Int64Var(&a.seed, "seed", 1, "seed of the first run; the next ones count on")
	flags.BoolVar(&a.json, "json", false, "print one JSON object with every pick")
	return &ffcli.Command{
		Name:       "arena",
		ShortUsage: "sextant arena -corpus FILE[,FILE] -base-url URL -model M [flags]",
		ShortHelp:  "measure a model before verbs, a flat list and a swarm",
		LongHelp: `Plays every request of the corpus with a model of yours in three arms and reports
how often the right tool is reached, how fast, and for how many tokens:

  routed   the six verbs as the server lists them (with -namespace: one ask tool
           for each); the router picks the tool
  flat     every tool with its schema; the model picks
  swarm    one agent for each server or namespace; a second request picks

  sextant arena -corpus dev.jsonl -base-url http://localhost:11434/v1 -model qwen3:4b

Requests go out one at a time with a temperature of 0 and a seed. Turns whose
golds are not among the tools are left out and counted. -cpd also takes a list of
tools with one JSON object a line (*.jsonl). docs/arena.md says what the figures
show and what they do not.

The exit code is 1 when the endpoint failed on some turns, 2 when nothing could
be measured.`,
		FlagSet: flags,
		Exec:    a.run,
	}
}

func (a *contest) run(ctx context.Context, args []string) error {
	if err := a.check(args); err != nil {
		return err
	}
	client, err := a.model.client()
	if err != nil {
		return err
	}
	turns, err := a.turns()
	if err != nil {
		return err
	}
	field, err := a.field(ctx)
	if err != nil {
		return err
	}
	bar := newProgress(a.std.err, "playing")
	result, err := arena.Run(ctx, client, field, turns, arena.Options{
		Arms: list(a.arms), Runs: a.runs, Seed: a.seed, Progress: bar.set,
	})
	bar.done()
	if err != nil {
		return err
	}
	result.Corpus = list(a.corpus)
	write := result.WriteText
	if a.json {
		write = result.WriteJSON
	}
	if err := write(a.std.out); err != nil {
		return err
	}
	if n := result.Failures(); n > 0 {
		fmt.Fprintf(a.std.err, "sextant: the endpoint failed on %d %s; their figures say nothing about the arms\n", n, plural(n, "move"))
		return errFindings
	}
	return nil
}

func (a *contest) check(args []string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("arena takes no arguments, only flags: %q", args[0])
	case a.corpus == "":
		return errors.New("arena needs requests to play: name their file with -corpus")
	case a.runs < 1 || a.runs > maxRuns:
		return fmt.Errorf("-runs: %d is not between 1 and %d", a.runs, maxRuns)
	case a.arms == "":
		return errors.New("-arms: no arm is named")
	}
	if err := arena.CheckArms(list(a.arms)); err != nil {
		return fmt.Errorf("-arms: %w", err)
	}
	return nil
}

// turns reads the corpus.
func (a *contest) turns() ([]arena.Turn, error) {
	paths, err := fileList("-corpus", a.corpus)
	if err != nil {
		return nil, err
	}
	var turns []arena.Turn
	for _, path := range paths {
		read, diags := arena.ReadTurns(path)
		report(a.std, diags)
		if n := countErrors(diags); n > 0 {
			return nil, fmt.Errorf("-corpus: %d %s in %s, nothing was done", n, plural(n, "error"), path)
		}
		turns = append(turns, read...)
	}
	turns = arena.OfKind(turns, list(a.kinds))
	if len(turns) == 0 {
		return nil, errors.New("-corpus, -kind: there is no turn to play")
	}
	return turns, nil
}

// field compiles the tools.
func (a *contest) field(ctx context.Context) (*arena.Field, error) {
	rows, err := (&eval{std: a.std}).read("-train", a.train)
	if err != nil {
		return nil, err
	}
	cat, err := a.catalog()
	if err != nil {
		return nil, err
	}
	field, err := arena.NewField(ctx, cat, list(a.namespaces), trainRows(rows))
	if err != nil {
		return nil, fmt.Errorf("-cpd, -namespace: %w", err)
	}
	return field, nil
}

func (a *contest) catalog() (*catalog.Catalog, error) {
	if !strings.HasSuffix(a.in.cpd, ".jsonl") {
		return a.in.load(a.std)
	}
	tools, diags := arena.ReadTools(a.in.cpd)
	cat, built := catalog.Build(catalog.Input{Descriptors: tools})
	diags = append(diags, built...)
	report(a.std, diags)
	if n := countErrors(diags); n > 0 {
		return nil, fmt.Errorf("-cpd: %d %s in %s, nothing was done", n, plural(n, "error"), a.in.cpd)
	}
	return cat, nil
}
