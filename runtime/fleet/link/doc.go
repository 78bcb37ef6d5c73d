// Package link is one live connection to one MCP server: a child process or an
// HTTP address. What the server says arrives as it was written, so that schemas
// keep every keyword and numbers every digit.
//
//	conn, err := link.Open(ctx, server, link.Options{Name: "sextant", Version: "1"})
//	...
//	defer conn.Close()
//	list, err := conn.List(ctx, link.Tools)
//	result, err := conn.Request(ctx, "tools/call", link.Params{"name": ..., "arguments": ...})
//
// # What a server can't do
//
// A server is not trusted. A message longer than [MaxMessage] ends the
// connection; lists are bounded in items, pages, bytes and depth; whatever the
// process writes to its standard error is read at once and only the end of it
// is kept; a process that does not read its input makes the connection fail
// instead of blocking its callers; of its questions [MaxQuestions] are open at
// once and more are refused, and over HTTP [MaxReplies] answers to its pings are
// on their way at once; Close ends it and its descendants within a bound,
// whatever it does. Redirects to other hosts are not followed, so that headers
// stay with the host that they were meant for.
//
// # Both eras
//
// The newest revision of the protocol that both sides know is spoken: the one
// without sessions (2026-07-28), else an older one with the handshake. A
// connection over HTTP of an older revision also keeps a stream open on which
// the server can speak first, if it says that its lists may change.
package link
