package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// sarifLibrary is the package that carries the schema of SARIF 2.1.0 as OASIS
// publishes it, in a constant of its own.
const sarifLibrary = "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

// sarifSchema is that schema. The library can check only what it has read into
// its own types, which drop the properties they do not know; a log is checked as
// it is written here.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", sarifLibrary).Output()
	if err != nil {
		t.Fatalf("go list %s: %v", sarifLibrary, err)
	}
	text := constant(t, filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), "schema")
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	id, _ := doc.(map[string]any)["id"].(string)
	if !strings.Contains(id, "docs.oasis-open.org/sarif/sarif/v2.1.0/") {
		t.Fatalf("the schema names itself %q", id)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(id, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(id)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// constant is the value of a string constant in a Go file.
func constant(t *testing.T, path, name string) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var value string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != name {
			return true
		}
		if literal, ok := spec.Values[0].(*ast.BasicLit); ok {
			value, err = strconv.Unquote(literal.Value)
		}
		return false
	})
	if err != nil || value == "" {
		t.Fatalf("%s has no string constant %s (%v)", path, name, err)
	}
	return value
}

// checkSARIF validates a log and returns how many results it has.
func checkSARIF(t *testing.T, schema *jsonschema.Schema, log []byte) int {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Errorf("not SARIF 2.1.0: %v", err)
	}
	read, err := sarif.FromBytes(log)
	if err != nil {
		t.Fatalf("a reader of SARIF says %v", err)
	}
	results := 0
	for _, run := range read.Runs {
		results += len(run.Results)
	}
	return results
}

// sweepSARIF runs the command.
func sweepSARIF(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(append([]string{"-format", "sarif", "-show", "note"}, args...), &out, &errs); code == exitUnusable {
		t.Fatalf("skillsweep %q: %s", args, errs.String())
	}
	return out.Bytes()
}

// brokenSkills makes skills that lead to every part of a log: findings of a
// place and of a whole file, fixes that insert, replace and delete.
func brokenSkills(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	writeSkill(t, "skills/käse platte/SKILL.md", "\ufeff---\nname: Käse\ndescription: Slices: cheese.\ntier: core\r\n---\n\nCall `x(`.\n")
	writeSkill(t, "skills/none/SKILL.md", "")
	writeSkill(t, "skills/latin/SKILL.md", "---\nname: latin\ndescription: caf\xe9\n---\n# latin\n")
}

// TestSARIF validates logs of the command: of our own skills, of skills with
// faults and fixes, and of nothing at all.
func TestSARIF(t *testing.T) {
	schema := sarifSchema(t)
	t.Run("own skills", func(t *testing.T) {
		t.Chdir("../..")
		checkSARIF(t, schema, sweepSARIF(t, "-config", "docs/ci/skillsweep.yaml"))
	})
	t.Run("broken skills", func(t *testing.T) {
		brokenSkills(t)
		log := sweepSARIF(t)
		for _, part := range []string{`"fixes"`, `"insertedContent"`, `"region"`, `k%C3%A4se%20platte`} {
			if !bytes.Contains(log, []byte(part)) {
				t.Errorf("the log has no %s", part)
			}
		}
		if n := checkSARIF(t, schema, log); n < 5 {
			t.Errorf("%d results, want at least one a fault", n)
		}
	})
	t.Run("no findings", func(t *testing.T) {
		t.Chdir(t.TempDir())
		writeSkill(t, "skills/good/SKILL.md", "---\nname: good\ndescription: Waters the plants of the office. Use it on Mondays.\n---\n\n# good\n\nTake the can, fill it, go round.\n")
		if n := checkSARIF(t, schema, sweepSARIF(t)); n != 0 {
			t.Errorf("%d results, want none", n)
		}
	})
}

// TestSARIFStrangers validates the logs of other people's skills.
func TestSARIFStrangers(t *testing.T) {
	data := os.Getenv("SEXTANT_DATA")
	if data == "" {
		t.Skip("SEXTANT_DATA does not name the folder of real inputs")
	}
	schema := sarifSchema(t)
	for name, args := range map[string][]string{
		"published": {"-cpd", filepath.Join(data, "graph-os", "capabilities-power.2026-07.json"), filepath.Join(data, "graph-os", "skills.2026-07")},
		"wild":      {filepath.Join(data, "skills-wild")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir()) // no descriptors of ours
			n := checkSARIF(t, schema, sweepSARIF(t, args...))
			t.Logf("%d results", n)
			if n < 100 {
				t.Errorf("%d results, want the findings of the golden file", n)
			}
		})
	}
}

// TestSARIFSchemaRefuses makes sure that the check can fail.
func TestSARIFSchemaRefuses(t *testing.T) {
	schema := sarifSchema(t)
	brokenSkills(t)
	log := string(sweepSARIF(t))
	for name, change := range map[string][2]string{
		"level":    {`"level": "error"`, `"level": "fatal"`},
		"version":  {`"version": "2.1.0"`, `"version": "2.2.0"`},
		"property": {`"ruleIndex"`, `"ruleNumber"`},
		"line":     {`"startLine": 1,`, `"startLine": 0,`},
		"message":  {`"message": {`, `"speech": {`},
		"uri":      {`"uri": "`, `"uri": "a b\\`},
	} {
		broken := strings.ReplaceAll(log, change[0], change[1])
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(broken))
		if err != nil {
			t.Fatal(err)
		}
		if broken == log || schema.Validate(doc) == nil {
			t.Errorf("a log with another %s passes", name)
		}
	}
}

func writeSkill(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
