package surface

import (
	"bytes"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

// singleAnswers sends an answer that comes alone as JSON. Once a session was told of a
// change, the library sends every answer in it as a stream of one event, which is two
// writes, and no length that a client could read by.
func singleAnswers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.Header.Get(mcp.HeaderMethod) == string(mcp.MethodSubscriptionsListen) {
			next.ServeHTTP(w, r)
			return
		}
		s := &singleWriter{ResponseWriter: w}
		next.ServeHTTP(s, r)
		s.begin()
	})
}

// singleWriter holds the beginning of a stream back until its first event shows
// whether it is the answer.
type singleWriter struct {
	http.ResponseWriter
	held   int  // the status that is held back, 0 for none
	single bool // the answer was sent by itself
}

// WriteHeader implements http.ResponseWriter.
func (s *singleWriter) WriteHeader(status int) {
	if s.Header().Get("Content-Type") == "text/event-stream" {
		s.held = status
		return
	}
	s.ResponseWriter.WriteHeader(status)
}

// begin begins the stream that was held back.
func (s *singleWriter) begin() {
	if s.held != 0 {
		s.ResponseWriter.WriteHeader(s.held)
		s.held = 0
	}
}

// Write implements http.ResponseWriter. The library writes whole events.
func (s *singleWriter) Write(p []byte) (int, error) {
	if answer, ok := onlyAnswer(p); ok && s.held != 0 {
		s.Header().Set("Content-Type", "application/json")
		s.Header().Del("Cache-Control")
		s.Header().Del("Connection")
		s.begin()
		s.single = true
		if _, err := s.ResponseWriter.Write(answer); err != nil {
			return 0, err
		}
		return len(p), nil
	}
	s.begin()
	return s.ResponseWriter.Write(p)
}

// onlyAnswer takes an answer to a request out of the event that holds it.
func onlyAnswer(event []byte) (answer []byte, ok bool) {
	data, found := bytes.CutPrefix(event, []byte("event: message\ndata: "))
	answer, ended := bytes.CutSuffix(data, []byte("\n\n"))
	if !found || !ended || bytes.IndexByte(answer, '\n') >= 0 {
		return nil, false
	}
	return answer, answered(answer) != nil
}

// Flush implements http.Flusher. What is sent by itself leaves when it is whole.
func (s *singleWriter) Flush() {
	s.begin()
	if f, ok := s.ResponseWriter.(http.Flusher); ok && !s.single {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach the writer behind.
func (s *singleWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }
