package routelog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxLine is the longest line that is read.
const maxLine = 1 << 20

// Read reads the entries of a log in their order; name is for the error. The error
// joins one for each line that is no entry, as name:line: reason; the entries are
// whole all the same. Reading ends early only at a line of more than a mebibyte or
// where r fails.
func Read(r io.Reader, name string) ([]Entry, error) {
	var entries []Entry
	var problems []error
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	line := 0
	for s.Scan() {
		line++
		if len(bytes.TrimSpace(s.Bytes())) == 0 {
			continue
		}
		var e Entry
		err := json.Unmarshal(s.Bytes(), &e)
		if err == nil && (e.Time.IsZero() || e.Decision == "") {
			err = errors.New("it has no time or no decision")
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s:%d: no entry of a routing log: %w", name, line, err))
			continue
		}
		entries = append(entries, e)
	}
	if err := s.Err(); err != nil {
		problems = append(problems, fmt.Errorf("%s:%d: %w", name, line+1, err))
	}
	return entries, errors.Join(problems...)
}

// ReadFile reads a log, the file that was set aside first.
func ReadFile(path string) ([]Entry, error) {
	var entries []Entry
	var problems []error
	for _, name := range []string{path + ".1", path} {
		f, err := os.Open(name)
		if errors.Is(err, os.ErrNotExist) && name != path {
			continue
		}
		if err != nil {
			return nil, err
		}
		part, err := Read(f, name)
		entries = append(entries, part...)
		problems = append(problems, err, f.Close())
	}
	return entries, errors.Join(problems...)
}
