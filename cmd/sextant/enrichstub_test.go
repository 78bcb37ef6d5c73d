package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
)

// stubVariable names a file of rules by which this test binary answers its own
// requests for chat completions in the place of a network, when a script sets
// it. Each line is a rule; the first that matches and is not used up answers.
const stubVariable = "SEXTANT_TEST_MODEL"

// rule is one scripted answer.
type rule struct {
	Match  string // a part of the request's body
	Times  int    // how often it answers; 0 is for ever
	Status int    // 0 is 200
	Say    any    // content: a text, or a value whose JSON is the text
	Call   string // a tool to call
	With   any    // its arguments
	Body   string // the whole answer instead
	Hang   bool   // do not answer at all
}

// init puts the stub in before any client is made: the scripts run this binary
// as the command.
func init() {
	path := os.Getenv(stubVariable)
	if path == "" {
		return
	}
	stub := &stubModel{log: path + ".log"}
	data, err := os.ReadFile(path)
	for line := range strings.Lines(string(data)) {
		var r rule
		if err == nil {
			err = json.Unmarshal([]byte(line), &r)
		}
		stub.rules = append(stub.rules, &r)
	}
	if err != nil {
		panic(fmt.Sprintf("%s: %v", path, err))
	}
	http.DefaultTransport = stub
}

// stubModel is an endpoint without a network.
type stubModel struct {
	mu    sync.Mutex
	rules []*rule
	used  map[*rule]int
	log   string
}

// RoundTrip implements http.RoundTripper. Every request is noted in the log, a
// line each: the address, the key and the body.
func (s *stubModel) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	r, err := s.find(req, string(body))
	if err != nil {
		return nil, err
	}
	if r.Hang {
		<-req.Context().Done()
		return nil, req.Context().Err()
	}
	status := r.Status
	if status == 0 {
		status = http.StatusOK
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{}, Request: req, Body: io.NopCloser(strings.NewReader(r.answer())),
	}, nil
}

func (s *stubModel) find(req *http.Request, body string) (*rule, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	log, err := os.OpenFile(s.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	if _, err := fmt.Fprintf(log, "%s %s %s\n", req.URL, req.Header.Get("Authorization"), body); err != nil {
		return nil, err
	}
	if s.used == nil {
		s.used = map[*rule]int{}
	}
	for _, r := range s.rules {
		if strings.Contains(body, r.Match) && (r.Times == 0 || s.used[r] < r.Times) {
			s.used[r]++
			return r, nil
		}
	}
	return nil, fmt.Errorf("no rule for %s", body)
}

// answer is the body of the answer.
func (r *rule) answer() string {
	if r.Body != "" || r.Status != 0 {
		return r.Body
	}
	message := map[string]any{"content": r.Say}
	if text, isText := r.Say.(string); r.Say != nil && !isText {
		data, _ := json.Marshal(r.Say)
		message["content"] = string(data)
	} else if isText {
		message["content"] = text
	}
	if r.Call != "" {
		arguments, _ := json.Marshal(r.With)
		message["tool_calls"] = []any{map[string]any{
			"type": "function", "function": map[string]any{"name": r.Call, "arguments": string(arguments)},
		}}
	}
	data, _ := json.Marshal(map[string]any{
		"choices": []any{map[string]any{"message": message}}, "usage": map[string]int{"prompt_tokens": 50, "completion_tokens": 7},
	})
	return string(data)
}
