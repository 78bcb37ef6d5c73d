package link

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

// web is the HTTP client of one server.
type web struct {
	client *http.Client
	base   *http.Transport
}

func newWeb() *web {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.ResponseHeaderTimeout = 5 * time.Minute
	w := &web{base: base}
	w.client = &http.Client{Transport: w, CheckRedirect: sameHost}
	return w
}

// sameHost follows redirects on one host only: the headers hold what only that
// host may see.
func sameHost(r *http.Request, via []*http.Request) error {
	if first := via[0].URL; r.URL.Host != first.Host || r.URL.Scheme != first.Scheme {
		return errors.New("the server redirects to another host, which is not followed")
	}
	if len(via) > 5 {
		return errors.New("the server redirects too often")
	}
	return nil
}

// RoundTrip implements http.RoundTripper: it bounds what is read.
func (w *web) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := w.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if kind == eventStream && res.StatusCode == http.StatusOK { // any other is read whole
		res.Body = &bounded{&lineLimit{from: res.Body, limit: MaxMessage}, res.Body}
	} else {
		res.Body = &bounded{&bodyLimit{from: res.Body, left: MaxMessage}, res.Body}
	}
	return res, nil
}

// bodyLimit fails where a body becomes longer than what is left.
type bodyLimit struct {
	from io.Reader
	left int
}

// Read implements io.Reader.
func (l *bodyLimit) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	if l.left -= n; l.left < 0 {
		return 0, fmt.Errorf("a message is longer than %d bytes", MaxMessage)
	}
	return n, err
}

type bounded struct {
	io.Reader
	io.Closer
}

func (w *web) close() { w.base.CloseIdleConnections() }

// openHTTP reaches a server at an address. Where the server speaks an older
// revision and says that its lists may change, the connection is made anew with
// a stream for what it says first: the library ties the two.
func openHTTP(ctx context.Context, s config.Server, opt Options) (*Conn, error) {
	c, err := reach(ctx, s, opt, false)
	if err != nil || c.info.Modern || !c.info.Capabilities.speaksFirst() {
		return c, err
	}
	c.Close()
	return reach(ctx, s, opt, true)
}

// speaksFirst tells whether there is anything to be told without asking.
func (c Capabilities) speaksFirst() bool {
	return c.ToolsChange || c.PromptsChange || c.ResourcesChange || c.Subscribe
}

func reach(ctx context.Context, s config.Server, opt Options, listen bool) (*Conn, error) {
	c := newConn(s, opt)
	c.web = newWeb()
	headers := map[string]string{}
	for _, h := range s.Headers {
		headers[h.Name] = string(h.Value)
	}
	options := []transport.StreamableHTTPCOption{
		transport.WithHTTPBasicClient(c.web.client), transport.WithHTTPHeaders(headers), transport.WithHTTPLogger(quiet(opt.Log)),
	}
	if listen {
		//lint:ignore SA1019 the older revisions need it
		options = append(options, transport.WithContinuousListening())
	}
	wire, err := transport.NewStreamableHTTP(s.URL, options...)
	if err != nil {
		return nil, errors.New("the url can't be used") // it may hold a token
	}
	c.wire = wire
	if err := c.shake(ctx, listen || opt.Older); err != nil {
		c.Close()
		return nil, hide(err, &s)
	}
	return c, nil
}
