// Package outcome keeps what a runtime.Rewards learned: in memory, in a file, or
// shared by any number of replicas.
//
//	memory                                 nothing outlives the process
//	bolt                                   a file in the user's state folder
//	bolt:FILE                              a file of one process
//	nats://[USER:PASSWORD@]HOST[:PORT][,HOST...]/BUCKET
//	tls://...                              a JetStream key-value bucket that replicas share
//
// Open joins a store to rewards: what is kept is loaded, and every outcome that
// is recorded from then on is kept too.
//
//	rewards, err := runtime.NewRewards(runtime.RewardOptions{})
//	...
//	store, err := outcome.Open(ctx, "bolt:rewards.db", outcome.Options{Rewards: rewards})
//	...
//	defer store.Close(ctx)
//	rewards.Record(key, 1, time.Now()) // returns at once
//	err = store.Flush(ctx)             // and now it is kept
//
// # What is promised
//
// Recording never waits for a disk or a network. Outcomes go into a queue in which
// those of one key are one runtime.Step, so that it holds a batch for each key and
// not each outcome, and their order is kept. The queue is written every
// Options.FlushEvery, and at once for Flush. What Flush has returned nil for is on
// the disk, or with the servers, and outlives a kill -9. What was recorded after
// is lost with the process: at most the outcomes of one FlushEvery. While the servers
// are out of reach, that holds with Options.Park: the queue is in a file then, from
// which the next process sends it on, each outcome once. A queue that is full drops outcomes of keys that are
// not in it yet; Status counts them.
//
// # Files
//
// A file belongs to one process at a time; a second one gets an error that
// matches ErrLocked. Every value carries a checksum and the file one over all of
// them. A file that is damaged is renamed to FILE.corrupt-1 (2, 3, ...), which is
// logged, and the store begins anew.
//
// # Replicas
//
// See docs/replicas.md. A key's batches apply one after another, in the order of
// the bucket's revisions, each exactly once on the result of the one before, with
// compare-and-set. Whoever replays the batches in that order gets the same reward.
package outcome
