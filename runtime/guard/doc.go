// Package guard stands in front of HTTP handlers: it refuses the requests of web
// pages from elsewhere and, where tokens are set, of callers without one.
//
//	tokens, err := guard.ReadTokens("tokens.txt", file) // lines "name token"
//	...
//	handler = guard.Bearer(handler, tokens, guard.Plain)
//	handler = guard.Origin(handler, nil, guard.Plain)
//
// Behind Bearer, [Caller] tells whose token a request came with, and [Operator]
// whether that one may do everything. How a refusal is
// written is up to the protocol behind it: [Plain], or a [Refuse] of its own.
package guard
