package source

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// plainText returns the text of a block and the blocks in it, each on lines of
// its own. Code is part of it; markup, link targets and HTML tags are not.
func plainText(n ast.Node, src []byte) string {
	var b strings.Builder
	appendBlock(&b, n, src)
	return strings.TrimSpace(b.String())
}

func appendBlock(b *strings.Builder, n ast.Node, src []byte) {
	switch n := n.(type) {
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		b.Write(bytes.ReplaceAll(n.Lines().Value(src), []byte("\r\n"), []byte("\n")))
	case *ast.HTMLBlock:
		appendHTML(b, n, src)
	case *ast.LinkReferenceDefinition:
		return
	default:
		if first := n.FirstChild(); first != nil && first.Type() == ast.TypeInline {
			b.WriteString(inlineText(n, src))
		} else {
			for child := first; child != nil; child = child.NextSibling() {
				appendBlock(b, child, src)
			}
			return
		}
	}
	if text := b.String(); text != "" && text[len(text)-1] != '\n' {
		b.WriteByte('\n')
	}
}

var htmlMarkup = regexp.MustCompile(`(?s)<!--.*?-->|<[^>]*>`)

func appendHTML(b *strings.Builder, n *ast.HTMLBlock, src []byte) {
	html := n.Lines().Value(src)
	if n.HasClosure() {
		html = append(html, n.ClosureLine.Value(src)...)
	}
	words := bytes.Fields(htmlMarkup.ReplaceAll(html, []byte(" ")))
	b.Write(unescape(bytes.Join(words, []byte(" "))))
}

// inlineText returns the text of a block's inline content; soft line breaks become spaces.
func inlineText(n ast.Node, src []byte) string {
	var b strings.Builder
	appendInline(&b, n, src, false)
	return strings.TrimSpace(b.String())
}

// codeText returns the text of a code span.
func codeText(n *ast.CodeSpan, src []byte) string {
	var b strings.Builder
	appendInline(&b, n, src, true)
	return b.String()
}

func appendInline(b *strings.Builder, n ast.Node, src []byte, code bool) {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		switch child := child.(type) {
		case *ast.Text:
			value := child.Segment.Value(src)
			if code {
				value = bytes.TrimRight(value, "\r\n")
				b.Write(value)
				if len(value) < child.Segment.Len() {
					b.WriteByte(' ')
				}
				continue
			}
			b.Write(unescape(value))
			if child.SoftLineBreak() || child.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(child.Value)
		case *ast.AutoLink:
			b.Write(child.Label(src))
		case *ast.RawHTML:
		case *ast.CodeSpan:
			appendInline(b, child, src, true)
		default:
			appendInline(b, child, src, code)
		}
	}
}

// unescape resolves backslashes and character references.
func unescape(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 && bytes.IndexByte(text, '&') < 0 {
		return text
	}
	return util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(text)))
}
