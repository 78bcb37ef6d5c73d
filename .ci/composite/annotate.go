package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// command matches a workflow command: its name, its properties, its text.
var command = regexp.MustCompile(`^::([a-z-]+)(?: ([^:]*))?::(.*)$`)

var unescape = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")

// show prints the log of a step, its workflow commands as annotations. An
// annotation that does not lead to a place in the workspace is an error: the
// forge would not show it.
func (r *runner) show(log string) error {
	for line := range strings.Lines(log) {
		line = strings.TrimRight(line, "\r\n")
		m := command.FindStringSubmatch(line)
		if m == nil {
			fmt.Println(line)
			continue
		}
		switch m[1] {
		case "error", "warning", "notice":
			if err := r.annotate(m[1], m[2], unescape.Replace(m[3])); err != nil {
				return fmt.Errorf("%s: %w", line, err)
			}
		default:
			return fmt.Errorf("the workflow command %q is none that this program knows", m[1])
		}
	}
	return nil
}

func (r *runner) annotate(level, properties, text string) error {
	at := map[string]string{}
	for p := range strings.SplitSeq(properties, ",") {
		name, value, ok := strings.Cut(p, "=")
		if !ok {
			return fmt.Errorf("the property %q is not NAME=VALUE", p)
		}
		at[name] = unescape.Replace(value)
	}
	if err := r.place(at); err != nil {
		return err
	}
	fmt.Printf("annotation %s %s:%s:%s [%s] %s\n", level, at["file"], at["line"], at["col"], at["title"], text)
	return nil
}

// place checks that the file of an annotation is in the workspace and has the
// line and the column.
func (r *runner) place(at map[string]string) error {
	if !filepath.IsLocal(at["file"]) {
		return fmt.Errorf("the file %q is not one of the workspace", at["file"])
	}
	data, err := os.ReadFile(filepath.Join(r.workspace, at["file"]))
	if err != nil {
		return err
	}
	lines := bytes.Split(data, []byte("\n"))
	line, err := strconv.Atoi(at["line"])
	if err != nil || line < 1 || line > len(lines) {
		return fmt.Errorf("%s has %d lines, none with the number %q", at["file"], len(lines), at["line"])
	}
	column, err := strconv.Atoi(at["col"])
	if err != nil || column < 1 || column > len(lines[line-1])+1 {
		return fmt.Errorf("line %d of %s has %d columns, none with the number %q", line, at["file"], len(lines[line-1]), at["col"])
	}
	return nil
}
