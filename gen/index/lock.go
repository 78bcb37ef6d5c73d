package index

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
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

// lockHeader opens the lock file.
const lockHeader = "# Numbers of capabilities, one a line, append only. Written by sextant generate; commit it.\n"

// ParseLock reads a lock file. The error names the line.
func ParseLock(data []byte) (*Lock, error) {
	l := &Lock{}
	seen := map[string]int{}
	scanner := bufio.NewScanner(bytes.NewReader(data))
	for line := 1; scanner.Scan(); line++ {
		text := scanner.Text()
		if strings.HasPrefix(text, "#") && len(l.IDs) == 0 {
			continue
		}
		if text == "" || strings.ContainsRune(text, '\t') {
			return nil, fmt.Errorf("line %d is no id: %q; restore the file from version control", line, text)
		}
		if first, ok := seen[text]; ok {
			return nil, fmt.Errorf("line %d repeats the id of line %d, %q; restore the file from version control, or keep the first if two branches were merged", line, first, text)
		}
		seen[text] = line
		l.IDs = append(l.IDs, text)
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	return l, nil
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
	b.WriteString(lockHeader)
	for _, id := range l.IDs {
		b.WriteString(id + "\n")
	}
	return b.Bytes()
}
