// Package arena measures, with a model of your own, how often it reaches the
// right tool when the same tools stand before it in three ways:
//
//   - routed: the six verbs as the server lists them, or one ask tool for each
//     namespace; the model passes the user's words on and the router picks.
//   - flat: every tool with its description and schema; the model picks.
//   - swarm: one agent for each server or namespace; the model hands the request
//     over and, in a second request, the agent's model picks among its tools.
//
// The endpoint is any that speaks the chat completions protocol (package
// gen/llm). All arms get the same instructions, the same words of the user, a
// temperature of 0 and, run by run, the same seed.
//
//	field, err := arena.NewField(ctx, cat, nil, nil)
//	...
//	report, err := arena.Run(ctx, client, field, turns, arena.Options{Runs: 3})
//	report.WriteText(os.Stdout)
//
// # What counts
//
// Each turn is one request and its answer, the first move of a conversation. A
// pick is right when the first tool that is reached is a gold of the turn (and,
// where a turn has several slots, each is hit). A question counts apart, as
// asked, when it offers a gold; find counts as a question with its first
// results as options. Where nothing must match, only doing nothing is right. An
// ambiguous turn is right when it is asked back, by the router or in the model's
// own words. A call of something that does not exist, or that the surface
// refuses, is wrong. A call written as text is no call. See [Verdict].
//
// Arguments are not judged. The latency is the endpoint's, from the request to
// the whole answer; what the router takes is microseconds and left out.
//
// # Corpora
//
// A corpus has the rows of sextant eval. [ReadTurns] also understands the keys
// namespace and set, and [ReadTools] a list of tools with one JSON object a line
// (name, namespace, description, params as "name:type=default").
package arena
