package surface

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/surface/coded"
	"github.com/sextant-mcp/sextant/runtime/surface/verbatim"
)

// drainTime is how long answers are waited for after the input has ended.
const drainTime = 30 * time.Second

// ServeStdio serves one client on a pair of streams, until the input ends or
// the context does; both are a normal end. Requests that were read before the
// input ended are still answered, so that requests can be piped in.
func (s *Surface) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	return s.serveStdio(ctx, in, out, newOpenRequests())
}

func (s *Surface) serveStdio(ctx context.Context, in io.Reader, out io.Writer, open *openRequests) error {
	ctx = WithOperator(ctx) // whoever started the process can do all that it can
	stdio := server.NewStdioServer(s.mcp)
	stdio.SetErrorLogger(log.New(logWriter{s.opt.Log}, "", 0))
	ctx, values := verbatim.With(ctx)
	pipe := s.methods.Pipe(&drainReader{ctx: ctx, lines: bufio.NewReader(in), open: open}, &countingWriter{out: out, open: open, values: values}, s.mcp.HandleMessage)
	defer pipe.Wait()
	stdio.SetContextFunc(pipe.Context)
	err := stdio.Listen(ctx, pipe, pipe)
	if errors.Is(err, context.Canceled) || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// logWriter passes the lines of a log.Logger on to slog.
type logWriter struct{ log *slog.Logger }

// Write implements io.Writer.
func (w logWriter) Write(line []byte) (int, error) {
	w.log.Warn("stdio", "message", string(line[:max(len(line)-1, 0)]))
	return len(line), nil
}

// openRequests counts requests that are read and not yet answered.
type openRequests struct {
	mu   sync.Mutex
	ids  map[string]bool
	none chan struct{} // closed when the last one is answered, while waited for
}

func newOpenRequests() *openRequests { return &openRequests{ids: map[string]bool{}} }

// message is what tells requests, notifications and answers apart.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

func (o *openRequests) read(line []byte) {
	var m message
	// A subscription is open for as long as the connection is.
	if json.Unmarshal(line, &m) != nil || m.Method == "" || m.Method == "subscriptions/listen" {
		return
	}
	id, ok := requestID(m.ID)
	if !ok {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ids[id] = true
}

func (o *openRequests) written(line []byte) {
	raw := answered(line)
	if raw == nil {
		return
	}
	id, ok := requestID(raw)
	if !ok {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.ids, id)
	if len(o.ids) == 0 && o.none != nil {
		close(o.none)
		o.none = nil
	}
}

// answered is the id that a message answers, nil for one that answers nothing.
// Answers may be long, and in those of the library the id stands in front.
func answered(line []byte) json.RawMessage {
	if rest, ok := bytes.CutPrefix(line, []byte(`{"jsonrpc":"2.0","id":`)); ok {
		digits := bytes.IndexByte(rest, ',')
		if digits > 0 && len(bytes.Trim(rest[:digits], "0123456789")) == 0 && bytes.HasPrefix(rest[digits:], []byte(`,"result":`)) {
			return rest[:digits]
		}
	}
	var m message
	if json.Unmarshal(line, &m) != nil || m.Method != "" {
		return nil
	}
	return m.ID
}

// requestID brings an id into the one form that its spellings share: an answer
// may write 2 for 2.0 and "b" for "\u0062". It is false for null and everything
// else that is no id, which no answer can be told by.
func requestID(raw json.RawMessage) (string, bool) {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return "", false
	}
	switch id := v.(type) {
	case string:
		return "text " + id, true
	case float64:
		return "number " + strconv.FormatFloat(id, 'g', -1, 64), true
	}
	return "", false
}

// wait returns when every request is answered, the context ends or the time is
// up.
func (o *openRequests) wait(ctx context.Context) {
	o.mu.Lock()
	if len(o.ids) == 0 {
		o.mu.Unlock()
		return
	}
	none := make(chan struct{})
	o.none = none
	o.mu.Unlock()
	timer := time.NewTimer(drainTime)
	defer timer.Stop()
	select {
	case <-none:
	case <-ctx.Done():
	case <-timer.C:
	}
}

// drainReader gives whole lines, and the end only when all of them are answered.
type drainReader struct {
	ctx   context.Context
	lines *bufio.Reader
	open  *openRequests
	rest  []byte
}

// Read implements io.Reader.
func (r *drainReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		line, err := r.lines.ReadBytes('\n')
		if len(line) == 0 {
			if errors.Is(err, io.EOF) {
				r.open.wait(r.ctx)
			}
			return 0, err
		}
		if line[len(line)-1] != '\n' {
			line = append(line, '\n') // the last line may lack its end
		}
		r.open.read(line)
		r.rest = line
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// countingWriter notes which requests are answered. Each Write is one message.
type countingWriter struct {
	out    io.Writer
	open   *openRequests
	values *verbatim.Values
}

// Write implements io.Writer.
func (w *countingWriter) Write(p []byte) (int, error) {
	out, _ := coded.Rewrite(p)
	_, err := w.out.Write(w.values.Restore(out))
	w.open.written(p)
	if err != nil {
		return 0, err
	}
	return len(p), nil
}
