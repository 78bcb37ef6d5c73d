package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Errors of [Client.Chat], wrapped with what happened.
var (
	// ErrUnreachable: no whole answer came: refused, cut off or too slow.
	ErrUnreachable = errors.New("the endpoint does not answer")
	// ErrMalformed: an answer came that can't be read.
	ErrMalformed = errors.New("the endpoint's answer is no chat completion")
)

// StatusError is an answer other than 200.
type StatusError struct {
	URL  string
	Code int
	// Message is what the server said, shortened; may be empty.
	Message string

	after time.Duration // the wait that the server asks for
}

// Error says what to do about it.
func (e *StatusError) Error() string {
	msg := fmt.Sprintf("%s answers %d %s", e.URL, e.Code, http.StatusText(e.Code))
	if e.Message != "" {
		msg += ": " + e.Message
	}
	switch e.Code {
	case http.StatusUnauthorized, http.StatusForbidden:
		msg += "; check the key"
	case http.StatusNotFound:
		msg += "; check the base URL, which mostly ends in /v1, and the model's name"
	}
	return msg
}

// Lasting reports whether every other request would be refused alike.
func (e *StatusError) Lasting() bool {
	switch e.Code {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed:
		return true
	}
	return false
}

// Lasting reports whether an error of [Client.Chat] would meet every other
// request too, so that there is no use in going on.
func Lasting(err error) bool {
	var status *StatusError
	return errors.As(err, &status) && status.Lasting() || errors.Is(err, errRefused)
}

// errRefused is beside ErrUnreachable when not even a connection came about.
var errRefused = errors.New("no connection")

// passing reports whether the same request may be answered a little later.
func passing(err error) bool {
	var status *StatusError
	if errors.As(err, &status) {
		return status.Code == http.StatusTooManyRequests || status.Code == http.StatusRequestTimeout || status.Code >= 500
	}
	return errors.Is(err, ErrUnreachable)
}

// unreachable tells why there is no answer; ctx is the attempt's own.
func (c *Client) unreachable(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("%w within %s: %s; give it more time or a smaller model", ErrUnreachable, c.opt.Timeout, c.endpoint)
	}
	if isDial(err) {
		return fmt.Errorf("%w: %w: %w; is the server running?", ErrUnreachable, errRefused, err)
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}

// refused turns an answer other than 200 into an error.
func (c *Client) refused(res *http.Response, body []byte) error {
	return &StatusError{URL: c.endpoint.String(), Code: res.StatusCode, Message: messageOf(body), after: retryAfter(res.Header)}
}

// messageOf finds the words in the body of an error: most servers nest them as
// {"error":{"message":...}}, some send {"error":...}, the rest text.
func messageOf(body []byte) string {
	var nested struct {
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	var flat struct {
		Error string `json:"error"`
	}
	switch {
	case json.Unmarshal(body, &nested) == nil && nested.Error.Message != "":
		body = []byte(nested.Error.Message)
	case json.Unmarshal(body, &flat) == nil && flat.Error != "":
		body = []byte(flat.Error)
	}
	return strings.Join(strings.Fields(clip(body)), " ")
}
