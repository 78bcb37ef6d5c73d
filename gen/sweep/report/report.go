// Package report writes the findings of a sweep: as lines like a compiler's, as
// JSON, as a SARIF log and as annotations of GitHub.
//
// A Report holds the findings and what was looked at. Write picks the form:
//
//	err := report.Write(os.Stdout, report.SARIF, report.Report{Findings: findings, Text: project.Text})
package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

// Format is a form of output.
type Format string

// The formats.
const (
	Text   Format = "text"
	JSON   Format = "json"
	SARIF  Format = "sarif"
	GitHub Format = "github"
)

// Formats lists them.
var Formats = []Format{Text, JSON, SARIF, GitHub}

// ParseFormat reads the name of a format.
func ParseFormat(name string) (Format, error) {
	if f := Format(name); slices.Contains(Formats, f) {
		return f, nil
	}
	return "", fmt.Errorf("unknown format %q; use text, json, sarif or github", name)
}

// Report is what one run has found.
type Report struct {
	// Findings are those to show, sorted.
	Findings []sweep.Finding
	// Skills and Tools count what was looked at.
	Skills, Tools int
	// Known counts the findings that a baseline left out, Gone those it holds
	// that are no more.
	Known, Gone int
	// Hidden counts the warnings and errors that are left out because they are
	// less than what is to be shown.
	Hidden int
	// Text returns the bytes of a file, nil if there are none. SARIF needs it
	// to count columns in characters.
	Text func(path string) []byte
}

// Write writes the report.
func Write(w io.Writer, format Format, r Report) error {
	b := bufio.NewWriter(w)
	var err error
	switch format {
	case Text:
		r.text(b)
	case JSON:
		err = r.json(b)
	case SARIF:
		err = r.sarif(b)
	case GitHub:
		r.github(b)
	default:
		_, err = ParseFormat(string(format))
	}
	if err != nil {
		return err
	}
	return b.Flush()
}

// Counts of findings by severity, and of those that -fix mends.
type counts struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Notes    int `json:"notes"`
	Fixable  int `json:"fixable"`
}

func count(list []sweep.Finding) (c counts) {
	for _, f := range list {
		switch f.Severity {
		case sweep.Error:
			c.Errors++
		case sweep.Warning:
			c.Warnings++
		case sweep.Note:
			c.Notes++
		}
		if f.Fix != nil {
			c.Fixable++
		}
	}
	return c
}

// byRule counts the findings of each rule, in the order of the rules.
func byRule(list []sweep.Finding) (rules []string, counted map[string]counts) {
	groups := map[string][]sweep.Finding{}
	for _, f := range list {
		groups[f.Rule] = append(groups[f.Rule], f)
	}
	counted = map[string]counts{}
	for _, rule := range sweep.Rules() {
		if found := groups[rule.ID]; len(found) > 0 {
			rules = append(rules, rule.ID)
			counted[rule.ID] = count(found)
		}
	}
	return rules, counted
}

// plural puts a number and its word together.
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

func joinNonEmpty(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), sep)
}
