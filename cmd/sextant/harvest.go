package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/sextant-mcp/sextant/gen/harvest"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/routelog"
)

type harvesting struct {
	std        streams
	in         inputs
	log, tests string
	out        string
	window     time.Duration
}

func harvestCommand(std streams) *ffcli.Command {
	h := &harvesting{std: std}
	flags := newFlags("sextant harvest", std)
	h.in.register(flags)
	flags.StringVar(&h.log, "log", "", "routing log `file`, as sextant-mcp -log writes it with -log-intents; with FILE.1, if there is one")
	flags.StringVar(&h.out, "o", "", "`file` to append the rows to (default standard output); its own rows are not proposed again")
	flags.StringVar(&h.tests, "tests", "", "`files` of rows that are measured on, separated by commas, beside those of the skills")
	flags.DurationVar(&h.window, "window", harvest.DefaultWindow, "how long after a request the same caller's next one may correct it")
	return &ffcli.Command{
		Name:       "harvest",
		ShortUsage: "sextant harvest -log FILE [flags]",
		ShortHelp:  "propose rows to learn from, out of the routing log",
		LongHelp: `Reads a routing log and proposes rows for routes.jsonl: requests that the same
caller sent again, pinned to another capability (correction), what was chosen
when the surface asked back (choice), and calls that failed and that nobody
corrected (failure). The rows are for you to review: kind, seen and note say where
each comes from, and a failure names two capabilities of which one at most is
right.

Left out are requests that are an example or a row already, and always those that
the surface is measured on. The exit code is 0, whether there is a row or not.`,
		FlagSet: flags,
		Exec:    h.run,
	}
}

func (h *harvesting) run(_ context.Context, args []string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("harvest takes no arguments, only flags: %q", args[0])
	case h.log == "":
		return errors.New("harvest needs the routing log: sextant harvest -log routes.log")
	case h.window <= 0:
		return fmt.Errorf("-window: %v is no time to wait; give 2m or the like", h.window)
	}
	entries, err := routelog.ReadFile(h.log)
	if err != nil {
		if len(entries) == 0 {
			return fmt.Errorf("-log: %w", err)
		}
		fmt.Fprintf(h.std.err, "left out of the log:\n%v\n", err)
	}
	cat, err := h.in.load(h.std)
	if err != nil {
		return err
	}
	opt := harvest.Options{Catalog: cat, Window: h.window}
	if opt.Rows, opt.Tests, err = h.rows(); err != nil {
		return err
	}
	res := harvest.Propose(entries, opt)
	h.tell(len(entries), res)
	return h.write(res.Rows)
}

// rows reads the rows of the files that the flags name.
func (h *harvesting) rows() (known, tests []source.Route, err error) {
	if h.out != "" && isFile(h.out) {
		if known, err = h.read("-o", h.out); err != nil {
			return nil, nil, err
		}
	}
	paths, err := fileList("-tests", h.tests)
	for _, path := range paths {
		rows, err := h.read("-tests", path)
		if err != nil {
			return nil, nil, err
		}
		tests = append(tests, rows...)
	}
	return known, tests, err
}

func (h *harvesting) read(flag, path string) ([]source.Route, error) {
	rows, diags := source.ReadRoutes(path)
	report(h.std, diags)
	if n := countErrors(diags); n > 0 {
		return nil, fmt.Errorf("%s: %d %s in %s, nothing was done", flag, n, plural(n, "error"), path)
	}
	return rows, nil
}

// tell sums up what was found and what was not proposed.
func (h *harvesting) tell(entries int, res harvest.Result) {
	fmt.Fprintf(h.std.err, "%d %s proposed, of %d %s in the log\n", len(res.Rows), plural(len(res.Rows), "row"), entries, plural(entries, "request"))
	for _, left := range []struct {
		n   int
		why string
	}{
		{res.Known, "an example or a row already"},
		{res.Measured, "measured on"},
		{res.Unknown, "for a capability that does not exist"},
		{res.Silent, "without its text: have it written with -log-intents"},
	} {
		if left.n > 0 {
			fmt.Fprintf(h.std.err, "left out: %d %s\n", left.n, left.why)
		}
	}
}

func (h *harvesting) write(rows []harvest.Row) error {
	if h.out != "" {
		if err := harvest.AppendTo(h.out, rows); err != nil {
			return fmt.Errorf("-o: %w", err)
		}
		return nil
	}
	lines, err := harvest.AppendRows(nil, rows)
	if err != nil {
		return err
	}
	_, err = h.std.out.Write(lines)
	return err
}
