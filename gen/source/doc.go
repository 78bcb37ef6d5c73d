// Package source reads what Sextant compiles and says where every fact, and
// every fault, stands in its file.
//
// Three kinds of input are understood:
//
//   - capability files: a descriptor file (an object with a "capabilities"
//     list), the answer of an MCP server to tools/list (with or without its
//     JSON-RPC envelope), and a fleet file (an object with "servers" and
//     "tools"). [ReadCapabilities] tells them apart by their shape.
//   - skills: a folder with a SKILL.md, that is YAML front matter between two
//     lines of exactly three hyphens and a Markdown body. [ReadSkills] reads all
//     skills of a folder, [ReadSkill] one, [ParseSkill] the bytes of one file.
//   - route rows: one JSON object a line, a request and the ids it should reach.
//     [ReadRoutes] wants a label on each row, [ReadBackground] does not.
//
// # Faults
//
// No reader returns an error value. Each returns what it understood together
// with a list of [Diagnostics]: one bad descriptor, row or skill is reported and
// left out, and the others come back. Whether errors are fatal is the caller's
// choice; a compiler stops when [Diagnostics.HasErrors] holds, a server may go
// on with the rest:
//
//	file, diagnostics := source.ReadCapabilities("capabilities-power.json")
//	for _, d := range diagnostics {
//		fmt.Fprintln(os.Stderr, d) // file:line:column: error: message (code); hint
//	}
//	if diagnostics.HasErrors() {
//		os.Exit(2)
//	}
//	for _, c := range file.Capabilities {
//		fmt.Println(c.ID, c.OneLine)
//	}
//
// A [Diagnostic] has a place (file, line, column; the column counts bytes), a
// stable Code to select by, for JSON the path of the value (such as
// capabilities[3].one_line), a message, and a Hint that tells what to do next.
// Nothing is repaired silently: what is accepted although it looks like a slip
// (a duplicate key, a list written as one string) carries a warning.
//
// A skill can be understood and wrong at once, for example when it is saved with
// a byte order mark. It comes back with [Skill.Broken] set, so that a linter can
// repair it; a compiler must not use it.
//
// # Bounds
//
// Sizes are checked before anything is read: see [MaxFile], [MaxSkill],
// [MaxSkillFiles], [MaxSkillBytes] and [MaxDepth]. Text is UTF-8 or refused.
//
// # Offsets
//
// Every byte offset in a [Skill] counts from the start of Skill.Source, byte
// order mark and front matter included, so that an edit can be applied to the
// bytes as they are on disk.
package source
