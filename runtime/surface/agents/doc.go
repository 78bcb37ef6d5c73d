// Package agents serves parts of a surface to agents that own one subject each:
// instead of six verbs in front of everything, one ask tool in front of a
// namespace.
//
// # What a client sees
//
// A namespace is a group of tools: what the descriptor calls so, else the tool's
// server, else what stands before the dot in its id. Each opens with two tools:
//
//	feed.ask    {"question": "anything new on sparse coding?", "user": "ada"}
//	feed.tools  {}
//
// ask takes the user's own words and, beside them, whatever arguments are at
// hand; the compiled tables choose the tool. tools lists what the namespace
// holds, a line each, and enables it for this conversation: from then on the tools
// are listed and can be called by name. Enabling another namespace keeps the
// first. With several namespaces there is also plain ask, which chooses among all
// of them.
//
// Every call, of ask as of a tool by name, is answered in one form, success and
// failure alike:
//
//	{"ok": true, "answer": "...", "items": [{"id": 7, "url": "..."}], "caveat": null, "options": []}
//
// answer is what the tool said, word for word. caveat holds what the tool and its
// descriptor warn of, unabridged. options are calls that the client can make now:
// a tool that it does not see is reached by an ask call.
//
// What destroys something, and what needs approval or asks for confirmation
// itself, is only previewed; the option that comes with the preview carries the
// plan_ref that has it done. Where the client can ask the person behind it, their
// yes takes its place (package person).
//
// # Serving a part
//
// Restrict makes a router that holds nothing but the chosen namespaces, groups
// and tools. What is not chosen is absent: no list, no answer and no error can
// mention it.
//
//	router, err := agents.Restrict(router, []string{"feed"}, nil)
//	...
//	d, err := dispatch.New(router, dispatch.Options{Upstreams: upstreams})
//	...
//	s, err := agents.New(d, agents.Options{})
//	...
//	server := s.Server("1.0", slog.Default())
//
// Server returns the MCP server; Ask, Call and Tools are the same without MCP.
package agents
