//go:build unix

package sextant_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/transcript"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// docStep says how a command of the documents is run, where a shell in the sources of
// the shipped surface is not all that it takes.
type docStep struct {
	notRun  string // why it is not run
	data    bool   // it needs SEXTANT_DATA, and is not run without
	trains  bool   // it trains a whole surface, and is not run with -short
	in      string // the scene
	before  string // what is done first
	instead string // what is run in its place
	reckon  func(*testing.T, *stage) string
}

// Scenes: the sources of the shipped surface, and the module that README.md describes.
// Others are made by what is done in them first.
const (
	sources = "sources"
	shop    = "README.md"
)

const (
	npm    = "it installs from npm; .ci/interop, .ci/rest and .ci/fleet run such clients and servers"
	suite  = "it needs the conformance suite or the Inspector from npm; .ci/skills-mcp runs both"
	silent = "it serves and prints nothing; cmd/sextant-mcp/testdata/script has such servers"
)

// docSteps are the commands of the documents that are not just run.
var docSteps = map[string]docStep{
	"make run":                          {trains: true, reckon: made},
	"sextant-mcp -http 127.0.0.1:8765":  {reckon: greeted},
	"SEXTANT_TOOLS=sextnat sextant-mcp": {},
	"sextant stats | grep tokens":       {reckon: recordedTokens},

	// A module of the reader's own. Tidying asks the module proxy; without it the go
	// command is told to note what it needs as it goes.
	"go mod init example.com/shop": {in: shop},
	"go mod edit -require=github.com/sextant-mcp/sextant@v0.0.0 -replace=github.com/sextant-mcp/sextant=../sextant -tool=github.com/sextant-mcp/sextant/cmd/sextant": {in: shop},
	"go mod tidy -e # it misses example.com/shop/generated, which comes next":                                                                                        {in: shop, instead: noted("sextant")},
	"go generate ./...": {in: shop},
	"go run .":          {in: shop},
	"go tool sextant generate -check": {in: shop,
		before: `sed -i.was 's/, "count the paint buckets"//' capabilities-power.json`},

	"go mod edit -require=github.com/sextant-mcp/sextant@v0.0.0 -replace=github.com/sextant-mcp/sextant=../sextant -tool=github.com/sextant-mcp/sextant/cmd/skillsweep": {in: "author",
		before: "go mod init example.com/author && cp -R ../" + shop + "/skills ."},
	"go mod tidy -e # a package that is still to be generated is missing": {in: "author", instead: noted("skillsweep")},
	"go tool skillsweep skills": {in: "author"},

	// Several servers, and what was learned.
	"sextant-mcp -names -config mcp.json":         {in: "names", before: twoServers},
	"sextant probe -config mcp.json -o lock.json": {reckon: drifted},
	"sextant route -verb act -store bolt:r.db 'paint on a wall'": {in: "cmd/sextant/testdata/script/route_learned.txtar",
		before: "sextant rewards import -store bolt:r.db learned.jsonl"},

	// What runs on other people's data.
	"npx -y @modelcontextprotocol/inspector@0.15.0 --cli npx -y @modelcontextprotocol/server-filesystem . --method tools/list > tools.json": {data: true, in: "list",
		instead: `cp "$SEXTANT_DATA/fleet/tools-list/filesystem.json" tools.json`},
	`sextant route -cpd tools.json "rename notes.txt to old.txt"`:                                 {data: true, in: "list"},
	"cd $SEXTANT_DATA/graph-os && skillsweep -cpd capabilities-power.2026-07.json skills.2026-07": {data: true},
	"SEXTANT_DATA=... go test -v -run 'TestReal(Schemas|Pins|Cost)' ./runtime/fleet/face": {data: true,
		instead: `cd "$ROOT" && go test -v -run 'TestReal(Schemas|Pins|Cost)' ./runtime/fleet/face`},

	// What is not run.
	`npx -y @modelcontextprotocol/inspector@0.15.0 --cli http://127.0.0.1:8765/mcp --transport http --method tools/call --tool-name write --tool-arg 'intent=delete node n-42' --tool-arg 'hints_json={"tool":"graph_write","action":"delete_node","node_id":"n-42"}'`: {notRun: npm},
	"sextant probe -config mcp.json -o mcp.lock.json":                                                    {notRun: npm},
	"sextant probe -config mcp.json -o mcp.lock.json | tail -1":                                          {notRun: npm},
	"npx openapi-typescript --default-non-nullable=false http://127.0.0.1:8765/openapi.json -o api.d.ts": {notRun: npm},
	".ci/clients": {notRun: npm},
	`conformance server --url "$server" --scenario sep-2640-skills-enumeration Passed: 32/32, 0 failed, 0 warnings`:                 {notRun: suite},
	`conformance server --url "$server" --scenario sep-2640-skills-manifest Passed: 6/6, 0 failed, 0 warnings`:                      {notRun: suite},
	`conformance server --url "$server" --scenario sep-2640-skills-directory Passed: 7/7, 0 failed, 0 warnings`:                     {notRun: suite},
	`inspector --cli --server-url "$server" --transport http --protocol-era modern --method skills/list --verify --require-digests`: {notRun: suite},
	"sextant-mcp -config mcp.json -locked":                {notRun: silent},
	"sextant-mcp -namespace sextant -http 127.0.0.1:8931": {notRun: "what it answers is shown below it and compared"},
	"cat tokens": {notRun: "it shows the reader a file"},
	"sextant-mcp -http 0.0.0.0:8765 -tokens tokens": {notRun: silent},
	`curl -s http://127.0.0.1:8765/intent/ask -H 'Authorization: Bearer 6f1ed002ab5595859014ebf0951522d9' -H 'Content-Type: application/json' -d '...'`: {notRun: "it is no whole command"},
}

// noted is what is run in place of go mod tidy, for a command of this module.
func noted(command string) string {
	return `cp "$ROOT/go.sum" . && go list -mod=mod -deps github.com/sextant-mcp/sextant/cmd/` + command + ` >/dev/null 2>&1`
}

const twoServers = `cat >mcp.json <<'END'
{"mcpServers": {
  "library": {"command": "sextant-mcp", "args": ["-mode", "condensed", "-enabled-tools", "sextant_list_capabilities,graph_search"]},
  "archive": {"command": "sextant-mcp", "args": ["-mode", "condensed", "-enabled-tools", "graph_reach,graph_search"]}
}}
END`

// How a command is known: by its text, lines that go on joined.
var goesOn = regexp.MustCompile(`\s*\\\n\s*|\s+`)

func key(command string) string { return goesOn.ReplaceAllString(command, " ") }

// ours reports whether a command is run without being listed: those of this module,
// and requests to the server that is started for them.
func ours(command string) bool {
	for _, prefix := range []string{"sextant ", "sextant-mcp ", "skillsweep ", "curl -s http://" + shownAddress + "/", "curl -s -w '\\n%{http_code}\\n' http://" + shownAddress + "/"} {
		if strings.HasPrefix(command, prefix) {
			return true
		}
	}
	return false
}

// shownAs is how a command's output is shown: that of requests is one line, which
// is broken for reading.
func shownAs(command string) transcript.How {
	return transcript.How{Broken: strings.HasPrefix(command, "curl ")}
}

// docPart is a block without a command that shows a part of what a request is answered
// with, which the text around it describes.
type docPart struct {
	doc, begins string
	printed     func(*testing.T, *stage) string
}

var docParts = []docPart{
	{"README.md", `"result":[{"id":"graph_schedules"`, tried("find")},
	{"README.md", `"candidates":[{"id":"graph_schedules"`, tried("why")},
	{"docs/agents.md", `{"ok":false,"answer":"What is name?`, asked("sextant", "read the instructions of a skill")},
}

// asked is what a namespace answers to a question.
func asked(namespace, question string) func(*testing.T, *stage) string {
	return func(t *testing.T, s *stage) string {
		_, address := s.start(t, 1, "-namespace", namespace, "-http", "127.0.0.1:0")
		line, err := surface.Curl("http://"+address, namespace+".ask", map[string]any{"question": question})
		if err != nil {
			t.Fatal(err)
		}
		var answer struct {
			Result struct {
				StructuredContent json.RawMessage
			}
		}
		if err := json.Unmarshal([]byte(s.run(t, sources, line)), &answer); err != nil {
			t.Fatal(err)
		}
		// In JSON some characters of a placeholder are written as escapes.
		return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(answer.Result.StructuredContent))
	}
}

// tried is what a request answers that the server proposes when it starts.
func tried(verb string) func(*testing.T, *stage) string {
	return func(t *testing.T, s *stage) string {
		for line := range strings.Lines(s.greeting) {
			if strings.HasPrefix(line, "curl ") && strings.Contains(line, "Mcp-Name: "+verb) {
				return s.run(t, sources, line)
			}
		}
		t.Fatalf("the server proposes no request to %s: %s", verb, s.greeting)
		return ""
	}
}
