package link

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"
)

// What is taken of a list. What goes beyond is left out and reported.
const (
	// MaxItems is how many items a list may have.
	MaxItems = 2048
	// MaxPages is how many pages a list may come in.
	MaxPages = 512
	// MaxValue is how long one item may be, in bytes.
	MaxValue = 4 << 20
	// MaxList is how long all items may be together, in bytes.
	MaxList = 64 << 20
	// MaxDepth is how deep an item may be nested.
	MaxDepth = 32
	// MaxName is how long the name of an item may be, in bytes.
	MaxName = 128
	// MaxURI is how long an address may be, in bytes.
	MaxURI = 8 << 10
)

// Kind is a kind of list.
type Kind struct {
	method, field, key string
	longest            int
}

// The lists of a server.
var (
	Tools     = Kind{"tools/list", "tools", "name", MaxName}
	Prompts   = Kind{"prompts/list", "prompts", "name", MaxName}
	Resources = Kind{"resources/list", "resources", "uri", MaxURI}
	Templates = Kind{"resources/templates/list", "resourceTemplates", "uriTemplate", MaxURI}
)

// Item is one item of a list.
type Item struct {
	// Key is the name, the URI or the template.
	Key string
	// Raw is the item as the server wrote it.
	Raw json.RawMessage
}

// List is what a server lists.
type List struct {
	Items []Item
	// Problems say what was left out, and why.
	Problems []string
	// Partial tells that the list goes on beyond what was read.
	Partial bool
}

// maxProblems bounds how much is said about a hostile list.
const maxProblems = 20

// List reads a list to its end. An item that can't be used is left out and
// reported; the error is for a list of which nothing came.
func (c *Conn) List(ctx context.Context, kind Kind) (List, error) {
	l := listing{kind: kind, taken: map[string]bool{}, cursors: map[string]bool{}}
	var params Params
	for {
		raw, err := c.Request(ctx, kind.method, params)
		if err != nil {
			if l.pages == 0 {
				return List{}, fmt.Errorf("%s: %w", kind.method, err)
			}
			l.Partial = true
			l.problem("the list ends early, at page %d: %v", l.pages+1, err)
			break
		}
		cursor, more := l.page(raw)
		if !more {
			break
		}
		params = Params{"cursor": cursor}
	}
	if kind == Tools {
		c.noteHeaders(&l)
	}
	return l.List, nil
}

// listing is a list that is being read.
type listing struct {
	List
	kind    Kind
	pages   int
	bytes   int
	taken   map[string]bool
	cursors map[string]bool
	dropped int
}

func (l *listing) problem(format string, args ...any) {
	switch l.dropped++; {
	case l.dropped <= maxProblems:
		l.Problems = append(l.Problems, fmt.Sprintf(format, args...))
	case l.dropped == maxProblems+1:
		l.Problems = append(l.Problems, "and more of the kind")
	}
}

// page takes in one page and returns the cursor of the next. Cursors are opaque:
// an empty one is one too, and so is a number, which some servers send.
func (l *listing) page(raw json.RawMessage) (cursor json.RawMessage, more bool) {
	l.pages++
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		l.Partial = true
		l.problem("page %d is no object", l.pages)
		return nil, false
	}
	var items []json.RawMessage
	if err := json.Unmarshal(fields[l.kind.field], &items); err != nil && fields[l.kind.field] != nil {
		l.Partial = true
		l.problem("page %d: %q is no list", l.pages, l.kind.field)
	}
	for _, item := range items {
		if !l.item(item) {
			return nil, false
		}
	}
	cursor, given := fields["nextCursor"]
	switch {
	case !given || string(cursor) == "null":
		return nil, false
	case l.cursors[string(cursor)]:
		l.Partial = true
		l.problem("page %d names the same next page as one before; the list ends there", l.pages)
		return nil, false
	case l.pages >= MaxPages:
		l.Partial = true
		l.problem("the list has more than %d pages; the rest is left out", MaxPages)
		return nil, false
	case len(cursor) > MaxValue:
		l.Partial = true
		l.problem("page %d: the next page's cursor has %d bytes; the list ends there", l.pages, len(cursor))
		return nil, false
	}
	l.cursors[string(cursor)] = true
	return cursor, true
}

// item takes in one item; it is false when no more are wanted.
func (l *listing) item(raw json.RawMessage) bool {
	if len(l.Items) == MaxItems {
		l.Partial = true
		l.problem("there are more than %d; the rest is left out", MaxItems)
		return false
	}
	if l.bytes += len(raw); l.bytes > MaxList {
		l.Partial = true
		l.problem("the list has more than %d bytes; the rest is left out", MaxList)
		return false
	}
	key, err := l.kind.check(raw)
	switch {
	case err != nil:
		l.problem("item %d is left out: %v", len(l.taken)+l.dropped+1, err)
	case l.taken[key]:
		l.problem("%q is there twice; the second is left out", clip(key))
	default:
		l.taken[key] = true
		l.Items = append(l.Items, Item{key, raw})
	}
	return true
}

func clip(text string) string {
	const most = 80
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}

// check finds the key of an item that can be used.
func (k Kind) check(raw json.RawMessage) (string, error) {
	if len(raw) > MaxValue {
		return "", fmt.Errorf("it has %d bytes; the limit is %d", len(raw), MaxValue)
	}
	if !utf8.Valid(raw) {
		return "", errors.New("it is not UTF-8")
	}
	if depth(raw) > MaxDepth {
		return "", fmt.Errorf("it is nested deeper than %d", MaxDepth)
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || fields == nil {
		return "", errors.New("it is no object")
	}
	var key string
	if json.Unmarshal(fields[k.key], &key) != nil || key == "" {
		return "", fmt.Errorf("it has no %s", k.key)
	}
	if len(key) > k.longest {
		return "", fmt.Errorf("its %s has %d bytes; the limit is %d", k.key, len(key), k.longest)
	}
	if k == Tools {
		return key, checkSchema(key, fields["inputSchema"])
	}
	return key, nil
}

// checkSchema refuses a tool whose arguments nobody could give.
func checkSchema(tool string, raw json.RawMessage) error {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] != '{' && string(raw) != "null" {
		return fmt.Errorf("the inputSchema of %q is no object", clip(tool))
	}
	return nil
}

// depth is how deep a JSON value is nested. The value has been parsed before.
func depth(raw []byte) (deepest int) {
	level, inText := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{' || c == '[':
			level++
			deepest = max(deepest, level)
		case c == '}' || c == ']':
			level--
		}
	}
	return deepest
}

// noteHeaders remembers which arguments are repeated in headers. A tool that
// marks them wrongly can't be called over HTTP in the newer revision and is
// left out there.
func (c *Conn) noteHeaders(l *listing) {
	if !c.info.Modern || c.web == nil {
		return
	}
	marked := map[string]mcp.Tool{}
	kept := l.Items[:0]
	for _, item := range l.Items {
		if !bytes.Contains(item.Raw, []byte("x-mcp-header")) {
			kept = append(kept, item)
			continue
		}
		var fields struct {
			InputSchema json.RawMessage `json:"inputSchema"`
		}
		_ = json.Unmarshal(item.Raw, &fields) // checked before
		tool := mcp.Tool{Name: item.Key, RawInputSchema: fields.InputSchema}
		if err := mcp.ValidateParamHeaderAnnotations(&tool); err != nil {
			l.problem("%q is left out: %v", clip(item.Key), err)
			continue
		}
		marked[item.Key] = tool
		kept = append(kept, item)
	}
	l.Items = kept
	c.tools.Store(&marked)
}
