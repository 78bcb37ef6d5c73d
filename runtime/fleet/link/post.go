package link

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// exchangeNewer exchanges messages with an address in the newer revision. There is no
// session there and no stream that is taken up again, so a request is one POST, and
// its answer is read by whoever waits for it: the library has three goroutines hand it
// on, and closes a connection whose answer was sent in chunks.
func (c *Conn) exchangeNewer(ctx context.Context, call Call, id int64, params json.RawMessage) (reply, error) {
	// The end of a stream is read after the call, so it has a context of its own.
	asking, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer context.AfterFunc(ctx, cancel)()
	defer context.AfterFunc(c.there, cancel)()
	answer, rest, err := c.post(asking, call, id, params)
	if rest != nil {
		c.finish(rest, cancel)
		return answer, err
	}
	cut := asking.Err() != nil
	cancel()
	if err != nil && cut {
		return reply{}, c.cutOff(ctx)
	}
	return answer, err
}

// post makes a request. What is still to come of a stream after the answer is
// returned with it.
func (c *Conn) post(ctx context.Context, call Call, id int64, params json.RawMessage) (answer reply, rest io.ReadCloser, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.server.URL, bytes.NewReader(written(id, call.Method, params)))
	if err != nil {
		return reply{}, nil, err
	}
	c.dressHTTP(req.Header, call, params)
	res, err := c.web.client.Do(req)
	if err != nil {
		return reply{}, nil, fmt.Errorf("the request was not sent, or not answered: %w", err)
	}
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if res.StatusCode == http.StatusOK && kind == eventStream {
		if answer, err = c.streamed(ctx, id, res.Body); err != nil {
			closeAll(res.Body)
			return reply{}, nil, err
		}
		return answer, res.Body, nil
	}
	defer closeAll(res.Body)
	answer, err = whole(id, res)
	return answer, nil, err
}

// whole reads an answer that comes by itself, with any status.
func whole(id int64, res *http.Response) (reply, error) {
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return reply{}, fmt.Errorf("the answer breaks off: %w", err)
	}
	var answer reply
	isReply := json.Unmarshal(body, &answer) == nil && answer.to(id)
	switch {
	case isReply && (answer.Error != nil || res.StatusCode == http.StatusOK):
		return answer, nil
	case res.StatusCode == http.StatusUnauthorized:
		return reply{}, transport.ErrAuthorizationRequired
	case res.StatusCode == http.StatusNotFound:
		return reply{}, transport.ErrSessionTerminated
	case res.StatusCode >= http.StatusBadRequest:
		return reply{}, fmt.Errorf("the server answered %s: %s", res.Status, bytes.TrimSpace(body[:min(len(body), quoteLength)]))
	}
	return reply{}, fmt.Errorf("the server answered %s with no message of the protocol that answers the request", res.Status)
}

// eventStream is the type of an answer in several messages.
const eventStream = "text/event-stream"

// errNoAnswer is that of a stream that ends too early.
var errNoAnswer = errors.New("the stream of messages ends before the answer")

// streamed reads an answer before which the server says other things. What answers
// another request, or nothing, is passed over.
func (c *Conn) streamed(ctx context.Context, id int64, body io.Reader) (answer reply, err error) {
	found := false
	err = eachEvent(body, func(message []byte) bool {
		r, ok := readReply(message)
		if !ok {
			return true // no message; the next one may be
		}
		switch {
		case r.Method == "":
			if found = r.to(id); found {
				answer = r
			}
		case len(r.ID) == 0:
			c.told(r.Method, r.Params)
		default:
			c.askedIn(ctx, message)
		}
		return !found
	})
	if !found && err == nil {
		err = errNoAnswer
	}
	return answer, err
}

// askedIn answers a question of the server that came on the stream of a request.
func (c *Conn) askedIn(ctx context.Context, message []byte) {
	var r transport.JSONRPCRequest
	if json.Unmarshal(message, &r) != nil {
		return // it has no id that could be answered to
	}
	c.asked(ctx, r)
}

// finish reads the end of a stream, so that its connection can be used again. Most
// have ended already; one that goes on is cut off, at once when there are many: each
// holds a connection.
func (c *Conn) finish(rest io.ReadCloser, cancel context.CancelFunc) {
	if c.endings.Add(1) > maxEndings {
		c.endings.Add(-1)
		cancel()
		closeAll(rest)
		return
	}
	cut := time.AfterFunc(writeTime, cancel)
	stop := context.AfterFunc(c.there, cancel)
	c.goes(func() {
		defer c.endings.Add(-1)
		defer cancel()
		defer closeAll(rest)
		defer stop()
		defer cut.Stop()
		_, _ = io.CopyN(io.Discard, rest, maxRest)
	})
}

const (
	// maxRest is how much is read of a stream after the answer.
	maxRest = 32 << 10
	// maxEndings is how many streams are read to their ends at once.
	maxEndings = 16
)

// dressHTTP writes the headers of a request. Those that the server was configured
// with go before all others.
func (c *Conn) dressHTTP(header http.Header, call Call, params json.RawMessage) {
	header.Set("Content-Type", "application/json")
	header.Set("Accept", "application/json, "+eventStream)
	header.Set(mcp.HeaderProtocolVersion, c.info.Protocol)
	for name, values := range c.header(call, params) {
		header[name] = values
	}
	for _, h := range c.server.Headers {
		header.Set(h.Name, string(h.Value))
	}
}
