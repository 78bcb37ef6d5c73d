package surface

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// DefaultPage is how many tools a page of the list holds. Many clients read the
// first page only, so it is large.
const DefaultPage = 250

// cursorMark begins the cursors of this table, once decoded. It sorts behind
// every tool's name, so that the library, which takes a cursor for the name
// after which to go on, adds nothing of its own to later pages.
const cursorMark = "~sextant~"

// place is where a page begins: behind the tool of that name, which is the n-th.
type place struct {
	n    int
	name string
}

// cursor names the place behind the first n tools.
func (t *table) cursor(n int) mcp.Cursor {
	text := fmt.Sprintf("%s%d~%s", cursorMark, n, t.listed[n-1].Name)
	return mcp.Cursor(base64.StdEncoding.EncodeToString([]byte(text)))
}

// from is the number of tools in front of the place of a cursor. When the table
// has changed since, the name decides, or the number where that is gone.
func (t *table) from(c mcp.Cursor) int {
	at, ok := readCursor(c)
	if !ok {
		return 0
	}
	if at.n <= len(t.listed) && t.listed[at.n-1].Name == at.name {
		return at.n
	}
	if i := slices.IndexFunc(t.listed, func(tool mcp.Tool) bool { return tool.Name == at.name }); i >= 0 {
		return i + 1
	}
	return min(at.n, len(t.listed))
}

// isOurs reports whether a cursor claims to be of this table, and its text.
func isOurs(c mcp.Cursor) (text string, ok bool) {
	raw, err := base64.StdEncoding.DecodeString(string(c))
	if err != nil {
		return "", false // the library refuses it
	}
	return strings.CutPrefix(string(raw), cursorMark)
}

func readCursor(c mcp.Cursor) (place, bool) {
	text, ok := isOurs(c)
	number, name, cut := strings.Cut(text, "~")
	n, err := strconv.Atoi(number)
	return place{n, name}, ok && cut && err == nil && n > 0
}

// checkCursor has the library refuse a cursor that nobody gave out: one that
// claims to be of this table and is none, and any other where no host gives out
// cursors of its own.
func (s *Surface) checkCursor(_ context.Context, _ any, req *mcp.ListToolsRequest) {
	if _, ours := isOurs(req.Params.Cursor); req.Params.Cursor == "" || !ours && !s.alone {
		return
	}
	if _, ok := readCursor(req.Params.Cursor); !ok {
		req.Params.Cursor = "not a cursor"
	}
}
