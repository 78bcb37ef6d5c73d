// Package routelog writes and reads the routing log: one JSON object a line for
// each request that the dispatcher carried out, for operators, and for sextant
// harvest, which proposes rows to learn from.
//
//	log, err := routelog.Open("routes.log", routelog.Options{})
//	...
//	d, err := dispatch.New(router, dispatch.Options{Log: log.Record})
//	...
//	err = log.Close()
//
// # What is in it
//
// An [Entry] says what was asked under which verb, where it went and what came of
// it; no arguments and no results. The intent stands as a digest, and its text
// beside it only where Options.Intents says so. Callers are digests too. Digests
// are keyed with a secret that each process draws anew: within one run equal
// digests mean equal things, and nothing else can be learned from them.
//
// # The file
//
// Each entry is appended with a single write, so lines of several processes never
// mix. A file that reaches its bound is renamed to its name and ".1", the one that
// was there before is replaced, and a new file is begun. A line that a crash cut
// short is ended before the next one is written; [Read] names it and goes on.
package routelog
