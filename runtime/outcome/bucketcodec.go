package outcome

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// A bucket's key is SCOPE.VERB.CAPABILITY, the last in base64 as JetStream takes
// few characters.
func bucketKey(k runtime.RewardKey) string {
	return k.Scope.String() + "." + k.Verb.String() + "." + base64.RawURLEncoding.EncodeToString([]byte(k.Capability))
}

func parseBucketKey(text string) (k runtime.RewardKey, err error) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return k, fmt.Errorf("the key %.80q is none of ours", text)
	}
	if k.Scope, err = runtime.ParseScope(parts[0]); err != nil {
		return k, err
	}
	if k.Verb, err = runtime.ParseVerb(parts[1]); err != nil {
		return k, err
	}
	id, err := base64.RawURLEncoding.DecodeString(parts[2])
	k.Capability = string(id)
	return k, err
}

// record is a value in a bucket. Encoded it is as it is kept, everywhere else as the
// program has it; see prior.
type record struct {
	value runtime.RewardValue
	// writers are the last batches of the last replicas that wrote, oldest first.
	writers []writer
	// newer is set when a newer version wrote what is there, which must stay.
	newer bool
}

// writer says that a replica's batch is in a record.
type writer struct {
	Replica string `json:"id"`
	// Seq numbers the replica's batches.
	Seq uint64 `json:"seq"`
	// Base is the revision that the batch was applied to.
	Base uint64 `json:"on"`
}

// mostWriters bounds a record's writers. A replica that was not answered finds out
// whether its batch was applied as long as fewer others wrote the key since.
const mostWriters = 32

// recordVersion is the version of what encodeRecord writes.
const recordVersion = 1

type wireRecord struct {
	Version int      `json:"v"`
	Reward  float64  `json:"r"`
	Count   uint64   `json:"n"`
	At      int64    `json:"t"`
	Writers []writer `json:"w,omitempty"`
}

func encodeRecord(r record) []byte {
	raw, err := json.Marshal(wireRecord{recordVersion, r.value.Reward, r.value.Count, seconds(r.value.At), r.writers})
	if err != nil {
		panic(err) // numbers within 0..1 and plain strings always have a form
	}
	return raw
}

// errNewer is a record that this program can't read and must not overwrite.
var errNewer = errors.New("it was written by a newer version")

func decodeRecord(raw []byte) (record, error) {
	var w wireRecord
	if err := json.Unmarshal(raw, &w); err != nil {
		return record{value: unknown}, err
	}
	switch {
	case w.Version > recordVersion:
		return record{value: unknown, newer: true}, errNewer
	case w.Version < 1 || !(w.Reward >= 0 && w.Reward <= 1):
		return record{value: unknown}, errors.New("it is no reward")
	}
	return record{value: runtime.RewardValue{Reward: w.Reward, Count: w.Count, At: moment(w.At)}, writers: w.Writers}, nil
}

// find is the entry of a replica's batch, when the record holds it.
func (r record) find(replica string, seq uint64) (writer, bool) {
	for _, w := range r.writers {
		if w.Replica == replica {
			return w, w.Seq >= seq // a replica's batches of a key apply in order
		}
	}
	return writer{}, false
}

// forgot reports whether a batch that was sent to be applied to a revision may
// have been, and been crowded out of the writers since.
func (r record) forgot(base uint64) bool {
	return len(r.writers) >= mostWriters && r.writers[0].Base > base
}

// with is the record after a batch.
func (r record) with(value runtime.RewardValue, w writer) record {
	writers := slices.DeleteFunc(slices.Clone(r.writers), func(old writer) bool { return old.Replica == w.Replica })
	if len(writers) >= mostWriters {
		writers = slices.Delete(writers, 0, len(writers)-mostWriters+1)
	}
	return record{value: value, writers: append(writers, w)}
}
