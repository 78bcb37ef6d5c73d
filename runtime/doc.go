// Package runtime routes a request in a user's own words to one of the
// capabilities of a compiled surface: tools, skills, workflows and agents.
//
// # Two phases
//
// Build: sextant generate compiles descriptors and skills to Tables, a handful
// of string constants in a generated Go package. Use: New loads Tables into a
// Router, once, and Resolve ranks the capabilities for each request in about a
// microsecond per hundred of them, without allocating, without a model and
// without the network. Equal tables, requests and rewards give equal answers, always.
//
//	router, err := runtime.New(&generated.Tables)
//	...
//	decision, candidates := router.Resolve(nil, runtime.Query{
//		Verb:   runtime.Act,
//		Intent: "schedule a recurring goal",
//	})
//
// # The score
//
// A request is read as features: its words, each word with its neighbour, and
// the whole of it. Every feature has a posting list of capabilities and impacts,
// compiled from the descriptors' fields and examples, and a capability's score
// is the sum of the impacts of the request's features. A word also counts for
// capabilities that say the same in another word, and the one that a request
// leads with for those whose descriptions lead with it. Unknown words are looked
// up as two words written as one and as a word with one typing error.
//
// # The decision
//
// Route when the best capability accounts for enough of the request and leads
// the second; AskBack when several fit about equally, or when the best lies
// behind another verb; NoMatch when nothing accounts for the request. A
// capability without evidence is never a candidate, and ties are broken by the
// declared order, never by chance.
//
// # What outcomes teach
//
// A [Rewards] keeps, for each scope, verb and capability, an average of how its
// calls ended. In a [Query] it has a say in which candidate comes first, as far as
// the words leave that unsure, and never in whether to route, to ask or to refuse.
// Its documentation has the formulas and the line up to which it may.
//
//	rewards, err := runtime.NewRewards(runtime.RewardOptions{})
//	...
//	q := runtime.Query{Verb: runtime.Act, Intent: intent, Rewards: rewards}
//	decision, candidates := router.Resolve(nil, q)
//	...
//	rewards.Record(runtime.RewardKey{Verb: q.Verb, Capability: candidates[0].ID}, 1, time.Now())
//
// A router of many capabilities remembers the rankings by words of its last
// requests ([Router.WithCache]). That changes no answer.
//
// Explain gives the same answer with its evidence: the words that spoke for
// each candidate and by how much. Judge leaves the evidence out and keeps the
// sentence that says why, for callers who answer every request.
//
// The package imports the standard library and runtime/text only.
package runtime
