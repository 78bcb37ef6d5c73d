package index

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/sextant-mcp/sextant/runtime"
)

//go:embed background.jsonl
var backgroundRows string

// background is requests of everyday and professional life that a surface
// usually does not serve: what the class "nothing fits" learns from beside the
// surface's own near misses.
var background = sync.OnceValue(func() []Row {
	var out []Row
	for line := range strings.Lines(backgroundRows) {
		var r struct {
			Intent string `json:"intent"`
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			panic(fmt.Sprintf("index: the embedded background rows are broken: %v", err))
		}
		out = append(out, Row{Intent: r.Intent, read: wordsIn(r.Intent)})
	}
	return out
})

// servedCoverage is the share of a background request that a single capability
// must account for to be taken to serve it.
const servedCoverage = 0.6

// unserved are the background requests that this surface does not serve: a
// weather server keeps its weather. Whether it does is judged by the lexical
// rows alone.
func unserved(lexical *runtime.Router) []Row {
	var out []Row
	for _, row := range background() {
		_, best := lexical.Resolve(nil, runtime.Query{Intent: row.Intent, K: 1})
		if len(best) == 0 || best[0].Confidence < servedCoverage {
			out = append(out, row)
		}
	}
	return out
}
