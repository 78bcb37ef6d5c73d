package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/sextant-mcp/sextant/runtime/guard"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// streams are the process's standard streams.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// Exit codes.
const (
	exitFine   = 0
	exitFailed = 1
	exitUsage  = 2
)

// settings are what the flags say.
type settings struct {
	http     string
	config   string
	mode     surface.Mode
	skills   []string // folders of skills
	naming   naming
	part     part
	filters  filterFlags
	learning learning
	locking  locking
	version  bool
	// tokens are needed over HTTP, nil for none.
	tokens *guard.Tokens
}

// modeVariable is the environment variable that -mode defaults to.
const modeVariable = "MCP_TOOL_MODE"

// configVariable is the environment variable that -config defaults to.
const configVariable = "SEXTANT_CONFIG"

// run is main without the process around it.
func run(ctx context.Context, args []string, std streams) int {
	set, err := parse(args, std.err)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitFine
	case err != nil:
		fmt.Fprintln(std.err, "sextant-mcp:", err)
		return exitUsage
	case set.version:
		fmt.Fprintln(std.out, "sextant-mcp", version())
		return exitFine
	}
	log := slog.New(slog.NewTextHandler(std.err, nil))
	if set.naming.show {
		err = printNames(ctx, set, std.out, log)
	} else {
		err = serve(ctx, set, std, log)
	}
	if err != nil {
		log.Error("stopped", "error", err)
		return exitFailed
	}
	return exitFine
}

func parse(args []string, stderr io.Writer) (settings, error) {
	var set settings
	fs := flag.NewFlagSet("sextant-mcp", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are printed once, by run
	fs.StringVar(&set.http, "http", "", "serve streamable HTTP at this `address`, such as 127.0.0.1:8765; without it, stdin and stdout")
	fs.StringVar(&set.config, "config", os.Getenv(configVariable), "serve the MCP servers of this mcp.json `file` instead of the built-in surface; auto is those of Claude Code, Claude Desktop, Cursor and VS Code (default $"+configVariable+")")
	fs.Func("skills", "serve the skills in this `folder` too; may be given several times", func(folder string) error {
		set.skills = append(set.skills, folder)
		return isFolder(folder)
	})
	set.naming.register(fs)
	set.part.register(fs)
	mode := fs.String("mode", os.Getenv(modeVariable), "what clients see: `intent`, condensed, verbose or both (default $"+modeVariable+", else intent)")
	set.filters.register(fs)
	set.learning.register(fs)
	set.locking.register(fs)
	tokens := fs.String("tokens", os.Getenv(tokensVariable), "`file` of the tokens of which callers over HTTP need one, lines of a name and a token (default $"+tokensVariable+"); $"+tokenVariable+" holds one more")
	fs.BoolVar(&set.version, "version", false, "print the version and exit")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			usage(fs, stderr)
			return set, err
		}
		return set, fmt.Errorf("%w; run sextant-mcp -h for the flags", err)
	}
	if fs.NArg() > 0 {
		return set, fmt.Errorf("unexpected argument %q; run sextant-mcp -h for the flags", fs.Arg(0))
	}
	if err := set.naming.check(set.config); err != nil {
		return set, err
	}
	if err := set.part.check(); err != nil {
		return set, err
	}
	if set.part.chosen() && isGiven(fs, "mode") {
		return set, errors.New("-mode: a part of the surface has no modes, only its ask and tools; leave -mode or -namespace out")
	}
	if set.part.chosen() && len(set.skills) > 0 {
		return set, errors.New("-skills: a part of the surface serves no skills; leave -skills or -namespace out")
	}
	if err := set.locking.check(set.config); err != nil {
		return set, err
	}
	var err error
	if set.mode, err = surface.ParseMode(*mode); err != nil {
		return set, fmt.Errorf("-mode: %w", err)
	}
	if set.tokens, err = readTokens(*tokens, os.Getenv(tokenVariable)); err != nil {
		return set, err
	}
	return set, set.learning.check()
}

// isGiven reports a flag that was given; the variable that it defaults to may be
// there for other servers too.
func isGiven(fs *flag.FlagSet, name string) (given bool) {
	fs.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	return given
}

// isFolder refuses a folder that is not there: a server without the skills that
// it was told to serve would look as if all were well.
func isFolder(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() {
		err = errors.New("it is no folder")
	}
	return err
}

func usage(fs *flag.FlagSet, w io.Writer) {
	fmt.Fprintln(w, "sextant-mcp serves a compiled surface over MCP.\n\nusage: sextant-mcp [flags]")
	fs.SetOutput(w)
	fs.PrintDefaults()
}
