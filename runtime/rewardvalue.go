package runtime

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"time"
)

// Scope says for whom rewards are learned: a digest, so that nobody's name is
// kept. The zero Scope is the shared one.
type Scope [16]byte

// ScopeOf is the scope of a tenant, a principal or both: the first half of the
// SHA-256 of the parts, each with its length. It is the same in every process.
// Without a part, or with empty ones only, it is the shared scope.
func ScopeOf(parts ...string) Scope {
	if !slices.ContainsFunc(parts, func(p string) bool { return p != "" }) {
		return Scope{}
	}
	var data []byte
	for _, p := range parts {
		data = binary.AppendUvarint(data, uint64(len(p)))
		data = append(data, p...)
	}
	sum := sha256.Sum256(data)
	return Scope(sum[:len(Scope{})])
}

// String is the scope in hex, "shared" for the shared one.
func (s Scope) String() string {
	if s == (Scope{}) {
		return "shared"
	}
	return hex.EncodeToString(s[:])
}

// ParseScope reads what String writes; "" is the shared scope too.
func ParseScope(text string) (Scope, error) {
	var s Scope
	if text == "" || text == "shared" {
		return s, nil
	}
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(s) {
		return s, fmt.Errorf("scope %.40q: give shared, or %d hex digits", text, 2*len(s))
	}
	return Scope(raw), nil
}

// MarshalText implements encoding.TextMarshaler.
func (s Scope) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Scope) UnmarshalText(text []byte) (err error) {
	*s, err = ParseScope(string(text))
	return err
}

// RewardKey names what is learned about: a capability, by its id, under a verb,
// for a scope.
type RewardKey struct {
	Scope      Scope
	Verb       Verb
	Capability string
}

// RewardValue is what is known of a key.
type RewardValue struct {
	// Reward is 0..1 as of At, to which it has not faded yet.
	Reward float64
	// Count is how many outcomes it came from.
	Count uint64
	// At is when it last changed, to the second; the zero time when that is not
	// known.
	At time.Time
}

// capabilitySeed keeps others from choosing ids that share a place.
var capabilitySeed = maphash.MakeSeed()

// capabilityPlace is the digest by which a capability's rewards are found,
// whatever number the tables give it.
func capabilityPlace(id string) uint64 { return maphash.String(capabilitySeed, id) }

func (k RewardKey) place() uint64 { return capabilityPlace(k.Capability) }

// rewardOne is the fixed-point form of 1. It is a power of two, so that 0, 1 and
// the default prior are exact.
const rewardOne = 1 << 31

// pack puts a reward and a time into one word, which changes as a whole.
func pack(reward float64, seconds uint32) uint64 {
	fixed := uint64(math.Round(min(max(reward, 0), 1) * rewardOne))
	return uint64(seconds)<<32 | fixed
}

func unpack(word uint64) (reward float64, seconds uint32) {
	return float64(uint32(word)) / rewardOne, uint32(word >> 32)
}

// secondsOf is a time in seconds since 1970, 0 for times out of range (from 2106
// on it stays at the last).
func secondsOf(t time.Time) uint32 {
	if t.IsZero() {
		return 0
	}
	return uint32(min(max(t.Unix(), 0), math.MaxUint32))
}

func timeOf(seconds uint32) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}
