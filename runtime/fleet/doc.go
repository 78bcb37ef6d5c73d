// Package fleet mounts MCP servers behind a dispatcher: it starts and reaches
// them, keeps them connected, compiles what they list into the surface while
// the program runs, and makes the calls.
//
//	file, err := config.Read("mcp.json", os.LookupEnv)
//	...
//	f := fleet.Start(file.Servers, fleet.Options{})
//	defer f.Close()
//	f.Settle(ctx, time.Second) // what is not there by then joins later
//	overlay, err := fleet.NewOverlay(ctx, f, fleet.OverlayOptions{})
//	...
//	defer overlay.Close()
//	reply := overlay.Dispatcher().Do(ctx, request)
//
// # Servers
//
// All servers start at once and none waits for another. Each has a [Status]:
// starting, ready, failed with its reason, off. One that fails is tried again
// after a pause that grows from a second to a minute, and at once when a call
// needs it; what it listed stays on the surface, so that a call says what is
// wrong instead of that there is no such tool. Requests that are answered while
// servers are missing name them.
//
// # Tools
//
// A tool keeps its name where that is possible. Where two servers have tools of
// one name, the second gets server__tool; a name once given stays with its tool
// for as long as the fleet lives, whatever joins later. A name that a descriptor
// has for a tool is held for it, so that the order in which servers come does not
// matter. Names are cut to what clients accept (see [Options.NameLimit]). Tools of several servers that are
// the same to the letter are one tool with a required argument "server", since
// that is what several instances of one server are. [Overlay.Names] and the tool
// sextant_fleet_status show who is behind a name.
//
// Verbs are guessed from names, annotations and descriptions, as the compiler
// does. When a server's list changes, the surface is compiled anew beside the
// one that is served, once for any number of notices, and not at all when the
// content is the same: first by words alone, which takes milliseconds, then with
// what can be learned of the descriptions.
//
// # What was approved
//
// With [Options.Approved], a file of descriptors that package probe writes, every
// list is compared with what somebody approved. A tool that is described otherwise
// is told of in the log and the status; with [Options.Locked] it is not called and
// not shown in its server's new words, and a tool that is not in the file is not on
// the surface. Give the descriptors of the file to the overlay as well. Characters
// that a person can't see are told of with or without a file, and taken out of
// what is ranked and shown; schemas stay as they were written.
//
// # Calls
//
// Arguments and results go through as they are written. A call may be silent for
// [Options.Patience]; notices of progress begin that time anew. Results that are
// too long for a model are cut, and sextant_read_result reads the rest. What a
// server asks of its client during a call (a form, a completion) is passed to
// the client that the call is made for, if that client said that it can; see
// package peer.
package fleet
