package source

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// outline reads the body of a skill. Offsets of the Markdown library count from
// the body's start; base is added to get those of the file.
type outline struct {
	sink  *sink
	skill *Skill
	src   []byte
	base  int
}

func (s *sink) body(skill *Skill) {
	o := &outline{sink: s, skill: skill, src: skill.Source[skill.BodyOffset:], base: skill.BodyOffset}
	if len(bytes.TrimSpace(o.src)) == 0 {
		s.warn(len(s.data), CodeNoBody, "add a heading and the instructions", "nothing follows the front matter")
		return
	}
	if !o.bounded() {
		return
	}
	root := goldmark.DefaultParser().Parse(text.NewReader(o.src))
	o.sections(root)
	o.code(root)
	skill.Body = plainText(root, o.src)
	if skill.Title == "" {
		s.warn(o.base, CodeNoTitle, "start the body with a line '# Title'", "the body has no first-level heading")
	}
}

// sections walks the body's own blocks: headings, the title and the note below it.
func (o *outline) sections(root ast.Node) {
	titled, open := false, false // open: between the title and the next heading
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			h := o.heading(n)
			o.skill.Headings = append(o.skill.Headings, h)
			open = false
			if h.Level == 1 && !titled {
				o.skill.Title, titled, open = h.Text, true, true
			}
		case *ast.Blockquote:
			if open && o.skill.Note == nil {
				o.skill.Note = o.quote(n)
			}
		}
	}
}

func (o *outline) heading(n *ast.Heading) Heading {
	start := o.sink.lines.start(o.base + max(0, n.Pos()))
	line, _ := o.sink.lines.locate(start)
	return Heading{Level: n.Level, Text: inlineText(n, o.src), Line: line, Offset: start}
}

// quote measures a block quote: it reaches as far as its lines carry a marker
// or continue a paragraph of it.
func (o *outline) quote(n *ast.Blockquote) *Block {
	start := o.sink.lines.start(o.base + max(0, n.Pos()))
	last := o.base + lastByte(n)
	end := start
	for at := start; at < len(o.sink.data); {
		line, next := o.sink.line(at)
		if at > last && !bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte{'>'}) {
			break
		}
		end = at + len(line)
		at = next
	}
	line, _ := o.sink.lines.locate(start)
	return &Block{Start: start, End: end, Line: line, Text: plainText(n, o.src)}
}

// lastByte returns the largest offset that a line of n or of a block in it starts at.
func lastByte(n ast.Node) int {
	last := n.Pos()
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if child.Type() == ast.TypeBlock {
			last = max(last, lastByte(child))
		}
	}
	if lines := n.Lines(); n.Type() == ast.TypeBlock && lines != nil && lines.Len() > 0 {
		last = max(last, lines.At(lines.Len()-1).Start)
	}
	return last
}

// code collects code blocks and code spans of the whole body.
func (o *outline) code(root ast.Node) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			o.block(n, string(n.Language(o.src)), true)
		case *ast.CodeBlock:
			o.block(n, "", false)
		case *ast.CodeSpan:
			o.span(n)
		}
		return ast.WalkContinue, nil
	})
}

func (o *outline) block(n ast.Node, lang string, fenced bool) {
	c := CodeBlock{Lang: lang, Fenced: fenced}
	lines := n.Lines()
	if lines.Len() == 0 {
		_, c.Start = o.sink.line(o.base + max(0, n.Pos()))
		c.End = c.Start
	} else {
		c.Start, c.End = o.base+lines.At(0).Start, o.base+lines.At(lines.Len()-1).Stop
	}
	c.Line, _ = o.sink.lines.locate(c.Start)
	c.Text = strings.ReplaceAll(string(lines.Value(o.src)), "\r\n", "\n")
	o.skill.CodeBlocks = append(o.skill.CodeBlocks, c)
}

func (o *outline) span(n *ast.CodeSpan) {
	first, ok := n.FirstChild().(*ast.Text)
	if !ok {
		return
	}
	line, column := o.sink.lines.locate(o.base + first.Segment.Start)
	o.skill.InlineCode = append(o.skill.InlineCode, InlineCode{Text: codeText(n, o.src), Line: line, Column: column})
}
