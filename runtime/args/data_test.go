package args_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/args"
)

// unranked ranks nothing: only arguments are measured.
type unranked struct{}

func (unranked) Rank(measure.Question) measure.Answer { return measure.Answer{} }

// shelf holds tools by id.
type shelf map[string]*args.Tool

func (s shelf) ReadArguments(id, intent string) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for _, a := range s[id].Read(intent) {
		out[a.Name] = a.Value
	}
	return out
}

// On requests of real users for tools with real schemas.
func TestRealRequests(t *testing.T) {
	dir := os.Getenv("SEXTANT_DATA")
	if dir == "" {
		t.Skip("SEXTANT_DATA names no folder")
	}
	dir = filepath.Join(dir, "public", "bfcl-live")
	raw, err := os.ReadFile(filepath.Join(dir, "capabilities.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Capabilities []struct {
			ID      string `json:"id"`
			TypedIO struct {
				Schema json.RawMessage `json:"input_schema"`
			} `json:"typed_io"`
		} `json:"capabilities"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	tools := shelf{}
	for _, c := range file.Capabilities {
		tools[c.ID] = args.Parse(string(c.TypedIO.Schema), nil)
	}
	rows, diags := source.ReadRoutes(filepath.Join(dir, "dev.jsonl"))
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	results := measure.Run(unranked{}, rows, measure.Options{Arguments: tools})
	sum := measure.Summarize(results, measure.Speed{}).Args
	t.Logf("n %d, precision %.4f, recall %.4f, exact %.4f", sum.N, float64(sum.Precision), float64(sum.Recall), float64(sum.Exact))
	if sum.Precision < .97 || sum.Recall < .67 || sum.Exact < .44 {
		t.Errorf("%+v", *sum)
	}
}
