// Package catalog joins what the readers of gen/source understood into one
// checked model: every capability with its verbs, actions, arguments and
// effects, every skill with the tools it wraps and its condensed note, every
// route row with golds that exist.
//
// # Two phases
//
// Build joins and checks; it returns the catalog and the diagnostics, each with
// a position. A capability that can't be used is reported and left out, the
// others stay: a server that compiles tools as they appear must not lose all of
// them to one. Whether errors stop the run is the caller's decision; sextant
// generate stops.
//
// A catalog is then read only. Its order is that of names, so nothing compiled
// from it depends on the order of files or of entries in them.
//
// # Verbs
//
// A descriptor lists its verbs, the primary first. A capability without any,
// such as a tool taken from an MCP server's list, gets them from what the words of
// its name say (package runtime/naming) and is marked SourceLexical: its ranking
// rests on its description alone. Labelled requests know better than its name
// (LabelledVerbs, ReachedBy).
package catalog
