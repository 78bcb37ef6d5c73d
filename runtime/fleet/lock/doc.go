// Package lock tells whether a server's tools are still those that somebody
// approved. The approval is a file of descriptors: an entry with a digest stands
// for a tool as its server described it when the file was written.
//
//	file, err := lock.Read("mcp.lock.json")
//	...
//	check := file.Check("github", tools)
//	for _, d := range check.Drift {
//		fmt.Println(d)
//	}
//
// # The digest
//
// A digest is "sha256:" and the SHA-256, in hexadecimal digits, of the canonical
// JSON of an object with what the server says of the tool to clients and models:
// name, title, description, inputSchema, outputSchema and annotations, each left
// out where the server has none or null. Canonical JSON has the keys of every
// object sorted by their bytes, no blanks, numbers with the digits that the server
// wrote, and in strings no escapes but those of quote, backslash and the control
// characters below U+0020 (\b \f \n \r \t, else \u00xx), and of U+2028 and U+2029.
// The order of keys and the layout are no part of it, "_meta" and icons are not
// either: they may differ between two answers of the same server.
//
// # The entry
//
//	{
//	 "id": "read_file", "server": "filesystem",
//	 "one_line": "...", "intent_verbs": ["ask"], "examples": ["..."],
//	 "typed_io": {"input_schema": {...}, "output_schema": {...}},
//	 "upstream": {"title": "...", "description": "...", "annotations": {...}},
//	 "digest": "sha256:..."
//	}
//
// upstream, digest and the two schemas are the machine's: they hold what was
// approved, so that a change can be shown with its before and after. "vanished":
// true marks an entry whose tool the server does not list any more. All else
// belongs to the people who review the file.
package lock
