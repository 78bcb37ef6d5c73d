// Package phrases knows in which words people ask for the tools of widely used
// MCP servers: files, version control, browsers, notes, chat, maps and the
// like. Such examples are what a ranking learns most from, and a server that is
// mounted while a program runs brings none.
//
//	examples := phrases.Of("list_directory", []string{"path"})
//
// A tool is known by its name and the names of its parameters together, so that
// one that only shares the name gets nothing. Servers of later versions, with
// one parameter more or less, are known still.
package phrases

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
)

//go:embed phrases.jsonl
var rows []byte

type row struct {
	Tool     string   `json:"tool"`
	Params   []string `json:"params"` // sorted
	Examples []string `json:"examples"`
}

// known reads the rows when they are first needed.
var known = sync.OnceValue(func() map[string][]row {
	out := map[string][]row{}
	scanner := bufio.NewScanner(bytes.NewReader(rows))
	scanner.Buffer(nil, 1<<20)
	for line := 1; scanner.Scan(); line++ {
		var r row
		if err := json.Unmarshal(scanner.Bytes(), &r); err != nil {
			panic(fmt.Sprintf("phrases.jsonl:%d: %v", line, err)) // a test reads them all
		}
		out[r.Tool] = append(out[r.Tool], r)
	}
	return out
})

// Len is how many tools are known.
func Len() (n int) {
	for _, list := range known() {
		n += len(list)
	}
	return n
}

// Of returns the phrasings of a tool with these parameters, nil for one that is
// not known. Of several tools of that name the one whose parameters are nearest
// counts. The result must not be changed.
func Of(tool string, params []string) []string {
	var best []string
	least := 0.0
	for _, r := range known()[tool] {
		if far := distance(r.Params, params); far <= tolerance && (best == nil || far < least) {
			best, least = r.Examples, far
		}
	}
	return best
}

// tolerance is which share of all parameters may be the one's and not the
// other's.
const tolerance = 0.5

func distance(a, b []string) float64 {
	both := 0
	for _, name := range a {
		if slices.Contains(b, name) {
			both++
		}
	}
	all := len(a) + len(b) - both
	if all == 0 {
		return 0
	}
	return 1 - float64(both)/float64(all)
}
