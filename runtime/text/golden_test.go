package text

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden file from its inputs")

const (
	goldenFile  = "testdata/analyze.golden"
	goldenArrow = " =>"
	goldenLong  = 48 // bytes from which a token of one repeated rune is shortened
)

// TestGolden pins the tokens of every input in the golden file. When one
// changes, Version must change with it.
func TestGolden(t *testing.T) {
	old, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	var fresh bytes.Buffer
	cases := 0
	for i, line := range strings.SplitAfter(string(old), "\n") {
		written, _, ok := cutLast(strings.TrimSuffix(line, "\n"), goldenArrow)
		if !ok || strings.HasPrefix(line, "#") {
			fresh.WriteString(line)
			continue
		}
		cases++
		input, err := goldenInput(written)
		if err != nil {
			t.Fatalf("%s:%d: %v", goldenFile, i+1, err)
		}
		got := strings.TrimRight(written+goldenArrow+" "+goldenTokens(input), " ") + "\n"
		if got != line && !*update {
			t.Errorf("%s:%d:\n got %swant %s", goldenFile, i+1, got, line)
		}
		fresh.WriteString(got)
	}
	if cases < 320 {
		t.Errorf("%s holds %d cases, want at least 320", goldenFile, cases)
	}
	if *update {
		if err := os.WriteFile(goldenFile, fresh.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// goldenInput reads an input as written: plain, quoted, or quoted and
// repeated ("a" x 10240).
func goldenInput(written string) (string, error) {
	if !strings.HasPrefix(written, `"`) {
		return written, nil
	}
	quoted, err := strconv.QuotedPrefix(written)
	if err != nil {
		return "", fmt.Errorf("%s: %w", written, err)
	}
	input, err := strconv.Unquote(quoted)
	if err != nil {
		return "", fmt.Errorf("%s: %w", written, err)
	}
	times := strings.TrimPrefix(written[len(quoted):], " x ")
	if times == "" {
		return input, nil
	}
	n, err := strconv.Atoi(times)
	if err != nil {
		return "", fmt.Errorf("%s: %w", written, err)
	}
	return strings.Repeat(input, n), nil
}

// goldenTokens writes tokens for the golden file, and the number of tokens
// instead when there are many.
func goldenTokens(input string) string {
	tokens := AppendTokens(nil, input)
	if len(tokens) > 40 {
		return fmt.Sprintf("%s ... (%d tokens)", strings.Join(tokens[:4], " "), len(tokens))
	}
	for i, token := range tokens {
		first := []rune(token)[0]
		if n := len([]rune(token)); len(token) >= goldenLong && token == strings.Repeat(string(first), n) {
			tokens[i] = fmt.Sprintf("%q x %d", string(first), n)
		}
	}
	return strings.Join(tokens, " ")
}
