package index

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
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
		out = append(out, Row{Intent: r.Intent})
	}
	return out
})
