package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet"
)

// namesTime is how long servers are waited for before their names are printed.
const namesTime = 30 * time.Second

// naming is what the flags say of the names of a fleet's tools.
type naming struct {
	show  bool
	limit int
}

func (n *naming) register(fs *flag.FlagSet) {
	fs.BoolVar(&n.show, "names", false, "print who is behind each name of the -config servers' tools, and exit")
	fs.IntVar(&n.limit, "name-limit", fleet.DefaultNameLimit, "shorten names of the -config servers' tools to so many `characters`; some clients take 60, the protocol 128")
}

// leastName leaves room for a few characters and the mark that tells names apart.
const leastName = 24

func (n *naming) check(config string) error {
	switch {
	case n.limit < leastName || n.limit > 128:
		return fmt.Errorf("-name-limit: %d is out of range; give %d to 128", n.limit, leastName)
	case n.show && config == "":
		return errors.New("-names: there are no servers to be named; name their file with -config")
	}
	return nil
}

// printNames prints a line for each tool. It is an error when servers are missing,
// whose tools are too.
func printNames(ctx context.Context, set settings, w io.Writer, log *slog.Logger) error {
	file, err := readConfig(set, log)
	if err != nil {
		return err
	}
	tools, err := ownTools()
	if err != nil {
		return err
	}
	if err := set.locking.open(set.config, log); err != nil {
		return err
	}
	tools = append(tools, set.locking.descriptors(file.Servers)...)
	f := fleet.Start(file.Servers, set.fleetOptions(log))
	defer f.Close()
	f.Settle(ctx, namesTime)
	overlay, err := fleet.NewOverlay(ctx, f, fleet.OverlayOptions{LexicalOnly: true, Compiled: catalog.Input{Descriptors: tools}})
	if err != nil {
		return err
	}
	defer overlay.Close()
	if err := writeNames(w, overlay.Names()); err != nil {
		return err
	}
	return missingTools(f.Unavailable())
}

// missingTools says whose tools are not among the names, nil when all are.
func missingTools(of []dispatch.Unavailable) error {
	switch len(of) {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("the tools of the server %q are missing: it is %s", of[0].Server, of[0].State)
	}
	return fmt.Errorf("the tools of %d servers are missing, first %q, which is %s", len(of), of[0].Server, of[0].State)
}

func writeNames(w io.Writer, names map[string]fleet.Origin) error {
	type line struct {
		name string
		fleet.Origin
	}
	var lines []line
	for name, o := range names {
		lines = append(lines, line{name, o})
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool))
	})
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tSERVER\tTOOL")
	for _, l := range lines {
		tool := l.Tool
		if tool == l.name {
			tool = "(the same)"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", l.name, l.Server, tool)
	}
	return table.Flush()
}
