package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Defaults of [Options].
const (
	DefaultTimeout = 2 * time.Minute
	DefaultRetries = 4
)

// maxAnswer bounds how much of an answer is read, in bytes.
const maxAnswer = 8 << 20

// Options adjust a client.
type Options struct {
	// Key is the API key; "" sends none.
	Key string
	// Timeout bounds one attempt; zero is DefaultTimeout.
	Timeout time.Duration
	// Retries is how often an attempt that failed for the moment is made again;
	// zero is DefaultRetries, negative is never.
	Retries int
	// Wait pauses between attempts; nil waits by the clock. Tests put in what
	// does not wait.
	Wait func(ctx context.Context, d time.Duration) error
	// HTTP sends the requests; nil is a client of its own.
	HTTP *http.Client
}

// Client asks one model at one endpoint. It is safe for concurrent use.
type Client struct {
	endpoint *url.URL
	model    string
	opt      Options
}

// New returns a client. baseURL is what the protocol's paths hang on, mostly
// ending in /v1; one that names the whole path of chat completions will do too.
func New(baseURL, model string, opt Options) (*Client, error) {
	u, err := url.Parse(strings.TrimSpace(baseURL))
	switch {
	case err != nil:
		return nil, errors.New("the base URL is malformed; it looks like http://localhost:11434/v1")
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, fmt.Errorf("the base URL %q is none of http or https; it looks like http://localhost:11434/v1", u.Redacted())
	case u.User != nil:
		return nil, errors.New("the base URL holds a user or password; give the key by the name of an environment variable instead")
	case strings.TrimSpace(model) == "":
		return nil, errors.New("no model is named; the server's list of models has the names it knows")
	}
	if !strings.HasSuffix(u.Path, "/chat/completions") {
		u = u.JoinPath("chat", "completions")
	}
	if opt.Timeout == 0 {
		opt.Timeout = DefaultTimeout
	}
	if opt.Retries == 0 {
		opt.Retries = DefaultRetries
	}
	if opt.Wait == nil {
		opt.Wait = pause
	}
	if opt.HTTP == nil {
		opt.HTTP = &http.Client{}
	}
	return &Client{u, model, opt}, nil
}

// Model is the name of the model that is asked.
func (c *Client) Model() string { return c.model }

// Chat asks for one answer.
func (c *Client) Chat(ctx context.Context, req Request) (*Reply, error) {
	body, err := json.Marshal(wireRequest{
		Model: c.model, Messages: req.Messages, Tools: req.Tools,
		Temperature: req.Temperature, Seed: req.Seed, MaxTokens: req.MaxTokens,
	})
	if err != nil {
		return nil, fmt.Errorf("the request has no JSON: %w", err)
	}
	for attempt := 1; ; attempt++ {
		start := time.Now()
		reply, err := c.attempt(ctx, body)
		if err == nil {
			reply.Took, reply.Attempts = time.Since(start), attempt
			return reply, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if attempt > c.opt.Retries || !passing(err) {
			return nil, err
		}
		if err := c.opt.Wait(ctx, delay(attempt, err)); err != nil {
			return nil, err
		}
	}
}

// attempt sends the request once.
func (c *Client) attempt(ctx context.Context, body []byte) (*Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, c.opt.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint.String(), bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("no request can be made to %s: %w", c.endpoint, err)
	}
	req.Header.Set("Content-Type", "application/json")
	if c.opt.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.opt.Key)
	}
	res, err := c.opt.HTTP.Do(req)
	if err != nil {
		return nil, c.unreachable(ctx, err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, c.unreachable(ctx, err)
	case res.StatusCode != http.StatusOK:
		return nil, c.refused(res, data)
	case len(data) > maxAnswer:
		return nil, fmt.Errorf("%w: it has more than %d MiB", ErrMalformed, maxAnswer>>20)
	}
	return readReply(data)
}
