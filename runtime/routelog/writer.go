package routelog

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// DefaultMaxSize bounds a file when Options do not say: 16 MiB.
const DefaultMaxSize = 16 << 20

// minMaxSize is the least bound: the longest intent fits it several times.
const minMaxSize = 64 << 10

// Options adjust a log. The zero value keeps digests only.
type Options struct {
	// Intents has the text of intents kept.
	Intents bool
	// MaxSize is from how many bytes a file is set aside for a new one; zero means
	// DefaultMaxSize. With the file that was set aside, at most twice as much is on
	// the disk.
	MaxSize int64
	// Failed is told when an entry could not be written, once for each run of
	// failures; nil for nobody. Requests are served all the same.
	Failed func(error)
	// Now is the clock of the entries; nil is time.Now.
	Now func() time.Time
}

// Log appends to a file. It is safe for concurrent use, and several processes may
// append to one file.
type Log struct {
	path    string
	opt     Options
	digests digester
	lost    atomic.Uint64

	mu      sync.Mutex
	file    *os.File // nil when it could not be opened again
	closed  bool
	torn    bool // the last line is not whole
	failing bool
}

// Open opens the log for appending and creates the file, for its owner only, if
// there is none.
func Open(path string, opt Options) (*Log, error) {
	if opt.MaxSize == 0 {
		opt.MaxSize = DefaultMaxSize
	}
	if opt.MaxSize < minMaxSize {
		return nil, fmt.Errorf("routing log %s: a bound of %d bytes is too small; give %d or more", path, opt.MaxSize, minMaxSize)
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("routing log %s: it is no regular file", path)
	}
	l := &Log{path: path, opt: opt}
	if _, err := rand.Read(l.digests.secret[:]); err != nil {
		return nil, fmt.Errorf("routing log %s: %w", path, err)
	}
	if err := l.open(); err != nil {
		return nil, fmt.Errorf("routing log: %w", err)
	}
	return l, nil
}

// Record appends an entry. It is what dispatch.Options.Log wants.
func (l *Log) Record(req dispatch.Request, reply dispatch.Reply) {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	err := enc.Encode(l.digests.entry(req, reply, l.opt.Now(), l.opt.Intents))
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		err = l.append(line.Bytes())
	}
	if err == nil {
		l.failing = false
		return
	}
	l.lost.Add(1)
	if !l.failing && l.opt.Failed != nil {
		l.opt.Failed(fmt.Errorf("routing log: %w", err))
	}
	l.failing = true
}

// Lost counts the entries that could not be written.
func (l *Log) Lost() uint64 { return l.lost.Load() }

// Close writes the file down to the disk and closes it. Entries that come later
// are lost.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	if l.file == nil {
		return nil
	}
	err := errors.Join(l.file.Sync(), l.file.Close())
	l.file = nil
	return err
}

func (l *Log) append(line []byte) error {
	if l.closed {
		return fmt.Errorf("%s is closed", l.path)
	}
	if l.file == nil { // the last attempt to begin a new one failed
		if err := l.open(); err != nil {
			return err
		}
	}
	if err := l.rotate(int64(len(line))); err != nil {
		return err
	}
	if l.torn {
		line = append([]byte{'\n'}, line...)
	}
	n, err := l.file.Write(line)
	l.torn = err != nil && (n > 0 || l.torn)
	return err
}

// rotate begins a new file when the line would not fit this one any more. The
// lock keeps two processes from setting aside each other's new file.
func (l *Log) rotate(more int64) error {
	info, err := l.file.Stat()
	if err != nil || info.Size()+more <= l.opt.MaxSize || info.Size() == 0 {
		return err
	}
	unlock, err := lockedfile.MutexAt(l.path + ".lock").Lock()
	if err != nil {
		return err
	}
	defer unlock()
	now, err := os.Stat(l.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err = l.file.Close()
	l.file, l.torn = nil, false
	if err == nil && now != nil && os.SameFile(info, now) {
		err = os.Rename(l.path, l.path+".1")
	}
	return errors.Join(err, l.open())
}

// open opens the file, and ends the line that a crash may have left open.
func (l *Log) open() error {
	f, err := os.OpenFile(l.path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := endLine(f); err != nil {
		return errors.Join(err, f.Close())
	}
	l.file = f
	return nil
}

func endLine(f *os.File) error {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	var last [1]byte
	if _, err := f.ReadAt(last[:], info.Size()-1); err != nil {
		return err
	}
	if last[0] != '\n' {
		_, err = f.Write([]byte{'\n'})
	}
	return err
}
