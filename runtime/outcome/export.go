package outcome

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

// Line is a reward as exports have it: one JSON object a line.
type Line struct {
	// Scope is "shared" or hex digits.
	Scope      runtime.Scope `json:"scope"`
	Verb       string        `json:"verb"`
	Capability string        `json:"capability"`
	// Reward is 0..1 and has not faded since At.
	Reward float64 `json:"reward"`
	// Count is how many outcomes it came from.
	Count uint64 `json:"count"`
	// At is when it last changed, absent when that is not known.
	At time.Time `json:"at,omitzero"`
}

// Lines are rewards in order of capability, verb and scope.
func Lines(values Values) []Line {
	out := make([]Line, 0, len(values))
	for k, v := range values {
		out = append(out, Line{k.Scope, k.Verb.String(), k.Capability, v.Reward, v.Count, v.At})
	}
	slices.SortFunc(out, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Capability, b.Capability), cmp.Compare(a.Verb, b.Verb), bytes.Compare(a.Scope[:], b.Scope[:]))
	})
	return out
}

// Write writes rewards as lines.
func Write(w io.Writer, values Values) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, l := range Lines(values) {
		if err := enc.Encode(l); err != nil {
			return err
		}
	}
	return nil
}

// maxLine bounds a line of an import in bytes.
const maxLine = 1 << 20

// Read reads what Write wrote. Errors begin with the file's name, line and column.
func Read(name string, r io.Reader) (Values, error) {
	values := Values{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		raw := bytes.TrimSpace(lines.Bytes())
		if len(raw) == 0 {
			continue
		}
		k, v, err := readLine(raw)
		if err == nil {
			if _, twice := values[k]; twice {
				err = errors.New("this key stands on an earlier line too")
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d:1: %w", name, n, err)
		}
		values[k] = v
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d:1: %w", name, n+1, err)
	}
	return values, nil
}

func readLine(raw []byte) (k runtime.RewardKey, v runtime.RewardValue, err error) {
	var l struct {
		Line
		Reward *float64 `json:"reward"`
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&l); err != nil {
		return k, v, fmt.Errorf("no line of an export: %w", err)
	}
	if dec.More() {
		return k, v, errors.New("there is more than one value on the line")
	}
	k = runtime.RewardKey{Scope: l.Scope, Capability: l.Capability}
	if k.Verb, err = runtime.ParseVerb(l.Verb); err != nil {
		return k, v, err
	}
	switch {
	case k.Capability == "":
		return k, v, errors.New("the capability is missing")
	case l.Reward == nil || !(*l.Reward >= 0 && *l.Reward <= 1):
		return k, v, errors.New("the reward must be a number from 0 to 1")
	}
	return k, runtime.RewardValue{Reward: *l.Reward, Count: l.Count, At: moment(seconds(l.At))}, nil
}
