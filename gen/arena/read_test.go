package arena

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/llm"
	"github.com/sextant-mcp/sextant/gen/source"
)

func TestReadTurns(t *testing.T) {
	turns := turnsOf(t, "\n"+`{"intent": "a", "gold": [], "set": "s", "namespace": "n"}`+"\n\n"+`{"intent": "b", "tool": "x", "kind": "k", "set": "s"}`)
	if len(turns) != 2 || turns[0].Kind != "s" || turns[0].Namespace != "n" || turns[1].Kind != "k" || turns[1].label() != "corpus.jsonl:4:1" {
		t.Errorf("%+v", turns)
	}
	if got := OfKind(turns, []string{"k"}); len(got) != 1 || got[0].Intent != "b" {
		t.Errorf("of kind k: %+v", got)
	}
	if got := OfKind(turns, nil); len(got) != 2 {
		t.Errorf("of all kinds: %+v", got)
	}
	if _, diags := ReadTurns(filepath.Join(t.TempDir(), "none")); !diags.HasErrors() {
		t.Error("no file, no error")
	}
}

func TestParseTools(t *testing.T) {
	tools, diags := ParseTools("tools.jsonl", []byte(`{"name": "n.a", "namespace": "n", "description": "Does.", "params": ["q:str", "limit:int=4 (cap 8)"], "reads": true}

{"name": "n.ask", "router": true}
{"name": "n.tools", "disclosure": true}
{"namespace": "n"}
{"name": 7}
{"name": "n.b", "writes": true}`))
	yes, no := true, false
	want := []source.Capability{
		{
			ID: "n.a", Name: "n.a", OneLine: "Does.", Kind: "tool", Namespace: "n", Annotations: &source.Annotations{ReadOnly: &yes},
			TypedIO: source.TypedIO{Params: []source.Param{{Name: "q", Type: "string", Required: true}, {Name: "limit", Type: "integer"}}},
			Pos:     source.Position{File: "tools.jsonl", Line: 1, Column: 1},
		},
		{ID: "n.b", Name: "n.b", Kind: "tool", Annotations: &source.Annotations{ReadOnly: &no}, Pos: source.Position{File: "tools.jsonl", Line: 7, Column: 1}},
	}
	if diff := cmp.Diff(want, tools); diff != "" {
		t.Error(diff)
	}
	if len(diags.Errors()) != 2 || diags[0].Pos.Line != 5 || diags[1].Pos.Line != 6 || !strings.Contains(diags[0].Message, "name") {
		t.Errorf("%v", diags)
	}
}

func TestReadParam(t *testing.T) {
	for text, want := range map[string]source.Param{
		"user:str":                         {Name: "user", Type: "string", Required: true},
		"limit:int=4 (earlier 5)":          {Name: "limit", Type: "integer"},
		"tag:str|null":                     {Name: "tag", Type: "string"},
		"kind:paper|survey|null":           {Name: "kind", Type: "string", Enum: []string{"paper", "survey"}},
		"interests:str(min 1)":             {Name: "interests", Type: "string", Required: true},
		"sources:str='arxiv,pubmed'":       {Name: "sources", Type: "string"},
		"user:str (optional later)":        {Name: "user", Type: "string"},
		"bounds:[lo,hi]|null":              {Name: "bounds", Type: "array"},
		"subs:dict|null":                   {Name: "subs", Type: "object"},
		"store:bool=true":                  {Name: "store", Type: "boolean"},
		"family":                           {Name: "family"},
		"odd:thing":                        {Name: "odd", Required: true},
		"metric:str|null (2026-09-03)":     {Name: "metric", Type: "string"},
		"since_days:int|null=365 (of all)": {Name: "since_days", Type: "integer"},
	} {
		if got, ok := readParam(text); !ok || !cmp.Equal(got, want) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	for _, remark := range []string{"not read", "", "direction (needed for unknown metric)", "arm(s)"} {
		if got, ok := readParam(remark); ok {
			t.Errorf("%q: %+v", remark, got)
		}
	}
}

func FuzzParseTools(f *testing.F) {
	f.Add([]byte(`{"name": "a", "params": ["b:c|d=e (f)", "g"]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tools, _ := ParseTools("x", data)
		for _, c := range tools {
			if strings.TrimSpace(c.ID) == "" {
				t.Fatalf("a tool without a name: %+v", c)
			}
		}
	})
}

// Namespaces that are not there are named with those that are.
func TestUnknownNamespace(t *testing.T) {
	file, _ := source.ParseCapabilities("office.json", []byte(office))
	cat, _ := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	_, err := NewField(context.Background(), cat, []string{"mial"}, nil)
	if err == nil || !strings.Contains(err.Error(), `"mial"; there are cal, mail`) {
		t.Errorf("error %v", err)
	}
}

// The published turns can be played, in every arm, by the namespaces that the
// tools have.
func TestAttestation(t *testing.T) {
	data := os.Getenv("SEXTANT_DATA")
	if data == "" {
		t.Skip("SEXTANT_DATA names no folder")
	}
	tools, diags := ReadTools(filepath.Join(data, "attestation", "tools.jsonl"))
	if diags.HasErrors() || len(tools) != 47 {
		t.Fatalf("%d tools, %v", len(tools), diags)
	}
	cat, diags := catalog.Build(catalog.Input{Descriptors: tools})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	turns, diags := ReadTurns(filepath.Join(data, "attestation", "turns.jsonl"))
	if diags.HasErrors() || len(turns) != 140 {
		t.Fatalf("%d turns, %v", len(turns), diags)
	}
	f, err := NewField(context.Background(), cat, []string{"feed", "runs", "kg", "sym"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// A model that calls the door of the right namespace with the user's words.
	model := &scripted{script: map[string][]llm.Call{}}
	for _, turn := range turns {
		model.script[turn.Intent] = []llm.Call{call(turn.Namespace+"_ask", "question", turn.Intent)}
	}
	r, err := Run(context.Background(), model, f, OfKind(turns, []string{"spike", "must_decline"}), Options{Runs: 1, Arms: []string{Routed, Flat}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Turns != 24 || len(r.Skipped) != 1 || r.Arms[1].Offered != 40 {
		t.Errorf("%d turns, skipped %v, %d tools offered", r.Turns, r.Skipped, r.Arms[1].Offered)
	}
	t.Logf("the router without examples: %v of %d", r.Arms[0].Runs[0], r.Turns)
}
