// Package probe writes descriptors from what live MCP servers list, and compares
// a file of such descriptors with the servers. The file is a lockfile: each entry
// says what was approved of a tool, so that a tool that is described otherwise
// later is noticed (package lock has the form of the entries).
//
//	readings, err := probe.Collect(ctx, config.Servers, probe.Options{})
//	...
//	doc, diagnostics, err := probe.Parse("mcp.lock.json", data)
//	...
//	report, err := doc.Merge(readings)
//	report.WriteText(os.Stdout)
//	os.WriteFile("mcp.lock.json", doc.Bytes(), 0o644)
//
// # What is whose
//
// Digest, upstream, vanished and the two schemas of an entry are written anew
// whenever the tool changed. The other fields are a first guess: title, one_line,
// the verbs, what its actions do, whether it needs approval. One that still is
// what was guessed from the words approved before follows the tool; one that
// somebody edited stays as it is, and the report says so. Fields that are never
// guessed, such as examples, when_to_use and caveats, are not touched, and neither
// is the layout of the file.
//
// An entry without a digest, that people wrote before the server was probed, is
// taken for the tool of its server and name: it gets the machine's fields and
// keeps all others.
//
// # The guesses
//
// Verbs come from the compiler's own table ([catalog.GuessVerbs]). Whether a tool
// changes something is read as the dispatcher reads it ([dispatch.Assess]): from
// the annotations that are really there and the words of the names, the more
// cautious of the two. A parameter "action" with a list of values makes each value
// an action of its own.
package probe
