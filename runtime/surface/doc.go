// Package surface is the MCP face of a dispatcher: what a client sees and how it
// is reached.
//
// In the mode intent, the only one that is served, clients see six tools, the
// verbs ask, find, write, act, manage and why. Each takes the user's own words,
//
//	{"intent": "which loans are overdue", "hints": {"limit": 5}, "execute": true}
//
// and answers {result, routing, executed} or {error, routing, executed}, as
// structured content and as the same JSON in text. What can go wrong with a
// request is a result with isError that says what to do next; protocol errors
// are left to malformed messages and unknown tools.
//
// Nothing that a client sees depends on its connection, so clients of the
// revisions with sessions and of those without are served on one endpoint. A
// plan that was previewed is named by its plan_ref; only what why remembers hangs
// on a session, and is not kept where there is none.
//
// A surface is served on a pair of streams or over HTTP:
//
//	s, err := surface.New(dispatcher, surface.Options{})
//	...
//	err = s.ServeStdio(ctx, os.Stdin, os.Stdout)
//
//	ln, err := surface.Listen(":8765") // on this machine only
//	...
//	err = s.NewHTTP(surface.HTTPOptions{}).Serve(ctx, ln)
//
// Both end in an orderly way when the context does. Over HTTP, pages of other
// origins are refused, bodies and the number of sessions are
// bounded, and idle sessions end.
package surface
