// Package surface is the MCP face of a dispatcher: what a client sees and how it
// is reached.
//
// # Modes
//
// In the mode intent, the default, clients see the verbs ask, find, write, act,
// manage and why, and three tools that show others under their own names. A verb
// takes the user's own words,
//
//	{"intent": "which loans are overdue", "hints": {"limit": 5}, "execute": true}
//
// and answers {result, routing, executed} or {error, routing, executed}, as
// structured content and as the same JSON in text. What can go wrong with a
// request is a result with isError that says what to do next; protocol errors
// are left to malformed messages and unknown tools.
//
// In the modes condensed, verbose and both the tools behind the verbs are listed
// themselves. A tool that is called by its own name answers as its upstream does;
// the dispatcher's rules for arguments, effects and approval hold by every door.
// A [Filter] takes capabilities out, in every mode.
//
// # Loading
//
// In the mode intent a tool is called by its own name once load_tools has loaded
// it for the conversation: at once, whether or not the client lists again. What
// is loaded hangs on the session in the revisions of the protocol that have
// sessions. In the one that has none, where lists must not depend on what was
// requested before, it hangs on a handle that load_tools gives out and that comes
// back with each call, or on the principal that [WithPrincipal] names. Package
// loadout keeps it, bounded; it goes when the session ends or idles. Plans that
// were previewed, and what why remembers, hang on the same.
//
// # Serving
//
// A surface is served on a pair of streams or over HTTP, where one endpoint
// serves clients of all revisions:
//
//	s, err := surface.New(dispatcher, surface.Options{})
//	...
//	defer s.Close()
//	err = s.ServeStdio(ctx, os.Stdin, os.Stdout)
//
//	ln, err := surface.Listen(":8765") // on this machine only
//	...
//	err = s.NewHTTP(surface.HTTPOptions{}).Serve(ctx, ln)
//
// Both end in an orderly way when the context does. Over HTTP, pages of other
// origins are refused, bodies and the number of sessions are
// bounded, and idle sessions end. [Mount] puts a surface on a server that its
// host has made.
package surface
