// Package method answers MCP requests that the MCP library has no place for: it
// stands in front of the library, takes out the requests of the methods that it
// knows, and lets everything else through untouched.
//
//	table := method.NewTable(slog.Default())
//	err := table.Handle("clock/now", func(ctx context.Context, req *method.Request) (*method.Result, error) {
//		return &method.Result{Value: map[string]string{"now": "noon"}}, nil
//	})
//
// One table serves every transport:
//
//	http.Handle("/mcp", table.HTTP(streamable))     // streamable HTTP
//	pipe := table.Pipe(in, out, mcp.HandleMessage)  // a pair of streams
//	reply := table.Message(ctx, raw, mcp.HandleMessage) // in process
//
// # Eras
//
// Revisions of the protocol before 2026-07-28 begin with a handshake and know
// sessions; later ones state their version, and what the client can do, in the
// _meta of every request and in HTTP headers. A handler need not care: whether a
// request may be made at all is decided by the library itself. Before a handler
// runs, the library gets a request in its place that is the same in everything
// but the method (ping in the older era, server/discover in the newer one), and
// when it refuses that, its refusal is the answer. So sessions live and end, and
// versions, hosts, content types, _meta and headers are judged, as for the
// library's own methods. Only the headers that repeat the method and the name are
// compared here, for they have to name the real ones.
//
// In the newer era a result gets what every result must have: resultType, the
// server's identity in _meta and, where the handler says how long it holds,
// ttlMs and cacheScope.
//
// # Batches
//
// Revision 2025-03-26, alone, has batches, which the library does not read. They
// are taken apart here, over HTTP and on streams, and answered together; in
// other revisions they are left to the library, which refuses them.
package method
