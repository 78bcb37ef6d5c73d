//go:build unix

package sextant_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime"
)

// The functions of this file say what commands print that take too long to be run
// here, by what other tests hold to be so.

// made is what make run prints: the commands that it runs, the line of generate and
// the server's greeting.
func made(t *testing.T, s *stage) string {
	// As it is without settings of whoever runs the tests, be it by make.
	alone := []string{"-u", "MAKEFLAGS", "-u", "MAKELEVEL", "-u", "GO", "-u", "ADDR", "-u", "STORE"}
	out, err := exec.Command("env", append(alone, "make", "-n", "run")...).Output()
	if err != nil {
		t.Fatalf("make -n run: %v", err)
	}
	generate, serve, _ := strings.Cut(string(out), "\n")
	return generate + "\n" + generatedLine(t) + "\n" + serve + s.greeting
}

// generatedLine is what generate says of the shipped surface, which
// TestShippedSurfaceIsCurrent compares with what its sources compile to.
func generatedLine(t *testing.T) string {
	res := shipped(t)
	entries, err := os.ReadDir("generated")
	if err != nil {
		t.Fatal(err)
	}
	var size int64
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	files, err := generated.Tables.SkillFiles()
	if err != nil {
		t.Fatal(err)
	}
	skills := map[string]bool{}
	for _, f := range files {
		skills[f.Skill] = true
	}
	return fmt.Sprintf("generated: %d capabilities (%d skills), %d features, %d postings, %d KB in %d files",
		len(generated.Router().Behind(runtime.Any)), len(skills), res.Features, res.Postings, size/1000, len(entries))
}

func greeted(_ *testing.T, s *stage) string { return s.greeting }

// recordedTokens is what the lists of tools cost, as a test of cmd/sextant has it.
func recordedTokens(t *testing.T, _ *stage) string {
	data := read(t, filepath.Join("cmd", "sextant", "testdata", "tokens.json"))
	var modes map[string]struct {
		Tools, Tokens int
		Schemas       int `json:"output_schema_tokens"`
	}
	if err := json.Unmarshal(data, &modes); err != nil {
		t.Fatal(err)
	}
	out := ""
	for _, mode := range []string{"intent", "condensed", "verbose", "both"} {
		m := modes[mode]
		out += fmt.Sprintf("%-37s%d (and %d of output schemas)\n", fmt.Sprintf("tokens of %d tools, mode %s", m.Tools, mode), m.Tokens, m.Schemas)
	}
	return out
}

// drifted is what probe prints of a server that has changed its mind, as a test of
// cmd/sextant has it.
func drifted(t *testing.T, _ *stage) string {
	archive, err := txtar.ParseFile(filepath.Join("cmd", "sextant", "testdata", "script", "probe.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if f.Name == "drift.txt" {
			return string(f.Data)
		}
	}
	t.Fatal("probe.txtar has no drift.txt")
	return ""
}
