package outcome

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"go.etcd.io/bbolt"
)

// errForeign is a file that is sound and not ours. It is left alone.
var errForeign = errors.New("it is no file of rewards; name another one")

// lockFile takes the lock beside a file, waiting no longer than it should.
func lockFile(ctx context.Context, path string, wait time.Duration) (*flock.Flock, error) {
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	got, err := lock.TryLockContext(ctx, 20*time.Millisecond)
	if got {
		// Only a hint for people: whoever has the lock has it without this too.
		_ = os.WriteFile(lock.Path(), []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600)
		return lock, nil
	}
	_ = lock.Close()
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return nil, fmt.Errorf("%s is %w%s: end that one, ask it, or name another file", path, ErrLocked, holder(lock.Path()))
}

// holder says which process has a lock, as far as that is known.
func holder(path string) string {
	raw, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	if pid, err := strconv.Atoi(strings.TrimSpace(string(raw))); err == nil {
		return fmt.Sprintf(" (%d)", pid)
	}
	return ""
}

// opened is a file that is open and sound.
type opened struct {
	db       *bbolt.DB
	lock     *flock.Flock
	values   Values
	setAside string
}

// openFile locks, checks and opens a file. It makes one when there is none, and
// sets a damaged one aside, unless only what is there is wanted.
func openFile(ctx context.Context, path string, opt Options) (o opened, err error) {
	if opt.Existing {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return o, fmt.Errorf("%s: %w", path, ErrNotFound)
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return o, err
	}
	if o.lock, err = lockFile(ctx, path, opt.Wait); err != nil {
		return o, err
	}
	for range 2 {
		if o.db, o.values, err = openSound(path, opt.Log); err == nil {
			return o, nil
		}
		if !errors.Is(err, errDamaged) {
			break
		}
		if opt.Existing {
			// Who wants what is there is told that it can't be read, not that it is nothing.
			err = fmt.Errorf("%w; it is left as it is, and a server or an import sets it aside and begins anew", err)
			break
		}
		aside, failed := setAside(path)
		if failed != nil {
			err = fmt.Errorf("%w, and can't be set aside: %w", err, failed)
			break
		}
		opt.Log.Error("the file of rewards was damaged and is set aside; learning begins anew", "file", path, "set_aside", aside, "error", err)
		o.setAside = aside
	}
	_ = o.lock.Close() // the first error is the one to tell
	return opened{}, fmt.Errorf("%s: %w", path, err)
}

// openSound opens a file that it finds whole, a new one if there is none.
func openSound(path string, log *slog.Logger) (*bbolt.DB, Values, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := create(path); err != nil {
			return nil, nil, err
		}
	} else if err != nil {
		return nil, nil, err
	} else if !info.Mode().IsRegular() {
		return nil, nil, errors.New("it is no regular file")
	}
	torn, err := checkPages(path)
	if err != nil {
		return nil, nil, err
	}
	if torn {
		log.Warn("one of the two heads of the file of rewards is damaged; the other one is used, and what was written last may be missing", "file", path)
	}
	return read(path)
}

// setAside renames a file to the first free FILE.corrupt-N.
func setAside(path string) (string, error) {
	for n := 1; ; n++ {
		aside := path + ".corrupt-" + strconv.Itoa(n)
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			return aside, os.Rename(path, aside)
		} else if err != nil {
			return "", err
		}
	}
}

// syncFolder has a file's name on the disk, where folders can be synced.
func syncFolder(path string) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return nil // a system on which folders can't be opened needs no syncing
	}
	_ = folder.Sync() // some file systems refuse, and the file itself is there
	return folder.Close()
}
