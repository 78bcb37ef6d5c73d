// Package sweep checks skills: each against the Agent Skills format, against the
// descriptors of the tools it explains, and against the other skills; and it
// mends what can be mended without a decision.
//
// # Finding
//
// Load reads skills and descriptors into a Project. Findings looks at it and
// returns what is wrong, each with a rule, a severity, a place, a message and a
// hint what to do:
//
//	project, err := sweep.Load(sweep.Options{
//		Descriptors: []string{"capabilities-power.json"},
//		Dirs:        []string{"skills"},
//	})
//	if err != nil {
//		return err // can't be read at all
//	}
//	for _, f := range project.Findings() {
//		fmt.Println(f)
//	}
//
// Nothing wrong in a file is an error: a skill that can't be read as YAML is a
// finding like any other. Skills whose front matter is broken in lesser ways
// take part in everything.
//
// # Rules
//
// Rules lists them. A Rule carries its whole documentation, from which its page
// below docs/rules is written. A Config gives rules another severity, names the
// tools that need no skill, and silences rules below paths; comments in a skill
// silence them in one place (see the rule ignore-form). A Baseline holds the
// findings of the day a repository began, so that only new ones count.
//
// # Mending
//
// Repair makes the fixes of all findings in memory, round after round until
// none is left; Write puts the result on the disk. Fixes are byte edits made by
// Apply: every byte outside them stays as it is, edits that overlap are refused
// as a whole, and a second Repair finds nothing to do.
//
// Package report, below this one, writes findings as text, JSON, SARIF and
// GitHub annotations; command skillsweep puts it all together.
package sweep
