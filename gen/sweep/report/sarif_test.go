package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/sweep/report"
)

// shape is the part of the SARIF 2.1.0 schema that a log of ours touches: for
// each object the properties it may have, marked "!" where they are required,
// with the shape of their values. The objects of the format are closed.
var shape = map[string]map[string]string{
	"log":           {"$schema": "uri", "version!": "=2.1.0", "runs!": "[]run"},
	"run":           {"tool!": "tool", "results": "[]result", "columnKind": "=utf16CodeUnits|unicodeCodePoints"},
	"tool":          {"driver!": "driver"},
	"driver":        {"name!": "string", "rules": "[]rule"},
	"rule":          {"id!": "string", "name": "string", "shortDescription": "text", "fullDescription": "text", "help": "text", "defaultConfiguration": "configuration", "properties": "bag"},
	"configuration": {"level": "=none|note|warning|error"},
	"bag":           {"tags": "[]string"},
	"text":          {"text!": "string", "markdown": "string"},
	"message":       {"text": "string"},
	"result":        {"ruleId": "string", "ruleIndex": "index", "level": "=none|note|warning|error", "message!": "message", "locations": "[]location", "fixes": "[]fix", "partialFingerprints": "strings"},
	"location":      {"physicalLocation": "physical"},
	"physical":      {"artifactLocation": "artifact", "region": "region"},
	"artifact":      {"uri": "uri"},
	"region":        {"startLine": "positive", "startColumn": "positive", "endLine": "positive", "endColumn": "positive"},
	"fix":           {"description": "message", "artifactChanges!": "[1]change"},
	"change":        {"artifactLocation!": "artifact", "replacements!": "[1]replacement"},
	"replacement":   {"deletedRegion!": "region", "insertedContent": "content"},
	"content":       {"text": "string"},
}

// TestSARIFShape checks a log against the required properties, the types and
// the closed sets of values of the format.
func TestSARIFShape(t *testing.T) {
	for name, r := range map[string]report.Report{"sample": sample(), "clean": {}} {
		var b bytes.Buffer
		if err := report.Write(&b, report.SARIF, r); err != nil {
			t.Fatal(err)
		}
		var log any
		if err := json.Unmarshal(b.Bytes(), &log); err != nil {
			t.Fatal(err)
		}
		for _, fault := range faults("log", log, name) {
			t.Error(fault)
		}
		checkIndices(t, log)
	}
}

// checkIndices: a result's index must lead to the rule it names.
func checkIndices(t *testing.T, log any) {
	t.Helper()
	run := log.(map[string]any)["runs"].([]any)[0].(map[string]any)
	rules := run["tool"].(map[string]any)["driver"].(map[string]any)["rules"].([]any)
	for _, r := range run["results"].([]any) {
		result := r.(map[string]any)
		rule := rules[int(result["ruleIndex"].(float64))].(map[string]any)
		if rule["id"] != result["ruleId"] {
			t.Errorf("index %v leads to %v, want %v", result["ruleIndex"], rule["id"], result["ruleId"])
		}
	}
}

var listShape = regexp.MustCompile(`^\[1?\]`)

func faults(want string, value any, path string) []string {
	fault := func(format string, args ...any) []string {
		return []string{path + ": " + fmt.Sprintf(format, args...)}
	}
	if mark := listShape.FindString(want); mark != "" {
		list, ok := value.([]any)
		if !ok || mark == "[1]" && len(list) == 0 {
			return fault("%v, want a list", value)
		}
		var all []string
		for i, v := range list {
			all = append(all, faults(want[len(mark):], v, fmt.Sprintf("%s[%d]", path, i))...)
		}
		return all
	}
	if values, ok := strings.CutPrefix(want, "="); ok {
		if s, ok := value.(string); !ok || !strings.Contains("|"+values+"|", "|"+s+"|") {
			return fault("%v, want one of %s", value, values)
		}
		return nil
	}
	if fields, ok := shape[want]; ok {
		return objectFaults(fields, value, path)
	}
	if !scalarFits(want, value) {
		return fault("%v, want %s", value, want)
	}
	return nil
}

func objectFaults(fields map[string]string, value any, path string) (all []string) {
	object, ok := value.(map[string]any)
	if !ok {
		return []string{path + ": no object"}
	}
	known := map[string]string{}
	for name, want := range fields {
		plain := strings.TrimSuffix(name, "!")
		known[plain] = want
		if _, there := object[plain]; plain != name && !there {
			all = append(all, path+": lacks "+plain)
		}
	}
	for name, v := range object {
		want, ok := known[name]
		if !ok {
			all = append(all, path+": has no property "+name)
			continue
		}
		all = append(all, faults(want, v, path+"."+name)...)
	}
	return all
}

func scalarFits(want string, value any) bool {
	switch want {
	case "string":
		s, ok := value.(string)
		return ok && s != ""
	case "uri":
		s, ok := value.(string)
		_, err := url.Parse(s)
		return ok && err == nil && !strings.ContainsAny(s, " \\")
	case "index":
		n, ok := value.(float64)
		return ok && n >= 0
	case "positive":
		n, ok := value.(float64)
		return ok && n >= 1
	case "strings":
		m, ok := value.(map[string]any)
		for _, v := range m {
			if _, isString := v.(string); !isString {
				return false
			}
		}
		return ok
	}
	return false
}
