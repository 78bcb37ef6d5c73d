package sweep_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/gen/sweep"
)

func TestParseConfig(t *testing.T) {
	got, err := sweep.ParseConfig("c.yaml", []byte(`rules:
  body-length: off
  tool-shared: error
fields: [version]
unskilled:
  engine_rbac: for operators
  quant:
ignore:
  - rules: [call-action]
    paths: ["skills/old-*/**"]
    reason: goes in spring
`))
	if err != nil {
		t.Fatal(err)
	}
	want := &sweep.Config{
		Rules:  map[string]sweep.Severity{"body-length": sweep.Off, "tool-shared": sweep.Error},
		Fields: []string{"version"},
		Unskilled: []sweep.Unskilled{
			{Tool: "engine_rbac", Reason: "for operators", Pos: source.Position{File: "c.yaml", Line: 6, Column: 3}},
			{Tool: "quant", Pos: source.Position{File: "c.yaml", Line: 7, Column: 3}},
		},
		Ignore: []sweep.Ignore{{Rules: []string{"call-action"}, Paths: []string{"skills/old-*/**"}, Reason: "goes in spring"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestParseConfigErrors(t *testing.T) {
	for text, want := range map[string]string{
		"rule: {}":                              `c.yaml:1:1: there is no section "rule"`,
		"rules:\n  nothing: off":                `c.yaml:2:3: there is no rule "nothing"`,
		"rules: {bom: loud}":                    `c.yaml:1:14: unknown severity "loud"`,
		"rules: [bom]":                          "c.yaml:1:8: want a mapping",
		"fields: version":                       "c.yaml:1:9: want a list",
		"ignore: {}":                            "c.yaml:1:9: want a list of entries",
		"ignore:\n- rules: [bom]\n  paths: [a]": "an ignore needs rules, paths and a reason",
		"ignore:\n- {rules: [x], paths: [a], reason: b}":       `there is no rule "x"`,
		"ignore:\n- {rule: [bom], paths: [a], reason: b}":      `there is no key "rule"`,
		"ignore:\n- {rules: {}, paths: [a], reason: b}":        "want a list of strings",
		"ignore:\n- {rules: [bom], paths: ['a[b'], reason: c}": "c.yaml:2:25: \"a[b\" is no pattern",
		"rules: {bom: off, bom: error}":                        "c.yaml:1:19: \"bom\" is written twice",
		"rules: {}\nrules: {}":                                 "c.yaml:2:1: \"rules\" is written twice",
		"rules: {":                                             "c.yaml:2:1: not YAML: ",
		"rules:\n\tbom: off":                                   "c.yaml:2:",
	} {
		if _, err := sweep.ParseConfig("c.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
	if c, err := sweep.ParseConfig("c.yaml", nil); err != nil || c == nil {
		t.Errorf("an empty configuration: %v, %v", c, err)
	}
	if _, err := sweep.LoadConfig(filepath.Join(t.TempDir(), "none.yaml")); err == nil {
		t.Error("a configuration that does not exist is no error")
	}
}

func TestLoadErrors(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty")
	broken := filepath.Join(dir, "broken.json")
	if err := os.Mkdir(empty, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(broken, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, opt := range map[string]sweep.Options{
		"no folder":      {Dirs: []string{filepath.Join(dir, "none")}},
		"no skill":       {Dirs: []string{empty}},
		"no descriptors": {Dirs: []string{empty}, Descriptors: []string{filepath.Join(dir, "none.json")}},
		"broken":         {Dirs: []string{empty}, Descriptors: []string{broken}},
		"no templates":   {Dirs: []string{empty}, Templates: filepath.Join(dir, "none")},
	} {
		if _, err := sweep.Load(opt); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestParseSeverity(t *testing.T) {
	for s := sweep.Off; s <= sweep.Error; s++ {
		if got, err := sweep.ParseSeverity(s.String()); err != nil || got != s {
			t.Errorf("%v reads back as %v, error %v", s, got, err)
		}
	}
}
