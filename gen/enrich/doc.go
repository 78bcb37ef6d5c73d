// Package enrich asks a language model, at any endpoint of the chat completions
// protocol, for natural phrasings of the requests that a capability serves, and
// puts them into the descriptor file as examples. Examples are what the compiler
// learns from. A person reviews them in the diff; neither continuous integration
// nor the runtime ever asks a model.
//
//	doc, diagnostics := enrich.Parse("capabilities-power.json", data)
//	...
//	outcomes, err := enrich.Run(ctx, client, doc, enrich.Options{N: 8, Save: file.Save})
//	for _, o := range outcomes {
//		fmt.Println(o.ID, len(o.Added), o.Dropped, o.Err)
//	}
//
// # What is written
//
// A phrasing becomes one more string of the entry's examples, and beside them
// example_origins says which model it comes from:
//
//	"examples": ["show my goals", "what am I working towards?"],
//	"example_origins": {"what am I working towards?": "gemma3:4b"}
//
// Readers of descriptors keep fields that they do not know, and nothing that is
// compiled depends on this one. Every other byte of the file stays as it is; the
// result is read back, and refused if it says anything else than intended.
//
// # Reviewing and running again
//
// An example that is mentioned in example_origins counts as generated. A run
// brings every capability up to N of those, so one that was interrupted goes on
// where it stopped. A reviewer who rewords an example makes it theirs. A reviewer
// who deletes one and leaves its origin keeps it from coming back.
//
// # What is dropped
//
// See [Reason]. A phrasing is compared with the examples of all capabilities, in
// the normal form of package text, and put to a router that is compiled from the
// file without any learning: if another capability accounts for most of the
// phrasing and outscores the one that it was written for by half, it teaches the
// wrong thing.
package enrich
