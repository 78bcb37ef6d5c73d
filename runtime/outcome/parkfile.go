package outcome

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
	"go.etcd.io/bbolt"

	"github.com/sextant-mcp/sextant/runtime"
)

// parkFile holds what waits for servers that are out of reach, so that it outlives
// the process. It belongs to one process at a time.
type parkFile struct {
	path string
	db   *bbolt.DB
	lock *flock.Flock
}

// The bucket of a file and the version of its layout.
var (
	parkedBucket = []byte("waiting")
	parkSchema   = "waiting-1"
)

// mostParkFiles bounds the processes of one machine that can park for a bucket.
const mostParkFiles = 64

// parkName is how the files of a bucket are named, without their number. Which
// servers it is on is part of it: what waits for one must not go to another.
func parkName(s Spec) string {
	sum := sha256.Sum256([]byte(s.text))
	return fmt.Sprintf("%s-%x", s.bucket, sum[:4])
}

// claimParkFile opens the first file of the folder that no other process has. rest
// are further ones whose processes ended before they could send what is in them.
func claimParkFile(s Spec, log *slog.Logger) (own *parkFile, waiting map[runtime.RewardKey]parked, rest []string, err error) {
	folder := s.queue
	if folder == "" {
		state, err := DefaultFolder()
		if err != nil {
			return nil, nil, nil, err
		}
		folder = filepath.Join(state, "waiting")
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, nil, nil, err
	}
	for n := 1; n <= mostParkFiles; n++ {
		path := filepath.Join(folder, fmt.Sprintf("%s-%d.db", parkName(s), n))
		if own != nil {
			if _, err := os.Stat(path); err == nil {
				rest = append(rest, path)
			}
			continue
		}
		if own, waiting, err = openParkFile(path, log); err != nil && !errors.Is(err, ErrLocked) {
			return nil, nil, nil, err
		}
	}
	if own == nil {
		return nil, nil, nil, fmt.Errorf("%s: all %d files for what waits are %w", folder, mostParkFiles, ErrLocked)
	}
	return own, waiting, rest, nil
}

// openParkFile opens a file, or makes it. One that is damaged is set aside.
func openParkFile(path string, log *slog.Logger) (f *parkFile, waiting map[runtime.RewardKey]parked, err error) {
	f = &parkFile{path: path, lock: flock.New(path+".lock", flock.SetPermissions(0o600))}
	got, err := f.lock.TryLock()
	if !got {
		_ = f.lock.Close()
		if err == nil {
			err = ErrLocked
		}
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	for range 2 {
		if waiting, err = f.open(); !errors.Is(err, errDamaged) {
			break
		}
		aside, failed := setAside(path)
		if failed != nil {
			err = fmt.Errorf("%w, and can't be set aside: %w", err, failed)
			break
		}
		log.Error("the file of what waited for the servers was damaged and is set aside; what was in it is not sent", "file", path, "set_aside", aside, "error", err)
	}
	if err != nil {
		_ = f.lock.Close() // the first error is the one to tell
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, waiting, nil
}

// open opens the database and reads all of it.
func (f *parkFile) open() (waiting map[runtime.RewardKey]parked, err error) {
	if _, err := os.Stat(f.path); err == nil {
		if _, err := checkPages(f.path); err != nil {
			return nil, err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	err = guarded(func() (err error) {
		if f.db, err = bbolt.Open(f.path, 0o600, boltOptions()); err != nil {
			return err
		}
		return f.db.Update(func(tx *bbolt.Tx) (err error) {
			waiting, err = readParked(tx)
			return err
		})
	})
	if err != nil && f.db != nil {
		_ = guarded(f.db.Close) // the first error is the one to tell
	}
	return waiting, err
}

// readParked reads everything in a file, and lays it out when it is new.
func readParked(tx *bbolt.Tx) (map[runtime.RewardKey]parked, error) {
	waiting := map[runtime.RewardKey]parked{}
	meta, err := tx.CreateBucketIfNotExists(metaBucket)
	if err != nil {
		return nil, err
	}
	switch v := meta.Get(schemaKey); {
	case v == nil && tx.Bucket(parkedBucket) == nil && tx.Bucket(rewardBucket) == nil:
		if err := meta.Put(schemaKey, []byte(parkSchema)); err != nil {
			return nil, err
		}
	case string(v) != parkSchema:
		return nil, fmt.Errorf("it has the layout %.20q, and this program knows %q: name another folder", v, parkSchema)
	}
	all, err := tx.CreateBucketIfNotExists(parkedBucket)
	if err != nil {
		return nil, err
	}
	err = all.ForEach(func(key, raw []byte) error {
		k, err := decodeKey(key)
		if err == nil {
			waiting[k], err = decodeParked(key, raw)
		}
		return err
	})
	return waiting, err
}

// change puts entries in and takes others out, in one transaction, which is on the
// disk when it returns nil.
func (f *parkFile) change(put map[runtime.RewardKey]parked, gone []runtime.RewardKey) error {
	if len(put)+len(gone) == 0 {
		return nil
	}
	return guarded(func() error {
		return f.db.Update(func(tx *bbolt.Tx) error {
			all := tx.Bucket(parkedBucket)
			for k, p := range put {
				key := encodeKey(k)
				if err := all.Put(key, encodeParked(key, p)); err != nil {
					return err
				}
			}
			for _, k := range gone {
				if err := all.Delete(encodeKey(k)); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// close ends the file, and takes one away in which nothing waits.
func (f *parkFile) close(empty bool) error {
	err := guarded(f.db.Close)
	if empty && err == nil {
		err = os.Remove(f.path)
	}
	return errors.Join(err, f.lock.Close())
}

// wireParked is an entry as a file has it: JSON, and a CRC-32C of it and the key.
type wireParked struct {
	Replica string     `json:"id,omitempty"`
	Seq     uint64     `json:"seq,omitempty"`
	Base    uint64     `json:"on,omitempty"`
	Bucket  int64      `json:"bucket,omitempty"`
	Sent    *wireBatch `json:"sent,omitempty"`
	Queued  *wireBatch `json:"queued,omitempty"`
}

type wireBatch struct {
	runtime.Step
	First int64 `json:"first"`
	Last  int64 `json:"last"`
}

func encodeParked(key []byte, p parked) []byte {
	raw, err := json.Marshal(wireParked{p.replica, p.seq, p.base, p.bucket, p.sent.wire(), p.queued.wire()})
	if err != nil {
		panic(err) // finite numbers and plain strings always have a form
	}
	return binary.BigEndian.AppendUint32(raw, checksum(key, raw))
}

func decodeParked(key, raw []byte) (p parked, err error) {
	at := len(raw) - crc32.Size
	if at < 0 || checksum(key, raw[:at]) != binary.BigEndian.Uint32(raw[at:]) {
		return p, fmt.Errorf("%w: the checksum of what waits is wrong", errDamaged)
	}
	var w wireParked
	if err := json.Unmarshal(raw[:at], &w); err != nil {
		return p, fmt.Errorf("%w: %w", errDamaged, err)
	}
	p = parked{replica: w.Replica, seq: w.Seq, base: w.Base, bucket: w.Bucket, sent: w.Sent.batch(), queued: w.Queued.batch()}
	if !p.sent.sound() || !p.queued.sound() {
		return p, fmt.Errorf("%w: what waits is no batch", errDamaged)
	}
	return p, nil
}

func (b batch) wire() *wireBatch {
	if b.step.N == 0 {
		return nil
	}
	return &wireBatch{b.step, b.first, b.last}
}

func (w *wireBatch) batch() batch {
	if w == nil {
		return batch{}
	}
	return batch{w.Step, w.First, w.Last}
}

// sound reports a batch that keeps rewards within 0..1, or none.
func (b batch) sound() bool {
	const slack = 1e-9
	s := b.step
	return b == batch{} || s.N > 0 && s.A >= 0 && s.B >= 0 && s.A+s.B <= 1+slack && b.first <= b.last
}
