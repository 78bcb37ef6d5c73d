package sweep

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
)

// blockKind is what a block of a body is, as far as the rules care.
type blockKind int

const (
	otherBlock blockKind = iota
	titleBlock           // a first-level heading
	headingBlock
	quoteBlock
	commentBlock // an HTML comment that is closed, which readers do not see
)

// block is one of the body's own blocks. Its bytes are whole lines, the last
// line's end included; the blank lines behind it belong to no block.
type block struct {
	kind       blockKind
	start, end int
}

// blocks lists the body's own blocks, not those inside quotes and lists.
func blocks(root ast.Node, data []byte, bodyOffset int) []block {
	src := data[bodyOffset:]
	at := newLines("", src)
	var list []block
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		start := bodyOffset + at.start(max(0, n.Pos()))
		if len(list) > 0 && start <= list[len(list)-1].start {
			continue // link definitions share the paragraph they were taken from
		}
		list = append(list, block{kind: kindOf(n, src), start: start})
	}
	for i := range list {
		end := len(data)
		if i+1 < len(list) {
			end = list[i+1].start
		}
		list[i].end = trimBlank(data, list[i].start, end)
	}
	return list
}

func kindOf(n ast.Node, src []byte) blockKind {
	switch n := n.(type) {
	case *ast.Heading:
		if n.Level == 1 {
			return titleBlock
		}
		return headingBlock
	case *ast.Blockquote:
		return quoteBlock
	case *ast.HTMLBlock:
		if isComment(n, src) {
			return commentBlock
		}
	}
	return otherBlock
}

// isComment tells a closed HTML comment. One that nothing closes takes all the
// rest of the body along, so what is put behind it is not there for a reader.
func isComment(n *ast.HTMLBlock, src []byte) bool {
	if n.HTMLBlockType != ast.HTMLBlockType2 || n.Lines().Len() == 0 {
		return false
	}
	first := n.Lines().At(0)
	return n.HasClosure() || bytes.Contains(first.Value(src), []byte("-->"))
}

// trimBlank moves end back over blank lines, but not before start.
func trimBlank(data []byte, start, end int) int {
	for end > start {
		line := bytes.LastIndexByte(data[start:end-1], '\n') + 1 + start
		if len(bytes.TrimSpace(data[line:end])) > 0 {
			return end
		}
		end = line
	}
	return end
}
