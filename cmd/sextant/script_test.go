package main

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// goEnv is what go env says of a variable of the go command, else the
// environment.
func goEnv(name string) (value string, ok bool) {
	if strings.HasPrefix(name, "GO") {
		out, err := exec.Command("go", "env", name).Output()
		return strings.TrimSpace(string(out)), err == nil
	}
	return os.LookupEnv(name)
}

// bigFile writes a file of so many bytes: bigfile NAME SIZE TEXT. The text is
// repeated.
func bigFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: bigfile name size text")
	}
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte(args[2]), size/len(args[2])+1)[:size], 0o644))
}

// writeBytes writes a file from a Go string literal: bytes NAME "literal".
// Archives of text can't hold a BOM or CR LF faithfully.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes name literal")
	}
	text, err := strconv.Unquote(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}
