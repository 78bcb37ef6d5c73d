// Package harvest reads out of a routing log what a surface should learn, as rows
// for a person to review:
//
//	entries, err := routelog.ReadFile("routes.log")
//	...
//	res := harvest.Propose(entries, harvest.Options{Catalog: cat})
//	for _, row := range res.Rows { ... }
//
// Three things are worth a row:
//
//   - a correction: a request that was routed to one capability, or that nothing
//     fitted, and that the same caller sent again within the window, pinned to
//     another that it was not offered, which then was accepted;
//   - a choice: a request that was asked back, and which of the options the same
//     caller then pinned, within the window;
//   - a failure: a request whose call failed and that nobody corrected, unless the
//     same request worked with the same capability later. What would have been
//     right is not known, so its row names the capability and the next one on the
//     list, for the reviewer to choose from; left as it is, it teaches that the
//     request is ambiguous.
//
// The same request means the same words, whatever their spelling and inflection.
// One that was resolved in several ways becomes one row with several golds.
// A request that is an example or a row already is not proposed, one that the
// surface is measured on never, and neither is a capability that does not exist.
// Only entries with their text can become rows: the log must be written with it.
package harvest
