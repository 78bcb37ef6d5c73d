package routelog_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/routelog"
)

// Whatever a file holds, each line is an entry, blank, or named in the error.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"time":"2026-11-03T12:00:00Z","verb":"act","decision":"route"}` + "\n{\n\n[]\n"))
	f.Add([]byte("\x00\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, err := routelog.Read(bytes.NewReader(data), "f")
		named := 0
		if err != nil {
			named = strings.Count(err.Error(), "f:")
		}
		for i, e := range entries {
			if e.Time.IsZero() || e.Decision == "" {
				t.Fatalf("entry %d is none: %+v", i, e)
			}
		}
		lines := 0
		for line := range bytes.SplitSeq(data, []byte("\n")) {
			if len(bytes.TrimSpace(line)) > 0 {
				lines++
			}
		}
		if len(entries)+named < lines {
			t.Fatalf("%d entries and %d named of %d lines: %v", len(entries), named, lines, err)
		}
	})
}
