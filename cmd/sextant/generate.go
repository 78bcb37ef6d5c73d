package main

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"

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
	if g.check {
		return g.compare(files)
	}
	if err := emit.Write(g.out, files); err != nil {
		return err
	}
	size := 0
	for _, f := range files {
		size += len(f.Data)
	}
	fmt.Fprintf(g.std.out, "%s: %d capabilities (%d skills), %d features, %d postings, %d KB in %d files\n",
		g.out, len(cat.Capabilities), len(cat.Skills), res.Features, res.Postings, size/1000, len(files))
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
	if !token.IsIdentifier(g.pkg) || g.pkg == "_" {
		return fmt.Errorf("%q can't be the name of a Go package; give one with -package", g.pkg)
	}
	return nil
}

func (g *generate) render(ctx context.Context, cat *catalog.Catalog) ([]emit.File, *index.Result, error) {
	lock, err := readLock(filepath.Join(g.out, emit.LockName))
	if err != nil {
		return nil, nil, err
	}
	bar := newProgress(g.std.err, "indexing")
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
// anew.
func readLock(path string) (*index.Lock, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
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
