package fleet

import (
	"container/list"
	"crypto/rand"
	"fmt"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

const (
	// maxKept is how many cut results are kept, maxKeptBytes how much of them.
	maxKept      = 64
	maxKeptBytes = 64 << 20
	// keptFor is how long a cut result can be read.
	keptFor = 30 * time.Minute
)

// results keeps what was cut, so that the rest can be read. A result belongs to
// the caller that it was given to.
type results struct {
	longest int

	mu    sync.Mutex
	byRef map[string]*list.Element
	kept  list.List // of *keptResult, the newest in front
	bytes int
}

type keptResult struct {
	ref, caller, text string
	until             time.Time
}

func newResults(longest int) *results {
	return &results{longest: longest, byRef: map[string]*list.Element{}}
}

// cut shortens a result that is too long for a model. Raw stays whole.
func (r *results) cut(out *dispatch.Result, caller string) {
	text, isJSON := out.Text, false
	if out.Structured != nil {
		text, isJSON = string(out.Structured), true
	}
	if len(text) <= r.longest {
		return
	}
	ref := r.keep(caller, text)
	part, end := piece(text, 0, r.longest)
	what := "text"
	if isJSON {
		what = "JSON"
	}
	out.Structured = nil
	out.Text = fmt.Sprintf("%s\n[cut: this is byte 0 to %d of %d of the %s; to read on, call ask with hints {\"tool\":%q,\"result\":%q,\"offset\":%d}]",
		part, end, len(text), what, ReadResultTool, ref, end)
}

// piece is a part of a text that begins at an offset and splits no character.
func piece(text string, offset, length int) (part string, end int) {
	end = min(offset+length, len(text))
	for end < len(text) && end > offset && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[offset:end], end
}

func (r *results) keep(caller, text string) (ref string) {
	one := &keptResult{ref: "result_" + rand.Text(), caller: caller, text: text, until: time.Now().Add(keptFor)}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byRef[one.ref] = r.kept.PushFront(one)
	r.bytes += len(text)
	for r.kept.Len() > maxKept || r.bytes > maxKeptBytes && r.kept.Len() > 1 || r.kept.Back().Value.(*keptResult).until.Before(time.Now()) {
		last := r.kept.Remove(r.kept.Back()).(*keptResult)
		delete(r.byRef, last.ref)
		r.bytes -= len(last.text)
	}
	return one.ref
}

// read returns a piece of a kept result, where it ends, and how long the whole
// is.
func (r *results) read(caller, ref string, offset, length int) (part string, end, total int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.byRef[ref]
	if e == nil || e.Value.(*keptResult).caller != caller || e.Value.(*keptResult).until.Before(time.Now()) {
		return "", 0, 0, fmt.Errorf("there is no result %q for you: it was given to another caller, or more than %v ago; make the call again", ref, keptFor)
	}
	text := e.Value.(*keptResult).text
	if offset < 0 || offset > len(text) {
		return "", 0, 0, fmt.Errorf("offset %d is outside of the result, which has %d bytes", offset, len(text))
	}
	if length <= 0 || length > r.longest {
		length = r.longest
	}
	for offset < len(text) && !utf8.RuneStart(text[offset]) {
		offset++
	}
	part, end = piece(text, offset, length)
	return part, end, len(text), nil
}
