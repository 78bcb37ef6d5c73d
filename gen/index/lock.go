package index

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Lock is the list of ids ever given out, in the order of their numbers. It is
// checked in beside the generated code: a capability keeps its number for
// good, so that adding one does not renumber the rows of the others, and the
// number of one that is gone is never given to another.
//
// The order of the lock is the declared order that breaks ties. New ids are
// appended in order of name; before they are first committed they may be put
// into any order by hand.
type Lock struct{ IDs []string }

// LockHeader is the first line of a lock file, without its end.
const LockHeader = "# Numbers of capabilities, one a line, append only. Written by sextant generate; commit it."

// restoreLock is what to do about a lock that can't be read. Going on without
// it would number anew and change every row.
const restoreLock = "restore the file from version control"

// ParseLock reads a lock file. The error names the line.
func ParseLock(data []byte) (*Lock, error) {
	l := &Lock{}
	seen := map[string]int{}
	scanner := bufio.NewScanner(bytes.NewReader(data))
	for line := 1; scanner.Scan(); line++ {
		text := scanner.Text()
		if line == 1 {
			if text != LockHeader {
				return nil, fmt.Errorf("line 1 is not the header of a lock: %.60q; %s", text, restoreLock)
			}
			continue
		}
		id, err := parseLockLine(text)
		if err != nil {
			return nil, fmt.Errorf("line %d %w; %s", line, err, restoreLock)
		}
		if first, ok := seen[id]; ok {
			return nil, fmt.Errorf("line %d repeats the id of line %d, %q; %s, or keep the first if two branches were merged", line, first, id, restoreLock)
		}
		seen[id] = line
		l.IDs = append(l.IDs, id)
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	if len(data) == 0 {
		return nil, fmt.Errorf("the file is empty; %s", restoreLock)
	}
	return l, nil
}

func parseLockLine(text string) (string, error) {
	if text == "" || strings.ContainsRune(text, '\t') {
		return "", fmt.Errorf("is no id: %q", text)
	}
	if isConflict(text) {
		return "", fmt.Errorf("is the mark of a merge conflict: %q", text)
	}
	id, err := runtime.UnquoteID(text)
	if err != nil {
		return "", fmt.Errorf("is no id: %w", err)
	}
	return id, nil
}

// isConflict tells whether a line looks like what a merge leaves between two
// versions. Read as ids, such lines would take up numbers for good.
func isConflict(text string) bool {
	for _, mark := range []string{"<<<<<<<", "=======", ">>>>>>>", "|||||||"} {
		if strings.HasPrefix(text, mark) {
			return true
		}
	}
	return false
}

// Extend appends the ids that the lock lacks, in order of name. The lock
// itself stays as it is.
func (l *Lock) Extend(ids []string) (*Lock, error) {
	known := map[string]bool{}
	out := &Lock{}
	if l != nil {
		out.IDs = slices.Clone(l.IDs)
	}
	for _, id := range out.IDs {
		known[id] = true
	}
	added := slices.Clone(ids)
	slices.Sort(added)
	for _, id := range added {
		if !known[id] {
			out.IDs = append(out.IDs, id)
		}
	}
	if len(out.IDs) > runtime.MaxCapabilities {
		return nil, fmt.Errorf("%d ids, retired ones included: a surface holds at most %d; delete the lock to number anew", len(out.IDs), runtime.MaxCapabilities)
	}
	return out, nil
}

// Format is the lock as a file.
func (l *Lock) Format() []byte {
	var b bytes.Buffer
	b.WriteString(LockHeader + "\n")
	for _, id := range l.IDs {
		line := runtime.QuoteID(id)
		if isConflict(line) {
			line = strconv.Quote(id)
		}
		b.WriteString(line + "\n")
	}
	return b.Bytes()
}
