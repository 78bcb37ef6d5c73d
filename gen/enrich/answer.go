package enrich

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/gen/internal/jsonedit"
)

// ErrAnswer is wrapped in the error for an answer without phrasings in JSON.
var ErrAnswer = errors.New("the model's answer holds no list of phrasings")

// phrasings reads a model's answer: the first JSON value in it that is a list of
// strings, or an object with such a list. Models put fences, thoughts and
// explanations around it, and objects with one string in the place of strings.
func phrasings(answer string) ([]string, error) {
	if _, after, thought := strings.Cut(answer, "</think>"); thought {
		answer = after
	}
	starts := 0
	for at := range min(len(answer), maxAnswer) {
		if answer[at] != '{' && answer[at] != '[' {
			continue
		}
		if starts++; starts > maxStarts {
			break
		}
		var value json.RawMessage
		// Trailing text is no part of the value, so it is decoded, not unmarshalled.
		if json.NewDecoder(strings.NewReader(answer[at:])).Decode(&value) != nil {
			continue
		}
		if list := stringsIn(value); len(list) > 0 {
			return list, nil
		}
	}
	return nil, fmt.Errorf("%w; it begins %q", ErrAnswer, beginning(answer))
}

// How far an answer is searched: so many bytes, and so many places where a value
// might begin.
const (
	maxAnswer = 256 << 10
	maxStarts = 256
)

// stringsIn finds the strings of a list, or of the first list in an object.
func stringsIn(value json.RawMessage) []string {
	var items []json.RawMessage
	if value[0] == '{' {
		c, err := jsonedit.Scan(value)
		if err != nil {
			return nil
		}
		for _, p := range c.Parts {
			if value[p.Start] == '[' {
				return stringsIn(value[p.Start:p.End])
			}
		}
		return nil
	}
	if json.Unmarshal(value, &items) != nil {
		return nil
	}
	var out []string
	for _, item := range items {
		if s, ok := oneString(item); ok {
			out = append(out, s)
		}
	}
	return out
}

// oneString reads a string, or the only string of an object.
func oneString(item json.RawMessage) (string, bool) {
	var s string
	if json.Unmarshal(item, &s) == nil {
		return s, len(bytes.TrimSpace(item)) > 0 && item[0] == '"'
	}
	var fields map[string]any
	if json.Unmarshal(item, &fields) != nil {
		return "", false
	}
	n := 0
	for _, v := range fields {
		if text, ok := v.(string); ok {
			s, n = text, n+1
		}
	}
	return s, n == 1
}

// beginning is the start of an answer, for errors.
func beginning(s string) string {
	const most = 80
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
