package link

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

// pipeSize is how much is read of a process at once: as much as a pipe holds, for
// lists are long. Of the room only what messages need is ever touched.
const pipeSize = 64 << 10

// openProcess starts a process and shakes hands with it.
func openProcess(ctx context.Context, s config.Server, opt Options) (*Conn, error) {
	child, err := start(s)
	if err != nil {
		return nil, err
	}
	c := newConn(s, opt)
	c.child = child
	child.box.stuck = c.broken
	out := &watched{&lineLimit{from: child.out, limit: MaxMessage}, c}
	c.wire = transport.NewIO(&lines{from: bufio.NewReaderSize(out, pipeSize), waiting: &c.waiting}, child, nil)
	if err := c.shake(ctx, opt.Older); err != nil {
		if lost := c.Err(); lost != nil {
			err = lost // the cause, not what followed
		} else if words := child.stderr.last(); words != "" {
			err = errors.Join(err, errors.New("it said: "+words))
		}
		c.Close()
		return nil, hide(err, &s)
	}
	return c, nil
}

// watched notices the end of the output.
type watched struct {
	from io.Reader
	conn *Conn
}

// Read implements io.Reader.
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.from.Read(p)
	switch {
	case err == nil:
	case errors.Is(err, io.EOF), errors.Is(err, os.ErrClosed): // it is closed when the process has ended
		w.conn.fail(w.conn.child.why())
	default:
		w.conn.fail(err)
	}
	if err != nil {
		err = io.EOF // the library logs everything else
	}
	return n, err
}

// broken notes that a stream can't be used any more. When the process has ended,
// the reader of its output is about to say why.
func (c *Conn) broken(err error) {
	select {
	case <-c.lost:
	case <-time.After(graceTime):
		c.fail(err)
	}
}
