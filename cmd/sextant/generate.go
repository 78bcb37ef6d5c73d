package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/emit"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/templates"
)

type generate struct {
	std      streams
	in       inputs
	out, pkg string
	check    bool
}

func generateCommand(std streams) *ffcli.Command {
	g := &generate{std: std}
	flags := newFlags("sextant generate", std)
	g.in.register(flags)
	flags.StringVar(&g.out, "out", "generated", "`folder` of the generated package")
	flags.StringVar(&g.pkg, "package", "", "`name` of the generated package (default the folder's)")
	flags.BoolVar(&g.check, "check", false, "write nothing; say what drifted and exit 1 if anything did")
	return &ffcli.Command{
		Name:       "generate",
		ShortUsage: "sextant generate [flags]",
		ShortHelp:  "compile skills and descriptors into a Go package",
		LongHelp: `Reads capabilities-power.json and skills/*/SKILL.md, joins and checks them, and
writes a Go package that routes on them. Put this line into a Go file and run
go generate:

  //go:generate go run github.com/sextant-mcp/sextant/cmd/sextant generate

Commit the package. In CI, go generate ./... and an empty git status, or
sextant generate -check, prove that it is current. Equal sources give equal
bytes on every machine. If anything in the sources is an error, nothing is
written.`,
		FlagSet: flags,
		Exec:    g.run,
	}
}

func (g *generate) run(ctx context.Context, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("generate takes no arguments, only flags: %q", args[0])
	}
	if err := g.name(); err != nil {
		return err
	}
	cat, err := g.in.load(g.std)
	if err != nil {
		return err
	}
	files, res, err := g.render(ctx, cat)
	if err != nil {
		return err
	}
	// Building answers to an interrupt where it takes long, and not everywhere.
	if err := ctx.Err(); err != nil {
		return err
	}
	if g.check {
		return g.compare(files)
	}
	left, err := emit.Write(g.out, files)
	if err != nil {
		return err
	}
	for _, l := range left {
		fmt.Fprintf(g.std.err, "%s is not written by sextant and was left alone; add these lines to it:\n\n  %s\n\n", l.Path, strings.Join(l.Lines, "\n  "))
	}
	size := 0
	for _, f := range files {
		size += len(f.Data)
	}
	fmt.Fprintf(g.std.out, "%s: %d capabilities (%d %s), %d features, %d postings, %d KB in %d files\n",
		g.out, len(cat.Capabilities), len(cat.Skills), plural(len(cat.Skills), "skill"), res.Features, res.Postings, size/1000, len(files))
	return nil
}

// name settles the package's name.
func (g *generate) name() error {
	if g.pkg == "" {
		abs, err := filepath.Abs(g.out)
		if err != nil {
			return fmt.Errorf("-out: %w", err)
		}
		g.pkg = filepath.Base(abs)
	}
	return emit.CheckPackage(g.pkg)
}

func (g *generate) render(ctx context.Context, cat *catalog.Catalog) ([]emit.File, *index.Result, error) {
	lock, err := g.readLock()
	if err != nil {
		return nil, nil, err
	}
	bar := newProgress(g.std.err, buildPhases...)
	res, err := index.Build(ctx, cat, index.Options{Lock: lock, Progress: bar.set})
	bar.done()
	if err != nil {
		return nil, nil, err
	}
	texts, err := templates.Load(g.in.templateFolder())
	if err != nil {
		return nil, nil, err
	}
	files, err := emit.Render(res, emit.Options{Package: g.pkg, Doc: texts[templates.PackageDoc]})
	return files, res, err
}

// readLock reads the lock of an earlier run; without one numbering begins
// anew, which is said where there are numbers already.
func (g *generate) readLock() (*index.Lock, error) {
	path := filepath.Join(g.out, emit.LockName)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if main := filepath.Join(g.out, emit.MainName); isFile(main) {
			fmt.Fprintf(g.std.err, "%s is missing although %s is there: every capability gets its number anew, and all rows change; restore the file if that is not meant\n", path, main)
		}
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the lock: %w", err)
	}
	lock, err := index.ParseLock(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return lock, nil
}

// compare says what drifted.
func (g *generate) compare(files []emit.File) error {
	drift, err := emit.Check(g.out, files)
	if err != nil {
		return err
	}
	if len(drift) == 0 {
		fmt.Fprintf(g.std.out, "%s is current\n", g.out)
		return nil
	}
	for _, d := range drift {
		fmt.Fprintf(g.std.out, "%s: %s\n", filepath.Join(g.out, d.Name), d.What)
	}
	fmt.Fprintf(g.std.out, "%s is out of date: run go generate ./... (or %s) and commit the result\n", g.out, g.command())
	return errFindings
}

// command is this run's command line without -check.
func (g *generate) command() string {
	line := "sextant generate"
	set := map[string]string{"-cpd": g.in.cpd, "-skills": g.in.skills, "-templates": g.in.templates}
	for _, name := range []string{"-cpd", "-skills", "-templates"} {
		if set[name] != "" {
			line += fmt.Sprintf(" %s %s", name, set[name])
		}
	}
	if g.out != "generated" {
		line += " -out " + g.out
	}
	return line
}
