package link

import (
	"errors"
	"net/url"
	"strings"

	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

// discreet is an error whose text was purged of what the server was given in
// confidence.
type discreet struct {
	text  string
	cause error
}

// Error implements error.
func (d *discreet) Error() string { return d.text }

// Unwrap returns the error as it was, for whoever asks of which kind it is.
func (d *discreet) Unwrap() error { return d.cause }

// hide takes out of an error the address, which may hold a token, and all that
// stands in the server's environment and headers: servers repeat it, on their
// standard error and in the pages of their errors.
func hide(err error, s *config.Server) error {
	if errors.Is(err, transport.ErrAuthorizationRequired) {
		return errors.New("the server wants to know who calls (401): give it a header, such as \"Authorization\", in its \"headers\"")
	}
	told := err.Error()
	text := told
	if s.URL != "" {
		text = strings.ReplaceAll(text, s.URL, itsURL)
	}
	// The library of HTTP writes an address in its own way, the password left out.
	if at := new(url.Error); errors.As(err, &at) && at.URL != "" {
		text = strings.ReplaceAll(text, at.URL, itsURL)
	}
	if text = s.Redact(text); text == told {
		return err
	}
	return &discreet{text, err}
}

const itsURL = "its url"
