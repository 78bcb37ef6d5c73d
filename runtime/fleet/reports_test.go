package fleet_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// report is something that users of gateways have complained about in public, made
// small: where they did, what went wrong there, and a check that it does not here.
// Each check goes through the whole gateway, from a client of another library to a
// server in a process of its own.
type report struct {
	where, what string
	check       func(t *testing.T)
}

func reports() []report {
	return slices.Concat(nameReports(), schemaReports(), callReports(), changeReports(), failureReports(), sizeReports())
}

func TestReports(t *testing.T) {
	for _, r := range reports() {
		t.Run(r.where+" "+r.what, func(t *testing.T) {
			t.Parallel() // most of the time a case waits for processes
			r.check(t)
		})
	}
}

// elsewhere are the reports about ranking, which the tests of gen/index have, and
// about what is learned, which those of runtime have.
var elsewhere = []string{
	"PrefectHQ/fastmcp#4886", "nicobailon/pi-mcp-adapter#607", "xfey/MCP-Zero#10", "serac-labs/serac#298",
	"openclaw/openclaw#114285", "ratel-ai/ratel#56", "open-octo/octo-agent#927", "jgravelle/jdocmunch-mcp#94",
	"btsouth/toolport#189", "NousResearch/hermes-agent#75944", "Yeachan-Heo/oh-my-claudecode#814",
	"microsoft/vscode#317992", "zonlabs/mcp-ts#65",
}

// Every report of the collection has its case.
func TestEveryReportHasACase(t *testing.T) {
	root := os.Getenv("SEXTANT_DATA")
	if root == "" {
		t.Skip("SEXTANT_DATA names no folder with reports")
	}
	raw, err := os.ReadFile(filepath.Join(root, "field-reports.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	covered := map[string]bool{}
	for _, where := range elsewhere {
		covered[where] = true
	}
	for _, r := range reports() {
		covered[r.where] = true
	}
	for lines := bufio.NewScanner(bytes.NewReader(raw)); lines.Scan(); {
		var one struct {
			Repo   string
			Number any
		}
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		if where := fmt.Sprintf("%s#%v", one.Repo, one.Number); !covered[where] {
			t.Errorf("%s has no case", where)
		}
	}
}
