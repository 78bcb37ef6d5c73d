// Command skillsweep tells the authors of skills what is wrong with a skill,
// where, and how to mend it; much of it it mends itself.
//
//	skillsweep [flags] [DIR...]
//
// DIR is a folder of skills, or one skill (its folder or its SKILL.md); skills is
// the default. Every folder below it with a SKILL.md is a skill. The calls, routes
// and condensed notes of skills are compared with the descriptors of
// capabilities-power.json, if there is one here or -cpd names others; without any,
// what a skill says for itself is checked and the rules about tools are silent.
//
//	$ skillsweep
//	skills/kg-share/SKILL.md:31:19: error: graph_share has no action "publish"; it has mark, org and revoke (call-action); use an action of the list, or add this one to the descriptor if the tool really has it
//	...
//	67 skills, 95 tools: 1 error, 0 warnings
//
// Exit code 0: nothing worse than a note was found. 1: findings, or, with -diff,
// something to mend. 2: wrong usage, or something that can't be read.
//
// # Mending
//
// -fix mends what can be mended without a decision: it inserts, updates, moves
// and deletes condensed notes, and repairs byte order marks, line ends, fences,
// unquoted colons and commas between allowed tools. It edits bytes: all others of
// the file stay. Each file is written at once. -diff shows the same without
// writing.
//
// # Configuration
//
// .skillsweep.yaml, in the first DIR, above it or here, or the file that -config
// names:
//
//	rules:
//	  body-length: off          # off, note, warning or error
//	fields: [version]           # front matter fields of this repository
//	unskilled:                  # tools that need no skill, and why
//	  engine_rbac: for operators, described in their handbook
//	ignore:
//	  - rules: [call-action]
//	    paths: ["skills/old-*/**"]
//	    reason: goes with the old engine in spring
//
// In a skill, <!-- skillsweep:ignore RULE reason --> silences a rule in its line
// or in the block below, skillsweep:ignore-file in the whole file.
//
// A repository with many old findings writes them to a baseline once, with
// -write-baseline F, and then runs with -baseline F: only new ones count.
//
// # Where it runs
//
// -format sarif is for code scanning, -format github for annotations in a pull
// request; docs/ci tells how to use the pre-commit hooks, has a composite action
// and a problem matcher for editors. -rules lists the rules, -explain RULE shows the page of
// one.
package main
