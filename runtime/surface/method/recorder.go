package method

import (
	"bytes"
	"net/http"
	"strings"
)

// recorder keeps an answer of the library. Any answer may carry notifications
// that waited for the session: the library takes them out of its queue for the
// first response that can stream, and so they have to be passed on. For the
// library the recorder can stream, or it would drop them.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func newRecorder() *recorder { return &recorder{header: http.Header{}} }

// Header implements http.ResponseWriter.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

// Write implements http.ResponseWriter.
func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}

// Flush implements http.Flusher.
func (r *recorder) Flush() {}

// eventStream is the type of an answer in several messages.
const eventStream = "text/event-stream"

// parts takes an answer apart: what the server said besides, and the reply.
func (r *recorder) parts() (notes [][]byte, reply []byte) {
	if !strings.HasPrefix(r.header.Get("Content-Type"), eventStream) {
		return nil, r.body.Bytes()
	}
	var messages [][]byte
	for event := range bytes.SplitSeq(r.body.Bytes(), []byte("\n\n")) {
		var data []byte
		for line := range bytes.Lines(event) {
			if text, ok := bytes.CutPrefix(line, []byte("data:")); ok {
				data = append(data, bytes.TrimSpace(text)...)
			}
		}
		if len(data) > 0 {
			messages = append(messages, data)
		}
	}
	if len(messages) == 0 {
		return nil, nil
	}
	last := len(messages) - 1
	return messages[:last], messages[last]
}

// copyTo sends what was recorded.
func (r *recorder) copyTo(w http.ResponseWriter) {
	for name, values := range r.header {
		w.Header()[name] = values
	}
	w.WriteHeader(max(r.status, http.StatusOK))
	_, _ = w.Write(r.body.Bytes()) // the client may be gone; there is nobody else to tell
}

// send sends a reply, as an event stream when there is something to be said
// before it.
func send(w http.ResponseWriter, notes [][]byte, reply []byte, status int) {
	body := reply
	if len(notes) == 0 {
		w.Header().Set("Content-Type", "application/json")
	} else {
		w.Header().Set("Content-Type", eventStream)
		w.Header().Set("Cache-Control", "no-cache")
		body = nil
		for _, message := range append(notes, bytes.TrimSpace(reply)) {
			body = append(append(append(body, "event: message\ndata: "...), message...), "\n\n"...)
		}
	}
	w.WriteHeader(max(status, http.StatusOK))
	_, _ = w.Write(body) // the client may be gone; there is nobody else to tell
}
