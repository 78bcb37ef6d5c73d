// Package measure tells how well a ranker routes: it asks labelled requests,
// grades the answers and reports figures, confusions and misses with their
// evidence, as text, JSON and a page with plots.
//
//	rows, diags := source.ReadRoutes("dev.jsonl")
//	...
//	ranker := measure.FromRouter(router)
//	results := measure.Run(ranker, rows, measure.Options{Mutates: measure.Mutating(cat)})
//	summary := measure.Summarize(results, measure.Speed{})
//
// # Classes
//
// What is right depends on the row. A clear row has golds, and any of them is
// right. A row of kind "ambiguous" should be asked back. A row without golds
// should be refused. Only clear rows count for the figures of the ranking; so a
// ranker can't gain there by refusing, nor lose by asking.
//
// # Figures of the ranking
//
//   - top1, top3, top5: a gold is among the first 1, 3, 5.
//   - recall5: the share of the row's slots that the first 5 satisfy. Slots are
//     the gold groups, each satisfied by any of its ids; without groups all golds
//     are one slot, and recall5 equals top5.
//   - mrr: the mean of 1 over the place of the first gold.
//   - ndcg10: the same for all slots, discounted by the logarithm of the place.
//
// A row's candidates restrict the pool; see Run.
//
// # Figures of the decision
//
//   - no_match: of the rows that nothing serves, how many were refused and what
//     share was not (false_offer_rate), and the AUROC: how well confidence alone
//     would separate them from clear rows, 1 perfectly, 0.5 not at all.
//   - ambiguous: the share that was asked back. clear: the shares that were
//     asked back and refused although one capability was meant.
//   - routed: the share of clear rows that were decided (coverage), and the
//     share of these that went to a gold (accuracy).
//   - wrong_act_rate: of the rows that can execute something (verb write, act or
//     manage, or none), the share that would have executed a mutating capability
//     which is no gold. Whether the action chosen for the request is the mutating
//     one is not looked at, so the figure errs on the high side.
//
// # Cost
//
// latency_ns and allocs_per_op are those of Resolve for the router, of a full
// ranking for others. They are the only figures that differ from run to run.
//
// # Floors
//
// A Floor bounds a figure; ParseFloors reads "top1=.9,false_offer_rate=.1". A
// figure that the corpus has no row for misses every floor, so that a gate can't
// pass on an empty file.
//
// Package baseline has rankers to compare with.
package measure
