package emit

import (
	"bytes"
	"fmt"
	"strings"
	"text/template"

	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// Version is the version of the generator, which the header of every generated
// file names.
const Version = "v0.1.0"

// LockName is the name of the lock file among the generated files.
const LockName = "ids.lock"

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
	t := res.Tables
	router, err := runtime.New(t)
	if err != nil {
		return nil, fmt.Errorf("tables that do not load can't be written: %w", err)
	}
	verbs, err := verbRows(router)
	if err != nil {
		return nil, err
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
		{".gitattributes", []byte(attributes)},
		p.table("capabilities.go", "capabilityRows", fmt.Sprintf("one row per number: %d capabilities, %d numbers given out", router.Len(), router.Ids()), t.Capabilities),
		{LockName, res.Lock.Format()},
	}
	if t.Learned != "" {
		files = append(files, p.table("learned.go", "learnedRows", "the trained part of the rows: signed weights", t.Learned))
	}
	files = append(files,
		p.table("notes.go", "noteRows", "the condensed notes of the skills, one JSON object a row", t.Notes),
		p.table("rows.go", "lexicalRows", fmt.Sprintf("%d features with %d postings of four digits", res.Features, res.Postings), t.Lexical),
		p.table("schemas.go", "schemaRows", "the input schema of each number", t.Schemas),
		File{"sextant.go", main},
	)
	if t.Skills != "" {
		files = append(files, File{"skills.bundle", []byte(t.Skills)})
	}
	return append(files, p.table("verbs.go", "verbRows", "the verb map: a verb and, in declared order, what it reaches", verbs)), nil
}

// attributes keeps git from touching the bundle's line ends and folds
// generated files in reviews.
const attributes = "*.go linguist-generated=true\nskills.bundle -text linguist-generated=true\n"

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

// verbRows lists what each verb reaches, those that declare it first at the
// front, then in order of number.
func verbRows(router *runtime.Router) (string, error) {
	var b strings.Builder
	for _, v := range runtime.Verbs {
		for _, id := range router.Behind(v) {
			fmt.Fprintf(&b, "%s\t%s\n", v, id)
		}
	}
	return b.String(), nil
}
