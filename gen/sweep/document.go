package sweep

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/sextant-mcp/sextant/gen/source"
)

// document is the body of one skill: its own blocks and the links in it.
type document struct {
	blocks []block
	links  []link
	ids    map[string]bool // anchors of its headings
	used   map[string]int  // the number that the next heading of a text gets
	open   int             // offset of a code block that is not closed, -1 for none
	// bounded is false for a body that is too deep to be read, which is empty here.
	bounded bool
}

// link is a link or an image.
type link struct {
	target string
	start  int // offset of its text in the file, or of its bracket when it has none
	end    int
}

// markdown parses bodies, of many skills at once.
var markdown = goldmark.DefaultParser()

// readDocument reads the body that begins at an offset of data.
func readDocument(data []byte, bodyOffset int) *document {
	d := &document{ids: map[string]bool{}, used: map[string]int{}, open: -1}
	src := data[bodyOffset:]
	if d.bounded = source.BoundedMarkdown(src); !d.bounded {
		return d
	}
	root := markdown.Parse(text.NewReader(src))
	d.blocks = blocks(root, data, bodyOffset)
	if last, ok := root.LastChild().(*ast.FencedCodeBlock); ok && !fenceCloses(last, src) {
		d.open = bodyOffset + last.Pos()
	}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			d.anchor(slug(plainText(n, src)))
		case *ast.Link:
			d.link(n, string(n.Destination), bodyOffset)
		case *ast.Image:
			d.link(n, string(n.Destination), bodyOffset)
		}
		return ast.WalkContinue, nil
	})
	return d
}

func (d *document) link(n ast.Node, target string, base int) {
	l := link{target: target, start: base + max(0, n.Pos())}
	l.end = l.start
	if first := firstText(n); first != nil {
		l.start, l.end = base+first.Segment.Start, base+first.Segment.Stop
	}
	d.links = append(d.links, l)
}

func firstText(n ast.Node) *ast.Text {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			return t
		}
		if t := firstText(c); t != nil {
			return t
		}
	}
	return nil
}

// fenceCloses tells whether a fence follows the lines of the last block.
func fenceCloses(n *ast.FencedCodeBlock, src []byte) bool {
	open := max(0, n.Pos())
	fence := bytes.TrimLeft(src[open:], " ")
	if len(fence) == 0 {
		return true
	}
	mark := fence[:1]
	width := len(fence) - len(bytes.TrimLeft(fence, string(mark)))
	end := lineEnd(src, open)
	if lines := n.Lines(); lines.Len() > 0 {
		end = lines.At(lines.Len() - 1).Stop
	}
	rest := bytes.TrimSpace(src[end:])
	return len(rest) >= width && len(bytes.Trim(rest, string(mark))) == 0
}

// anchor adds the anchor of a heading; a second one of the same text is told
// apart by a number.
func (d *document) anchor(name string) {
	id := name
	for n := max(1, d.used[name]); d.ids[id]; n++ {
		id = name + "-" + strconv.Itoa(n)
		d.used[name] = n + 1
	}
	d.ids[id] = true
}

// slug makes the anchor of a heading the way forges do: lower case, letters,
// digits, marks, underscores and hyphens of any script kept, spaces to hyphens.
func slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
}

// plainText is what a reader sees of a node.
func plainText(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.Write(c.Segment.Value(src))
		case *ast.String:
			b.Write(c.Value)
		default:
			b.WriteString(plainText(c, src))
		}
	}
	return b.String()
}

// hasAnchor tells whether a heading has the anchor, or HTML in the body or an
// attribute of a heading sets it. The top is there in every document.
func (d *document) hasAnchor(data []byte, name string) bool {
	if d.ids[name] || strings.EqualFold(name, "top") {
		return true
	}
	for _, form := range []string{`id="%s"`, `name="%s"`, `id='%s'`, `name='%s'`, `{#%s}`} {
		if bytes.Contains(data, fmt.Appendf(nil, form, name)) {
			return true
		}
	}
	return false
}
