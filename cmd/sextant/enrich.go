package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/sextant-mcp/sextant/gen/enrich"
)

type enrichment struct {
	std         streams
	model       modelFlags
	cpd, out    string
	only        string
	n           int
	concurrency int
	dryRun      bool
}

// Bounds of the flags of enrich.
const (
	defaultPhrasings = 8
	maxPhrasings     = 64
	maxConcurrency   = 16
)

// errKept ends a command that was interrupted after it had written part of its
// work, which it goes on with when it is run again.
var errKept = errors.New("interrupted; what was finished is in the file, run again to go on")

func enrichCommand(std streams) *ffcli.Command {
	e := &enrichment{std: std}
	flags := newFlags("sextant enrich", std)
	flags.StringVar(&e.cpd, "cpd", defaultCPD, "descriptor `file` or MCP tools/list answer")
	flags.StringVar(&e.out, "o", "", "write to this `file` instead of that of -cpd")
	e.model.register(flags)
	flags.IntVar(&e.n, "n", defaultPhrasings, "how many generated examples each capability shall have, 1 to 64")
	flags.IntVar(&e.concurrency, "concurrency", 2, "how many capabilities are asked for at a time, 1 to 16")
	flags.StringVar(&e.only, "only", "", "ask for these `ids` only, separated by commas")
	flags.BoolVar(&e.dryRun, "dry-run", false, "show what would be asked, and the first prompt; ask nothing")
	return &ffcli.Command{
		Name:       "enrich",
		ShortUsage: "sextant enrich -base-url URL -model M [flags]",
		ShortHelp:  "have a model write example phrasings into the descriptors",
		LongHelp: `Asks a language model for natural phrasings of the requests that each capability
serves and adds them to the examples of the descriptor file, for a person to
review in the diff:

  sextant enrich -base-url http://localhost:11434/v1 -model gemma3:4b
  git diff capabilities-power.json

Phrasings that some capability has already, that name the tool, that are meant
for a model, or that another capability claims more strongly are dropped.
example_origins tells which examples a model wrote. Every other byte of the file
stays. The file is written after each capability; a run that was interrupted
goes on where it stopped. An example that you delete without its origin does not
come back.

Nothing else needs a model: generate, route and the server never ask one.

The exit code is 1 when capabilities are still short of -n examples, 2 when the
endpoint or the file can't be used.`,
		FlagSet: flags,
		Exec:    e.run,
	}
}

func (e *enrichment) run(ctx context.Context, args []string) error {
	if err := e.check(args); err != nil {
		return err
	}
	doc, target, err := e.open()
	if err != nil {
		return err
	}
	plan, err := enrich.Plan(doc, e.n, list(e.only))
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	if e.dryRun {
		return e.show(ctx, doc, plan)
	}
	client, err := e.model.client()
	if err != nil {
		return err
	}
	bar := newProgress(e.std.err, "asking")
	outcomes, err := enrich.Run(ctx, client, doc, enrich.Options{
		N: e.n, Only: list(e.only), Concurrency: e.concurrency, Save: target.Save, Progress: bar.set,
	})
	bar.done()
	if e.out != "" && err == nil {
		// With the descriptors as they are now, even if nothing was added.
		err = target.Save(doc.Bytes())
	}
	return e.conclude(outcomes, err)
}

func (e *enrichment) check(args []string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("enrich takes no arguments, only flags: %q", args[0])
	case e.n < 1 || e.n > maxPhrasings:
		return fmt.Errorf("-n: %d is not between 1 and %d", e.n, maxPhrasings)
	case e.concurrency < 1 || e.concurrency > maxConcurrency:
		return fmt.Errorf("-concurrency: %d is not between 1 and %d", e.concurrency, maxConcurrency)
	case !isFile(e.cpd):
		return fmt.Errorf("-cpd: there is no file %s", e.cpd)
	}
	return nil
}

// open reads the descriptors, takes over what an earlier run wrote elsewhere and
// prepares the file to write to.
func (e *enrichment) open() (*enrich.Document, *enrich.Target, error) {
	doc, data, err := e.parse("-cpd", e.cpd)
	if err != nil {
		return nil, nil, err
	}
	if e.out == "" {
		return doc, enrich.NewTarget(e.cpd, data), nil
	}
	if _, err := os.Stat(e.out); errors.Is(err, fs.ErrNotExist) {
		return doc, enrich.NewTarget(e.out, nil), nil
	}
	earlier, before, err := e.parse("-o", e.out)
	if err != nil {
		return nil, nil, err
	}
	if _, err := doc.Adopt(earlier); err != nil {
		return nil, nil, fmt.Errorf("-o: going on from %s: %w", e.out, err)
	}
	return doc, enrich.NewTarget(e.out, before), nil
}

// parse reads one capability file and prints what is wrong with it.
func (e *enrichment) parse(flag, path string) (*enrich.Document, []byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", flag, err)
	}
	doc, diags := enrich.Parse(path, bytes.Clone(data))
	report(e.std, diags)
	if doc == nil {
		n := countErrors(diags)
		return nil, nil, fmt.Errorf("%s: %d %s in %s, nothing was done", flag, n, plural(n, "error"), path)
	}
	return doc, data, nil
}
