// Package own is the server "sextant": tools that work on the loaded surface
// itself. They need nothing outside the process, so a surface on which nothing
// else is connected still answers what is on it, what a skill says and why a
// request goes where it goes.
//
//	sextant_explain_route        the evidence for where a request would go
//	sextant_read_skill           a skill's instructions, or one of its files
//	sextant_list_capabilities    what is on the surface, filtered and paged
//	sextant_describe_capability  all that is known of one capability
//	sextant_surface_stats        counts, sizes and the digest of the tables
//	sextant_rewards_list         what was learned from outcomes
//	sextant_rewards_reset        forgets it
//
// The last one is the only one that changes anything: it destroys, needs approval,
// and works on what WithRewards names, as the one before. Their descriptors are in
// capabilities.json; the compiler merges them into the surface, so that the
// verbs find them like any other tool. A Server is registered with the
// dispatcher as the upstream that executes them:
//
//	tools, err := own.New(router)
//	...
//	d, err := dispatch.New(router, dispatch.Options{Upstreams: dispatch.NewUpstreams(tools)})
package own
