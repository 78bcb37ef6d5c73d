package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
)

// Where a surface's sources are when no flag says otherwise.
const (
	defaultCPD       = "capabilities-power.json"
	defaultSkills    = "skills"
	defaultTemplates = "templates"
)

// inputs are the flags that name the sources of a surface.
type inputs struct {
	cpd, skills, templates string
}

func (in *inputs) register(fs *flag.FlagSet) {
	fs.StringVar(&in.cpd, "cpd", "", "descriptor `files` or MCP tools/list answers, separated by commas (default "+defaultCPD+")")
	fs.StringVar(&in.skills, "skills", "", "`folder` of the skills' folders (default "+defaultSkills+", with the default descriptors)")
	fs.StringVar(&in.templates, "templates", "", "`folder` of templates (default "+defaultTemplates+" if it exists, else built in)")
}

// paths resolves the flags: what is named must exist, what is not may be
// missing. Skills go with the default descriptors; descriptors named on the
// command line are a surface of their own.
func (in *inputs) paths() (catalog.Paths, error) {
	p := catalog.Paths{Skills: in.skills, Templates: in.templateFolder()}
	if in.cpd != "" {
		var err error
		if p.Descriptors, err = fileList("-cpd", in.cpd); err != nil {
			return p, err
		}
		for _, path := range p.Descriptors {
			switch {
			case isFolder(path):
				return p, fmt.Errorf("-cpd: %s is a folder, not a file", path)
			case !isFile(path):
				return p, fmt.Errorf("-cpd: there is no file %s", path)
			}
		}
	} else {
		if isFile(defaultCPD) {
			p.Descriptors = []string{defaultCPD}
		}
		if p.Skills == "" && isFolder(defaultSkills) {
			p.Skills = defaultSkills
		}
	}
	if len(p.Descriptors) == 0 && p.Skills == "" {
		return p, fmt.Errorf("nothing to compile: no %s and no %s folder here; change to the folder that has them, or name them with -cpd and -skills", defaultCPD, defaultSkills)
	}
	for name, folder := range map[string]string{"skills": p.Skills, "templates": p.Templates} {
		switch {
		case folder == "" || isFolder(folder):
		case isFile(folder):
			return p, fmt.Errorf("-%s: %s is a file, not a folder", name, folder)
		default:
			return p, fmt.Errorf("-%s: there is no folder %s", name, folder)
		}
	}
	return p, nil
}

// fileList splits a flag's value at the commas, without the blanks around them.
func fileList(flag, value string) ([]string, error) {
	paths := list(value)
	if slices.Contains(paths, "") {
		return nil, fmt.Errorf("%s: an empty name in %q; write the names without blanks between them, or all in quotes", flag, value)
	}
	return paths, nil
}

// list splits a flag's value at the commas, without the blanks around them; an
// empty value is no list.
func list(value string) []string {
	if value == "" {
		return nil
	}
	items := strings.Split(value, ",")
	for i := range items {
		items[i] = strings.TrimSpace(items[i])
	}
	return items
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// load reads the sources, prints what is wrong with them and refuses to go on
// if anything is an error.
func (in *inputs) load(std streams) (*catalog.Catalog, error) {
	p, err := in.paths()
	if err != nil {
		return nil, err
	}
	cat, diags, err := catalog.Load(p)
	report(std, diags)
	if err != nil {
		return nil, err
	}
	if n := countErrors(diags); n > 0 {
		return nil, fmt.Errorf("%d %s in the sources, nothing was done", n, plural(n, "error"))
	}
	if len(cat.Capabilities) == 0 {
		return nil, fmt.Errorf("the sources hold no capability")
	}
	return cat, nil
}

// maxReported bounds how much of a broken input is printed.
const maxReported = 50

func report(std streams, diags source.Diagnostics) {
	for i, d := range diags {
		if i == maxReported {
			fmt.Fprintf(std.err, "... and %d more\n", len(diags)-maxReported)
			return
		}
		fmt.Fprintln(std.err, d.String())
	}
}

func countErrors(diags source.Diagnostics) int {
	n := 0
	for _, d := range diags {
		if d.Severity == source.Error {
			n++
		}
	}
	return n
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// templateFolder is the folder that templates come from, "" for the built-in
// ones.
func (in *inputs) templateFolder() string {
	if in.templates == "" && isFolder(defaultTemplates) {
		return defaultTemplates
	}
	return in.templates
}
