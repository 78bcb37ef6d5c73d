package rest

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/sextant-mcp/sextant/runtime/rest/request"
)

// readBody reads the body of a request, nil when there is none. The problem is
// set when it can't be taken.
func (h *Handler) readBody(w http.ResponseWriter, r *http.Request) ([]byte, *Problem) {
	if r.ContentLength == 0 || r.Body == nil {
		return nil, nil
	}
	if p := checkType(r.Header); p != nil {
		w.Header().Set("Accept-Post", "application/json")
		return nil, p
	}
	if r.ContentLength > h.opt.MaxBody {
		return nil, tooLong("the body is", h.opt.MaxBody)
	}
	// A slow sender is cut off; afterwards the connection must not be, since
	// what watches it would take that for the caller's leaving.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(h.opt.Timeout)) // not every writer has one
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, h.opt.MaxBody))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return nil, tooLong("the body is", h.opt.MaxBody)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, newProblem(http.StatusRequestTimeout, "slow-body", fmt.Sprintf("the body did not arrive within %v; send it faster", h.opt.Timeout))
	case err != nil:
		return nil, newProblem(http.StatusBadRequest, "bad-json", fmt.Sprintf("the body ends early: %v; send it again", err))
	}
	_ = control.SetReadDeadline(time.Time{})
	if err := request.Strict(body); err != nil {
		return nil, newProblem(http.StatusBadRequest, "bad-json", fmt.Sprintf("the body is no strict JSON: %v", err))
	}
	return body, nil
}

func tooLong(what string, limit int64) *Problem {
	return newProblem(http.StatusRequestEntityTooLarge, "too-long", fmt.Sprintf("%s longer than %d bytes; send less, or a path or URL of the content", what, limit))
}

// checkType refuses bodies that do not say that they are JSON in UTF-8. A page
// can make a browser send other types without asking the server first.
func checkType(header http.Header) *Problem {
	if coding := header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return newProblem(http.StatusUnsupportedMediaType, "not-json", fmt.Sprintf("the body is encoded as %q; send it as it is", clip(coding)))
	}
	given := header.Get("Content-Type")
	kind, params, err := mime.ParseMediaType(given)
	isJSON := kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json")
	charset := params["charset"]
	if err != nil || !isJSON || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return newProblem(http.StatusUnsupportedMediaType, "not-json", fmt.Sprintf("the body is of type %q; send JSON with the header Content-Type: application/json", clip(given)))
	}
	return nil
}

// clip shortens a text of the caller for a message.
func clip(text string) string {
	const most = 80
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "..."
}
