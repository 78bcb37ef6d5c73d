package link

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

const (
	// graceTime is how long a process may take to end after its input was
	// closed, and then after it was asked to end.
	graceTime = time.Second
	// killTime is how long its end may take after it was killed.
	killTime = 2 * time.Second
	// writeTime is how long the process may take nothing of what is written to it.
	writeTime = 10 * time.Second
	// lastWords is how long output is read after the process has ended: a
	// descendant may hold its output open for good.
	lastWords = 300 * time.Millisecond
)

// child is a process that serves on its standard streams, in a group of its own
// with all that it starts.
type child struct {
	cmd    *exec.Cmd
	in     *os.File // its standard input
	out    *os.File // its standard output
	stderr *tail
	box    *outbox
	ended  chan struct{} // closed when it was reaped
	status error         // of its end, once ended is closed
	once   sync.Once
}

// start starts the server's command.
func start(s config.Server) (*child, error) {
	cmd := exec.Command(s.Command, s.Args...)
	cmd.Dir = s.Dir
	cmd.Env = os.Environ()
	for _, v := range s.Env {
		cmd.Env = append(cmd.Env, v.Name+"="+string(v.Value))
	}
	ownGroup(cmd)
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, childIn.Close(), in.Close())
	}
	c := &child{cmd: cmd, in: in, out: out, stderr: &tail{hide: s.Redact}, box: &outbox{to: in, patience: writeTime}, ended: make(chan struct{})}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = childIn, childOut, c.stderr
	cmd.WaitDelay = lastWords // a descendant may hold the standard error open
	err = cmd.Start()
	closeAll(childIn, childOut) // the process has its own
	if err != nil {
		closeAll(in, out)
		return nil, fmt.Errorf("%q can't be started: %w", s.Command, err)
	}
	go c.reap()
	return c, nil
}

// closeAll closes files of which nothing is lost if that fails.
func closeAll(files ...io.Closer) {
	for _, f := range files {
		_ = f.Close()
	}
}

// reap waits for the end of the process; its last output can be read for a
// moment longer.
func (c *child) reap() {
	err := c.cmd.Wait()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	killGroup(c.cmd) // what it left behind
	c.status = err
	close(c.ended)
	time.AfterFunc(lastWords, func() { closeAll(c.in, c.out) })
}

// stop ends the process: by closing its input, then by asking, then by force.
func (c *child) stop() {
	c.once.Do(func() {
		closeAll(c.in)
		if c.endsWithin(graceTime) {
			return
		}
		askGroup(c.cmd)
		if c.endsWithin(graceTime) {
			return
		}
		killGroup(c.cmd)
		c.endsWithin(killTime)
	})
	closeAll(c.out)
	c.box.wait()
}

func (c *child) endsWithin(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-c.ended:
		return true
	case <-timer.C:
		return false
	}
}

// why says how the process ended, with its last words.
func (c *child) why() error {
	select {
	case <-c.ended:
	case <-time.After(graceTime):
		return errors.New("the process closed its output")
	}
	how := "the process ended"
	if c.status != nil {
		how += ": " + c.status.Error()
	}
	if words := c.stderr.last(); words != "" {
		how += "; it said: " + words
	}
	return errors.New(how)
}

// Write gives a message to the process, without waiting for it to be taken.
func (c *child) Write(p []byte) (int, error) { return c.box.Write(p) }

// Close closes the input of the process.
func (c *child) Close() error { return c.in.Close() }

// tail keeps the end of what is written to it.
type tail struct {
	hide func(string) string // takes out what must not be quoted
	mu   sync.Mutex
	end  []byte
}

const (
	// tailLength is how much of a standard error is kept, in bytes.
	tailLength = 8 << 10
	// quoteLength is how much of it is quoted.
	quoteLength = 400
)

// Write implements io.Writer. It never fails and never blocks.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.end = append(t.end, p[max(0, len(p)-tailLength):]...)
	if extra := len(t.end) - tailLength; extra > 0 {
		t.end = append(t.end[:0], t.end[extra:]...)
	}
	return len(p), nil
}

// last is the last line or so, on one line, cut at its front. What is secret is
// taken out first: half of it would not be known again.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.Join(strings.Fields(t.hide(strings.ToValidUTF8(string(t.end), ""))), " ")
	if len(text) > quoteLength {
		text = "..." + strings.ToValidUTF8(text[len(text)-quoteLength:], "")
	}
	return text
}
