// Package rest serves a surface over plain HTTP: a twin of each verb, a route for
// each tool, and the OpenAPI document that describes them.
//
//	POST /intent/ask        {"intent": "which loans are overdue", "hints": {"limit": 5}}
//	POST /graph/query       {"cypher": "MATCH (n) RETURN n"}
//	POST /tools/book_search {"query": "bees"}
//	GET  /openapi.json
//
// A tool is at the rest_route of its descriptor, or at /tools/ and its id where it
// has none, where the route is another tool's already, or where the server keeps
// it for itself. Verbs and tools go through one dispatcher: a tool's route is a
// call by its id, its body the arguments. The effect of the call chooses among
// the tool's verbs, so validation, previews and approvals are those of the verbs.
//
// A reply is {result, routing, executed} with status 200, as over MCP. Everything
// else is a [Problem]:
//
//	400  the body is no strict JSON, or hints, execute or plan_ref are wrong
//	401  a token is needed ([Options].Tokens)
//	403  the verb must not do this, or the page's origin may not call
//	404  nothing fits (no-match), no such path, no such tool
//	405  another method, which Allow names
//	408  the body came too slowly
//	409  it is open what is meant: question and options
//	413  the body is too long
//	415  the body is not JSON
//	422  the tool refuses the arguments: template
//	428  nothing was done: result is the preview, plan_ref has it executed
//	502  the tool or its server failed
//	503  no connected server executes it
//	504  it took too long
//
// find answers with an empty list, and 200, where nothing fits.
//
// A preview is executed by sending the same request with the header
// Sextant-Plan-Ref; hints.plan_ref, and plan_ref in the body of a tool that has no
// argument of that name, do the same. ?execute=false previews any call, be it that
// its server is not connected yet.
//
// Bodies are strict: one JSON value in UTF-8, no name twice, bounded in size and
// depth. Numbers reach the upstream digit by digit.
//
// Routes and document are made once for each router, not for each request. A
// [Handler] is an http.Handler, to be served as it is or beside others:
//
//	api, err := rest.New(dispatcher, rest.Options{})
//	...
//	http.ListenAndServe("127.0.0.1:8765", api)
package rest
