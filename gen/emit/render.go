package emit

import (
	"bytes"
	"fmt"
	"go/token"
	"strings"
	"text/template"

	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// Version is the version of the generator, which the header of every generated
// file names.
const Version = "v0.1.0"

// Options say how a package is rendered.
type Options struct {
	// Package is the name of the generated package.
	Package string
	// Doc is the template of the package comment; it sees Package,
	// Capabilities and Skills.
	Doc string
}

// File is one rendered file.
type File struct {
	// Name is the file's name in the folder of the package.
	Name string
	Data []byte
}

// Render makes the files of the package, sorted by name.
func Render(res *index.Result, opt Options) ([]File, error) {
	if err := CheckPackage(opt.Package); err != nil {
		return nil, err
	}
	t := res.Tables
	router, err := runtime.New(t)
	if err != nil {
		return nil, fmt.Errorf("tables that do not load can't be written: %w", err)
	}
	skills, err := t.SkillFiles()
	if err != nil {
		return nil, err
	}
	doc, err := packageDoc(opt, router, skills)
	if err != nil {
		return nil, err
	}
	p := printer{pkg: opt.Package, tables: t}
	main, err := p.main(doc)
	if err != nil {
		return nil, err
	}
	files := []File{
		{attributesName, attributesFile()},
		p.table("capabilities.go", "capabilityRows", fmt.Sprintf("one row per number: %d capabilities, %d numbers given out", router.Len(), router.Ids()), t.Capabilities),
		{LockName, res.Lock.Format()},
	}
	if t.Learned != "" {
		files = append(files, File{learnedName, []byte(t.Learned)})
	}
	files = append(files,
		p.table("notes.go", "noteRows", "the condensed notes of the skills, one JSON object a row", t.Notes),
		p.table("rows.go", "lexicalRows", fmt.Sprintf("%d features with %d postings of four digits", res.Features, res.Postings), t.Lexical),
		p.table("schemas.go", "schemaRows", "the input schema of each number", t.Schemas),
		File{MainName, main},
	)
	if t.Skills != "" {
		files = append(files, File{bundleName, []byte(t.Skills)})
	}
	return append(files, p.table("verbs.go", "verbRows", "the verb map, for review: a verb and what it reaches", verbRows(router))), nil
}

func packageDoc(opt Options, router *runtime.Router, skills []runtime.SkillFile) (string, error) {
	t, err := template.New("package comment").Parse(opt.Doc)
	if err != nil {
		return "", fmt.Errorf("template of the package comment: %w", err)
	}
	names := map[string]bool{}
	for _, f := range skills {
		names[f.Skill] = true
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string]any{"Package": opt.Package, "Capabilities": router.Len() - len(names), "Skills": len(names)})
	if err != nil {
		return "", fmt.Errorf("template of the package comment: %w", err)
	}
	return strings.TrimSpace(b.String()), nil
}

// verbRows lists what each verb reaches, as Router.Behind tells it.
func verbRows(router *runtime.Router) string {
	var b strings.Builder
	for _, v := range runtime.Verbs {
		for _, id := range router.Behind(v) {
			fmt.Fprintf(&b, "%s\t%s\n", v, runtime.QuoteID(id))
		}
	}
	return b.String()
}

// CheckPackage tells why a package can't have that name, nil when it can. The
// go command does not build a package documentation, and takes one that ends in
// _test for the tests of another.
func CheckPackage(name string) error {
	switch {
	case !token.IsIdentifier(name) || name == "_":
		return fmt.Errorf("%q can't be the name of a Go package; give one with -package", name)
	case name == "documentation" || strings.HasSuffix(name, "_test"):
		return fmt.Errorf("the go command ignores a package of the name %q; give another one with -package", name)
	}
	return nil
}
