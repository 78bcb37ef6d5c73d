package sweep_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

// TestOpenFence compares with a reading line by line: a fence opens with at
// least three marks and closes with as many of the same kind and nothing else.
func TestOpenFence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom([]string{
			"```", "```go", "````", "`````", "~~~", "~~~~ x", " ```", "   ~~~", "```  ", "text", "", "# Title", "``", "``` a`b", "***",
		})).Draw(t, "lines")
		end := rapid.SampledFrom([]string{"", "\n", "\n\n"}).Draw(t, "end")
		body := strings.Join(lines, "\n") + end
		if got, want := sweep.OpenFence(body), openByLines(lines); got != want {
			t.Fatalf("open %v, want %v:\n%s", got, want, body)
		}
	})
}

func openByLines(lines []string) bool {
	open := ""
	for _, line := range lines {
		line = strings.TrimSpace(line)
		rest := strings.TrimLeft(line, "`")
		if strings.HasPrefix(line, "~") {
			rest = strings.TrimLeft(line, "~")
		}
		marks := line[:len(line)-len(rest)]
		switch {
		case open == "" && len(marks) >= 3 && (marks[0] == '~' || !strings.Contains(rest, "`")):
			open = marks
		case open != "" && rest == "" && strings.HasPrefix(marks, open):
			open = ""
		}
	}
	return open != ""
}
