package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/sextant-mcp/sextant/gen/sweep"
	"github.com/sextant-mcp/sextant/gen/sweep/report"
)

// Exit codes.
const (
	exitFine     = 0
	exitFindings = 1
	exitUnusable = 2
)

// Where things are when no flag says otherwise.
const (
	defaultCPD       = "capabilities-power.json"
	defaultSkills    = "skills"
	defaultTemplates = "templates"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is main without the process around it.
func run(args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitFine
	}
	code := exitFine
	if err == nil {
		code, err = o.run(stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "skillsweep:", err)
		return exitUnusable
	}
	return code
}

func (o *options) run(w io.Writer) (int, error) {
	switch {
	case o.rules:
		return exitFine, listRules(w)
	case o.explain != "":
		return exitFine, explain(w, o.explain)
	}
	project, err := o.load()
	if err != nil {
		return 0, err
	}
	if o.diff || o.fix {
		mended, err := project.Repair()
		if err != nil {
			return 0, err
		}
		if o.diff {
			return showDiffs(w, mended)
		}
		if err := sweep.Write(mended); err != nil {
			return 0, err
		}
		if o.format == report.Text {
			listMended(w, mended)
		}
	}
	return o.report(w, project)
}

// report shows what is found now.
func (o *options) report(w io.Writer, project *sweep.Project) (int, error) {
	r := report.Report{Text: project.Text}
	r.Skills, r.Tools = project.Counts()
	found := project.Findings()
	if o.writeBaseline != "" {
		data := sweep.NewBaseline(found).Format()
		if err := os.WriteFile(o.writeBaseline, data, 0o644); err != nil {
			return 0, fmt.Errorf("writing the baseline: %w", err)
		}
		fmt.Fprintf(w, "%s holds %s; from now on run with -baseline %s\n", o.writeBaseline, count(len(found), "finding"), o.writeBaseline)
		return exitFine, nil
	}
	if o.baseline != "" {
		known, err := sweep.LoadBaseline(o.baseline)
		if err != nil {
			return 0, err
		}
		all := len(found)
		found, r.Gone = known.New(found)
		r.Known = all - len(found)
		if project.Partial() {
			r.Gone = 0 // what is known of other skills was not looked for
		}
	}
	code := exitFine
	for _, f := range found {
		if f.Severity >= sweep.Warning {
			code = exitFindings
		}
		if f.Severity >= o.show {
			r.Findings = append(r.Findings, f)
		} else if f.Severity >= sweep.Warning {
			r.Hidden++
		}
	}
	return code, report.Write(w, o.format, r)
}

func count(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprintf("%d %s", n, word)
}

func listMended(w io.Writer, mended []sweep.Repaired) {
	for _, m := range mended {
		fmt.Fprintf(w, "%s: %s\n", m.Path, strings.Join(m.Fixes, ", "))
	}
}

func showDiffs(w io.Writer, mended []sweep.Repaired) (int, error) {
	for _, m := range mended {
		if _, err := w.Write(diff.Diff("a/"+m.Path, m.Before, "b/"+m.Path, m.Now)); err != nil {
			return 0, err
		}
	}
	if len(mended) > 0 {
		return exitFindings, nil
	}
	return exitFine, nil
}

func listRules(w io.Writer) error {
	_, err := io.WriteString(w, sweep.PageIndex())
	return err
}

func explain(w io.Writer, id string) error {
	rule := sweep.Lookup(id)
	if rule == nil {
		return fmt.Errorf("there is no rule %q; skillsweep -rules lists them", id)
	}
	_, err := io.WriteString(w, rule.Page())
	return err
}
