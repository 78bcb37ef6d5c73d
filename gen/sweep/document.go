package sweep

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// document is the body of one skill: its own blocks and the links in it.
type document struct {
	blocks []block
	links  []link
	ids    map[string]bool // anchors of its headings
}

// link is a link or an image.
type link struct {
	target string
	start  int // offset of its text in the file, or of its paragraph
	end    int
}

// readDocument reads the body that begins at an offset of data.
func readDocument(data []byte, bodyOffset int) *document {
	src := data[bodyOffset:]
	p := goldmark.DefaultParser()
	p.AddOptions(parser.WithAutoHeadingID())
	root := p.Parse(text.NewReader(src))
	d := &document{blocks: blocks(root, data, bodyOffset), ids: map[string]bool{}}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if id, ok := n.AttributeString("id"); ok {
				if name, ok := id.([]byte); ok {
					d.ids[string(name)] = true
				}
			}
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
	l := link{target: target, start: base, end: base}
	first := firstText(n)
	if first == nil { // an image or link without a text: point at its paragraph
		for p := n.Parent(); p != nil; p = p.Parent() {
			if p.Type() == ast.TypeBlock && p.Lines().Len() > 0 {
				l.start = base + p.Lines().At(0).Start
				break
			}
		}
		l.end = l.start
	} else {
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

// hasAnchor tells whether a heading has the anchor, or HTML in the body sets it.
func (d *document) hasAnchor(data []byte, name string) bool {
	return d.ids[name] || bytes.Contains(data, []byte(`id="`+name+`"`)) || bytes.Contains(data, []byte(`name="`+name+`"`))
}
