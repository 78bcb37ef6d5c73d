package outcome

import (
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"

	"github.com/sextant-mcp/sextant/runtime"
)

// The buckets of a file and what the first one holds.
var (
	metaBucket   = []byte("sextant")
	rewardBucket = []byte("rewards")
	schemaKey    = []byte("schema")
	totalKey     = []byte("total")
)

// schema is the version of the layout.
const schema = "1"

// boltOptions are how files are opened. The lock beside the file keeps other
// stores out; the file's own can only be some other program's.
func boltOptions() *bbolt.Options {
	return &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistArrayType}
}

// guarded runs f on a file that may be damaged. What is mapped into memory and is
// not on the disk faults when it is read; both that and bbolt's own panics become
// errors.
func guarded(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errDamaged, p)
		}
	}()
	return f()
}

// create makes an empty file that appears as a whole or not at all.
func create(path string) error {
	fresh := path + ".new"
	if err := os.Remove(fresh); err != nil && !os.IsNotExist(err) {
		return err
	}
	db, err := bbolt.Open(fresh, 0o600, boltOptions())
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		meta, err := tx.CreateBucket(metaBucket)
		if err != nil {
			return err
		}
		if _, err := tx.CreateBucket(rewardBucket); err != nil {
			return err
		}
		if err := meta.Put(schemaKey, []byte(schema)); err != nil {
			return err
		}
		return meta.Put(totalKey, total{}.encode())
	})
	if closing := db.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(fresh, path)
	}
	if err != nil {
		_ = os.Remove(fresh) // the first error is the one to tell
		return err
	}
	return syncFolder(path)
}

// read opens a file whose pages are sound and reads everything in it.
func read(path string) (db *bbolt.DB, values Values, err error) {
	var file *os.File
	opt := boltOptions()
	opt.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		var err error
		file, err = os.OpenFile(name, flag, mode)
		return file, err
	}
	err = guarded(func() (err error) {
		if db, err = bbolt.Open(path, 0o600, opt); err != nil {
			return err
		}
		return db.View(func(tx *bbolt.Tx) (err error) {
			values, err = readAll(tx)
			return err
		})
	})
	if err == nil {
		return db, values, nil
	}
	switch {
	case db != nil:
		_ = guarded(db.Close) // the first error is the one to tell
	case file != nil:
		_ = file.Close() // bbolt gave up before it could
	}
	return nil, nil, err
}

// readAll reads every value and checks that none is missing.
func readAll(tx *bbolt.Tx) (Values, error) {
	meta, rewards := tx.Bucket(metaBucket), tx.Bucket(rewardBucket)
	if meta == nil || rewards == nil {
		return nil, errForeign
	}
	if v := string(meta.Get(schemaKey)); v != schema {
		return nil, fmt.Errorf("it has the layout %.20q, and this program knows %q: use the program that wrote it, or name another file", v, schema)
	}
	want, err := decodeTotal(meta.Get(totalKey))
	if err != nil {
		return nil, err
	}
	values, got := Values{}, total{}
	err = rewards.ForEach(func(key, raw []byte) error {
		k, v, err := decodeEntry(key, raw)
		values[k] = v
		got.add(key, raw)
		return err
	})
	if err == nil && got != want {
		err = fmt.Errorf("%w: it has %d rewards and says %d", errDamaged, got.entries, want.entries)
	}
	return values, err
}

func decodeEntry(key, raw []byte) (runtime.RewardKey, runtime.RewardValue, error) {
	k, err := decodeKey(key)
	if err != nil {
		return k, runtime.RewardValue{}, err
	}
	v, err := decodeValue(key, raw)
	return k, v, err
}

// change is a transaction's view of the rewards.
type change struct {
	rewards *bbolt.Bucket
	total   total
}

// update changes rewards in one transaction, which is on the disk when it
// returns nil.
func update(db *bbolt.DB, f func(*change) error) error {
	return guarded(func() error {
		return db.Update(func(tx *bbolt.Tx) error {
			meta := tx.Bucket(metaBucket)
			c := change{rewards: tx.Bucket(rewardBucket)}
			var err error
			if c.total, err = decodeTotal(meta.Get(totalKey)); err != nil {
				return err
			}
			if err := f(&c); err != nil {
				return err
			}
			return meta.Put(totalKey, c.total.encode())
		})
	})
}

// get is what is kept of a key; see prior.
func (c *change) get(k runtime.RewardKey) (runtime.RewardValue, error) {
	key := encodeKey(k)
	raw := c.rewards.Get(key)
	if raw == nil {
		return unknown, nil
	}
	return decodeValue(key, raw)
}

func (c *change) put(k runtime.RewardKey, v runtime.RewardValue) error {
	key := encodeKey(k)
	if old := c.rewards.Get(key); old != nil {
		c.total.remove(key, old)
	}
	raw := encodeValue(key, v)
	c.total.add(key, raw)
	return c.rewards.Put(key, raw)
}

func (c *change) delete(k runtime.RewardKey) error {
	key := encodeKey(k)
	if old := c.rewards.Get(key); old != nil {
		c.total.remove(key, old)
	}
	return c.rewards.Delete(key)
}
