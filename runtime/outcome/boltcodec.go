package outcome

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/crc64"
	"math"

	"github.com/sextant-mcp/sextant/runtime"
)

// errDamaged is what a file's errors match when its content can't be trusted.
var errDamaged = errors.New("the file is damaged")

var (
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
	ecma       = crc64.MakeTable(crc64.ECMA)
)

// A key is the scope's 16 bytes, the verb's name, a zero byte and the capability.
func encodeKey(k runtime.RewardKey) []byte {
	out := append(make([]byte, 0, len(k.Scope)+8+len(k.Capability)), k.Scope[:]...)
	out = append(out, k.Verb.String()...)
	out = append(out, 0)
	return append(out, k.Capability...)
}

func decodeKey(raw []byte) (k runtime.RewardKey, err error) {
	if len(raw) < len(k.Scope) {
		return k, fmt.Errorf("%w: a key of %d bytes", errDamaged, len(raw))
	}
	copy(k.Scope[:], raw)
	verb, capability, found := bytes.Cut(raw[len(k.Scope):], []byte{0})
	if !found {
		return k, fmt.Errorf("%w: a key without a verb", errDamaged)
	}
	if k.Verb, err = runtime.ParseVerb(string(verb)); err != nil {
		return k, fmt.Errorf("%w: a key of no verb", errDamaged)
	}
	k.Capability = string(capability)
	return k, nil
}

// A value is the reward's bits, the count, the second of the last change and a
// CRC-32C of those and the key, 28 bytes in all.
const valueSize = 8 + 8 + 8 + 4

func encodeValue(key []byte, v runtime.RewardValue) []byte {
	out := binary.BigEndian.AppendUint64(make([]byte, 0, valueSize), math.Float64bits(v.Reward))
	out = binary.BigEndian.AppendUint64(out, v.Count)
	out = binary.BigEndian.AppendUint64(out, uint64(seconds(v.At)))
	return binary.BigEndian.AppendUint32(out, checksum(key, out))
}

func decodeValue(key, raw []byte) (v runtime.RewardValue, err error) {
	if len(raw) != valueSize {
		return v, fmt.Errorf("%w: a value of %d bytes", errDamaged, len(raw))
	}
	if checksum(key, raw[:valueSize-4]) != binary.BigEndian.Uint32(raw[valueSize-4:]) {
		return v, fmt.Errorf("%w: a value's checksum is wrong", errDamaged)
	}
	v.Reward = math.Float64frombits(binary.BigEndian.Uint64(raw))
	v.Count = binary.BigEndian.Uint64(raw[8:])
	v.At = moment(int64(binary.BigEndian.Uint64(raw[16:])))
	if !(v.Reward >= 0 && v.Reward <= 1) {
		return v, fmt.Errorf("%w: a reward of %v", errDamaged, v.Reward)
	}
	return v, nil
}

func checksum(key, value []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, value)
}

// total is a checksum over all entries that each change keeps up: how many there
// are, and the sum of their own checksums. It tells when some are missing.
type total struct{ entries, sum uint64 }

func entrySum(key, value []byte) uint64 {
	return crc64.Update(crc64.Checksum(key, ecma), ecma, value)
}

func (t *total) add(key, value []byte) {
	t.entries++
	t.sum += entrySum(key, value)
}

func (t *total) remove(key, value []byte) {
	t.entries--
	t.sum -= entrySum(key, value)
}

func (t total) encode() []byte {
	out := binary.BigEndian.AppendUint64(nil, t.entries)
	return binary.BigEndian.AppendUint64(out, t.sum)
}

func decodeTotal(raw []byte) (t total, err error) {
	if len(raw) != 16 {
		return t, fmt.Errorf("%w: its total is missing", errDamaged)
	}
	return total{binary.BigEndian.Uint64(raw), binary.BigEndian.Uint64(raw[8:])}, nil
}
