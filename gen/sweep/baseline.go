package sweep

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
)

// Baseline holds findings that were there when a repository began to use
// skillsweep. They are not reported again; new ones are. An entry is a rule, a
// file and a message whose numbers are left out, so that text which only moves
// or grows is not new.
type Baseline struct {
	Version int             `json:"version"`
	Known   []BaselineEntry `json:"known"`
}

// BaselineEntry is one finding, or Count of the same kind in one file.
type BaselineEntry struct {
	Rule    string `json:"rule"`
	File    string `json:"file"`
	Message string `json:"message"`
	Count   int    `json:"count"`
}

const baselineVersion = 1

var digits = regexp.MustCompile(`[0-9][0-9,.:]*`)

func entryOf(f Finding) BaselineEntry {
	return BaselineEntry{Rule: f.Rule, File: f.Pos.File, Message: digits.ReplaceAllString(f.Message, "#")}
}

// Fingerprint names a finding for tools that follow it from run to run: the
// first 32 hexadecimal digits of a digest over its entry. Findings of one kind
// in one file share it.
func Fingerprint(f Finding) string {
	e := entryOf(f)
	digest := sha256.Sum256([]byte(e.Rule + "\x00" + e.File + "\x00" + e.Message))
	return hex.EncodeToString(digest[:16])
}

// NewBaseline takes all findings in, sorted.
func NewBaseline(found []Finding) *Baseline {
	counts := map[BaselineEntry]int{}
	for _, f := range found {
		counts[entryOf(f)]++
	}
	b := &Baseline{Version: baselineVersion, Known: []BaselineEntry{}}
	for e, n := range counts {
		e.Count = n
		b.Known = append(b.Known, e)
	}
	slices.SortFunc(b.Known, func(x, y BaselineEntry) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Message, y.Message))
	})
	return b
}

// Format is the baseline as a file.
func (b *Baseline) Format() []byte {
	data, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		panic("sweep: " + err.Error()) // strings and integers only
	}
	return append(data, '\n')
}

// LoadBaseline reads a file that Format has written.
func LoadBaseline(path string) (*Baseline, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the baseline: %w", err)
	}
	var b Baseline
	if err := json.Unmarshal(data, &b); err != nil {
		return nil, fmt.Errorf("%s: not a baseline: %w; write it anew with -write-baseline", path, err)
	}
	if b.Version != baselineVersion {
		return nil, fmt.Errorf("%s: a baseline of version %d, want %d; write it anew with -write-baseline", path, b.Version, baselineVersion)
	}
	return &b, nil
}

// New returns the findings that the baseline does not know, and how many of its
// findings are gone.
func (b *Baseline) New(found []Finding) (fresh []Finding, gone int) {
	left := map[BaselineEntry]int{}
	for _, e := range b.Known {
		n := e.Count
		e.Count = 0
		left[e] += n
		gone += n
	}
	for _, f := range found {
		if e := entryOf(f); left[e] > 0 {
			left[e]--
			gone--
			continue
		}
		fresh = append(fresh, f)
	}
	return fresh, gone
}
