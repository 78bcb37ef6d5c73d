package sweep

import (
	"fmt"
	"strings"
)

// PageDir is the folder of the rules' pages, relative to the module's root.
const PageDir = "docs/rules"

// Markdown is the text of a rule without its title: the paragraph and both
// examples.
func (r Rule) Markdown() string {
	var b strings.Builder
	// Angle brackets in running text would be taken for HTML.
	doc := strings.ReplaceAll(r.Doc, "<", `\<`)
	fmt.Fprintf(&b, "%s\n\nBad:\n\n%s\nGood:\n\n%s", doc, fenced(r.Lang, r.Bad), fenced(r.Lang, r.Good))
	return b.String()
}

// Page is the documentation page of a rule.
func (r Rule) Page() string {
	mends := "Mended by a person."
	if r.Fixable {
		mends = "Mended by `skillsweep -fix`, where the finding says so."
	}
	return fmt.Sprintf("# %s\n\n%s.\n\nGroup: %s. Severity: %s. %s\n\n%s\nTo silence it in one place, with the reason:\n\n%s",
		r.ID, r.Title, r.Group, r.Severity, mends, r.Markdown(),
		fenced("markdown", "<!-- skillsweep:ignore "+r.ID+" why it is right here -->"))
}

// PageIndex is the page that lists all rules.
func PageIndex() string {
	var b strings.Builder
	b.WriteString("# Rules of skillsweep\n\nWritten from the rules themselves: `go test ./gen/sweep -run TestPages -update`.\n")
	group := ""
	for _, r := range registry {
		if r.Group != group {
			group = r.Group
			fmt.Fprintf(&b, "\n## %s\n\n| rule | severity | -fix | what must hold |\n|---|---|---|---|\n", strings.ToUpper(group[:1])+group[1:])
		}
		fix := ""
		if r.Fixable {
			fix = "yes"
		}
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s | %s |\n", r.ID, r.ID, r.Severity, fix, r.Title)
	}
	return b.String()
}

// fenced sets text as a code block whose fence is longer than any inside it.
func fenced(lang, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fmt.Sprintf("%s%s\n%s\n%s\n", fence, lang, strings.TrimRight(text, "\n"), fence)
}
