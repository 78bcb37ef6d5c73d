package link

import (
	"bufio"
	"encoding/json"
	"sync"
)

// lines reads the messages of a process. Answers to requests of this package go to
// those who wait for them, straight from here: the library would read each three
// times and hand it on twice. Everything else is left to it, in the order in which it
// came.
type lines struct {
	from    *bufio.Reader
	waiting *waiting
	rest    []byte
}

// Read implements io.Reader: it hands on what no request waits for, in whole lines.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.from.ReadBytes('\n')
		if len(line) > 0 && !l.waiting.take(line) {
			l.rest = line
			break
		}
		if err != nil {
			l.waiting.close()
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// waiting are the requests that are sent and not answered.
type waiting struct {
	mu     sync.Mutex
	open   map[int64]chan reply
	closed bool
}

// add notes a request. The channel gets the answer, or is closed when none can
// come any more.
func (w *waiting) add(id int64) <-chan reply {
	w.mu.Lock()
	defer w.mu.Unlock()
	answer := make(chan reply, 1)
	if w.closed {
		close(answer)
		return answer
	}
	if w.open == nil {
		w.open = map[int64]chan reply{}
	}
	w.open[id] = answer
	return answer
}

// drop forgets a request for whose answer nobody waits.
func (w *waiting) drop(id int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, id)
}

// take hands an answer to its request. It is false for every other message, a
// second answer to one request among them.
func (w *waiting) take(line []byte) bool {
	var r reply
	if json.Unmarshal(line, &r) != nil || !r.answers() {
		return false
	}
	id, ok := r.number()
	if !ok {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	answer, ok := w.open[id]
	if ok {
		delete(w.open, id)
		answer <- r
	}
	return ok
}

// close tells all that wait that no answer will come.
func (w *waiting) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	for id, answer := range w.open {
		close(answer)
		delete(w.open, id)
	}
}
