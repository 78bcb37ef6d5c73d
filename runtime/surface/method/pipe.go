package method

import (
	"bufio"
	"context"
	"io"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// workers is how many requests of the table one pair of streams may have under
// way.
const workers = 4

// Pipe is a pair of streams with the table in front. The library reads from it
// what is left to it, and writes to it; answers of both go out as whole lines.
// When the library has stopped serving, Wait for what is still under way.
type Pipe struct {
	table *Table
	next  Next
	in    *bufio.Reader
	out   io.Writer
	write sync.Mutex
	slots chan struct{}
	rest  []byte

	mu    sync.Mutex
	done  bool // nothing is begun any more
	tasks sync.WaitGroup

	// ctx is the library's, with the client's session.
	ctx context.Context
}

// Pipe wraps the streams of one client; next is the library that is going to
// serve them. Each Write to out is one message.
func (t *Table) Pipe(in io.Reader, out io.Writer, next Next) *Pipe {
	return &Pipe{
		table: t, next: next, in: bufio.NewReader(in), out: out,
		slots: make(chan struct{}, workers), ctx: context.Background(),
	}
}

// Context takes the context under which the library serves the streams, and
// returns it: give it to server.WithStdioContextFunc or SetContextFunc.
func (p *Pipe) Context(ctx context.Context) context.Context {
	p.ctx = ctx
	return ctx
}

// Read implements io.Reader: it hands on what is not the table's, in whole
// lines.
func (p *Pipe) Read(b []byte) (int, error) {
	for len(p.rest) == 0 {
		line, err := p.in.ReadBytes('\n')
		if len(line) > 0 && !p.takes(line) {
			p.rest = line
			break
		}
		if err != nil {
			return 0, err
		}
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// takes answers a line in the background when it is the table's.
func (p *Pipe) takes(line []byte) bool {
	_, ours := p.table.open(line)
	batch := isBatch(line) && server.RequestProtocolVersion(p.ctx) == mcp.ProtocolVersion20250326
	if !ours && !batch {
		return false
	}
	p.slots <- struct{}{}
	p.begin(func() {
		defer func() { <-p.slots }()
		p.send(p.reply(line, batch))
	})
	return true
}

// begin starts a task, unless the end has come: a line that is read only then
// has nobody to answer to.
func (p *Pipe) begin(task func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.done {
		<-p.slots
		return
	}
	p.tasks.Go(task)
}

func (p *Pipe) reply(line []byte, batch bool) []byte {
	if batch {
		return p.table.localBatch(p.ctx, line, p.next)
	}
	reply := p.table.Message(p.ctx, line, p.next)
	return encodeMessage(reply)
}

// send writes an answer; there may be none to give.
func (p *Pipe) send(reply []byte) {
	if len(reply) > 0 {
		_, _ = p.Write(append(reply, '\n')) // the library meets the same error with its next answer
	}
}

// Write implements io.Writer.
func (p *Pipe) Write(b []byte) (int, error) {
	p.write.Lock()
	defer p.write.Unlock()
	return p.out.Write(b)
}

// Wait returns when no request of the table is under way any more.
func (p *Pipe) Wait() {
	p.mu.Lock()
	p.done = true
	p.mu.Unlock()
	p.tasks.Wait()
}
