package main

import (
	"flag"
	"fmt"
	"io"

	"github.com/sextant-mcp/sextant/gen/sweep"
	"github.com/sextant-mcp/sextant/gen/sweep/report"
)

// options are the command line.
type options struct {
	cpd, config, templates  string
	baseline, writeBaseline string
	explain                 string
	fix, diff, rules        bool
	format                  report.Format
	show                    sweep.Severity
	dirs                    []string
}

const usage = `usage: skillsweep [flags] [DIR...]

Checks the skills below each DIR (default skills) against the format, against
the descriptors of their tools and against each other.

  skillsweep                     what is wrong, and where
  skillsweep -fix                mend what can be mended
  skillsweep -explain call-type  what a rule is about

Exit code 0: nothing worse than a note, 1: findings, 2: usage or unreadable input.

`

func parse(args []string, stderr io.Writer) (*options, error) {
	var o options
	var format, show string
	fs := flag.NewFlagSet("skillsweep", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprint(stderr, usage)
		fs.PrintDefaults()
	}
	fs.StringVar(&o.cpd, "cpd", "", "descriptor `files` or MCP tools/list answers, separated by commas (default "+defaultCPD+", if it exists)")
	fs.StringVar(&o.config, "config", "", "configuration `file` (default "+sweep.ConfigFile+" in the first DIR, above it or here, if it exists)")
	fs.StringVar(&o.templates, "templates", "", "`folder` of note templates (default "+defaultTemplates+" if it exists, else built in)")
	fs.BoolVar(&o.fix, "fix", false, "mend what can be mended, then report the rest")
	fs.BoolVar(&o.diff, "diff", false, "show what -fix would change, and change nothing")
	fs.StringVar(&format, "format", "text", "text, json, sarif or github")
	fs.StringVar(&show, "show", "warning", "least `severity` shown: note, warning or error; the exit code goes by all")
	fs.StringVar(&o.baseline, "baseline", "", "leave out the findings that this `file` holds")
	fs.StringVar(&o.writeBaseline, "write-baseline", "", "write all findings to this `file` and end")
	fs.BoolVar(&o.rules, "rules", false, "list the rules")
	fs.StringVar(&o.explain, "explain", "", "show the page of a `rule`")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	var err error
	if o.format, err = report.ParseFormat(format); err != nil {
		return nil, fmt.Errorf("-format: %w", err)
	}
	if o.show, err = sweep.ParseSeverity(show); err != nil || o.show == sweep.Off {
		return nil, fmt.Errorf("-show: unknown severity %q; use note, warning or error", show)
	}
	if o.fix && o.diff {
		return nil, fmt.Errorf("-fix writes and -diff does not; use one of them")
	}
	if o.dirs = fs.Args(); len(o.dirs) == 0 {
		o.dirs = []string{defaultSkills}
	}
	return &o, nil
}
