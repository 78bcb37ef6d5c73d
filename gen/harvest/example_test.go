package harvest_test

import (
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/harvest"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/routelog"
)

// A request that nothing fitted, and what its caller then pinned, become a row.
func Example() {
	const log = `{"time":"2026-11-03T12:00:00Z","caller":"c1","verb":"act","intent":"ring the bell","decision":"no_match","status":"no_match"}
{"time":"2026-11-03T12:00:05Z","caller":"c1","verb":"act","intent":"ring the bell","decision":"route","tool":"alarm","pinned":true,"status":"ok","executed":true,"worked":true}`
	entries, err := routelog.Read(strings.NewReader(log), "routes.log")
	if err != nil {
		fmt.Println(err) // lines that are no entries
	}
	file, _ := source.ParseCapabilities("c.json", []byte(`{"capabilities":[{"id":"alarm","one_line":"Sound the alarm.","intent_verbs":["act"]}]}`))
	cat, _ := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	res := harvest.Propose(entries, harvest.Options{Catalog: cat})
	lines, err := harvest.AppendRows(nil, res.Rows)
	fmt.Print(string(lines), err)
	// Output:
	// {"verb":"act","intent":"ring the bell","gold":["alarm"],"kind":"correction","seen":1,"note":"nothing was offered"}
	// <nil>
}
