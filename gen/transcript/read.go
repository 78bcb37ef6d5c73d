package transcript

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Block is a fenced block of a document.
type Block struct {
	// Line is that of the block's first line, behind the fence.
	Line int
	// Text is what stands between the fences.
	Text string
	// Name is that of the file which the block is the content of: what the paragraph
	// before it ends with, in backquotes and before a colon.
	Name string
	// Steps are the commands, none where the block is no session.
	Steps []Step

	start int // of Text in the document
}

// Step is a command of a session.
type Step struct {
	// Command is what a shell is given.
	Command string
	// Shown is what the command is said to print.
	Shown Shown
}

// Shown is output as a document shows it.
type Shown struct {
	// Line is that of the first line in the document.
	Line int
	// Text is what is shown, with its line ends.
	Text string

	start int // of Text in the document
}

// Whole is all that the block holds as output, for blocks without a command.
func (b Block) Whole() Shown { return Shown{Line: b.Line, Text: b.Text, start: b.start} }

// Read returns the fenced blocks of a markdown document, in order.
func Read(doc []byte) []Block {
	var blocks []Block
	root := goldmark.New().Parser().Parse(text.NewReader(doc))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if fence, ok := n.(*ast.FencedCodeBlock); ok && entering && fence.Lines().Len() > 0 {
			blocks = append(blocks, block(doc, fence))
		}
		return ast.WalkContinue, nil
	})
	return blocks
}

func block(doc []byte, fence *ast.FencedCodeBlock) Block {
	lines := fence.Lines()
	b := Block{start: lines.At(0).Start, Name: name(doc, fence.PreviousSibling())}
	b.Text = string(doc[b.start:lines.At(lines.Len()-1).Stop])
	b.Line = 1 + bytes.Count(doc[:b.start], []byte("\n"))
	b.Steps = steps(b)
	return b
}

var named = regexp.MustCompile("`([^`\n]+)`:$")

// name is the file that a paragraph announces.
func name(doc []byte, before ast.Node) string {
	paragraph, ok := before.(*ast.Paragraph)
	if !ok {
		return ""
	}
	last := paragraph.Lines().At(paragraph.Lines().Len() - 1)
	if found := named.FindSubmatch(bytes.TrimSpace(last.Value(doc))); found != nil {
		return string(found[1])
	}
	return ""
}

const prompt = "$ "

// steps takes a session apart. Lines before the first command belong to none.
func steps(b Block) []Step {
	var all []Step
	line, at, continued := b.Line, b.start, false
	for l := range strings.SplitAfterSeq(b.Text, "\n") {
		end := at + len(l)
		last := len(all) - 1
		switch {
		case continued:
			all[last].Command += l
			all[last].Shown = Shown{Line: line + 1, start: end}
		case strings.HasPrefix(l, prompt):
			all = append(all, Step{Command: strings.TrimPrefix(l, prompt), Shown: Shown{Line: line + 1, start: end}})
		case last >= 0:
			all[last].Shown.Text += l
		}
		command := continued || strings.HasPrefix(l, prompt)
		continued = command && strings.HasSuffix(l, "\\\n")
		at, line = end, line+1
	}
	for i := range all {
		all[i].Command = strings.TrimSuffix(all[i].Command, "\n")
	}
	return all
}
