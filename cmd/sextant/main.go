// Command sextant compiles a surface and answers from it.
//
//	sextant generate   skills and descriptors -> a Go package
//	sextant route      where would this request go, and why?
//	sextant stats      what is on the surface, and what does it cost?
//	sextant eval       how often does it route right?
//	sextant probe      descriptors from live MCP servers; what of them changed?
//	sextant enrich     have a model write example phrasings, for you to review
//	sextant arena      how well does a model do before verbs, a flat list, a swarm?
//	sextant harvest    what does the routing log say should be learned?
//	sextant rewards    what was learned from outcomes, and how is it forgotten?
//
// Run sextant COMMAND -h for the flags of each. Flags may stand before and after
// the other arguments; what follows -- is never a flag. Exit codes: 0 fine, 1
// findings or drift, 2 usage or unreadable input, 130 interrupted.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"
)

func main() {
	os.Exit(run(interruptible(), os.Args[1:], os.Stdout, os.Stderr))
}

// interruptible returns a context that the first interrupt ends, so that work
// can stop in order. The second one kills the process as if nothing had been
// listening.
func interruptible() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	first := make(chan os.Signal, 1)
	signal.Notify(first, os.Interrupt)
	go func() {
		<-first
		signal.Stop(first)
		cancel()
	}()
	return ctx
}

// streams are where a command writes.
type streams struct{ out, err io.Writer }

// Exit codes, the same for every command.
const (
	exitFine     = 0
	exitFindings = 1
	exitUnusable = 2
	// exitInterrupted is what shells report of a process that SIGINT ended.
	exitInterrupted = 130
)

// errFindings ends a command with exit code 1; what was found is printed
// already.
var errFindings = errors.New("findings")

// run is main without the process around it.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	std := streams{stdout, stderr}
	root := &ffcli.Command{
		Name:       "sextant",
		ShortUsage: "sextant COMMAND [flags] [arguments]",
		LongHelp:   rootHelp,
		FlagSet:    newFlags("sextant", std),
		Subcommands: []*ffcli.Command{
			generateCommand(std),
			routeCommand(std),
			statsCommand(std),
			evalCommand(std),
			probeCommand(std),
			enrichCommand(std),
			arenaCommand(std),
			harvestCommand(std),
			rewardsCommand(std),
		},
	}
	root.Exec = func(_ context.Context, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("there is no command %q; run sextant -h for the list", args[0])
		}
		return flag.ErrHelp
	}
	err := root.Parse(permute(root, args))
	if err == nil {
		err = root.Run(ctx)
	}
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, flag.ErrHelp):
		if len(args) == 0 {
			fmt.Fprintln(stderr, ffcli.DefaultUsageFunc(root))
			return exitUnusable
		}
		return exitFine
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.Is(err, errKept):
		fmt.Fprintln(stderr, "sextant:", err)
		return exitInterrupted
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "sextant: interrupted, nothing was written")
		return exitInterrupted
	}
	fmt.Fprintln(stderr, "sextant:", err)
	if strings.Contains(err.Error(), "flag provided but not defined") {
		fmt.Fprintln(stderr, "Words that begin with a hyphen and are no flags go after --, behind all flags.")
	}
	return exitUnusable
}

const rootHelp = `Sextant compiles what an agent platform can do into Go tables and routes
requests on them: deterministic, in microseconds, with the evidence shown.

Begin in a folder with a capabilities-power.json and, if you have them,
skills/*/SKILL.md:

  sextant generate                     write the package ./generated
  sextant route "what are you after"   see where a request would go
  sextant stats                        see what is on the surface

Flags may stand before and after the other arguments of a command; what follows
-- is never a flag.`

// newFlags makes a flag set that reports to std and never exits.
func newFlags(name string, std streams) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(std.err)
	return fs
}
