package report

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

// The part of SARIF 2.1.0 that a sweep fills. Names are those of the format.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string       `json:"id"`
		Name    string       `json:"name"`
		Short   sarifMessage `json:"shortDescription"`
		Full    sarifMessage `json:"fullDescription"`
		Help    sarifHelp    `json:"help"`
		Default sarifConfig  `json:"defaultConfiguration"`
		Props   sarifTags    `json:"properties"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifTags struct {
		Tags []string `json:"tags"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifHelp struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifMessage      `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fixes        []sarifFix        `json:"fixes,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	sarifFix struct {
		Description sarifMessage  `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion   `json:"deletedRegion"`
		Inserted *sarifMessage `json:"insertedContent,omitempty"`
	}
)

const (
	sarifVersion = "2.1.0"
	sarifSchema  = "https://json.schemastore.org/sarif-2.1.0.json"
	// sarifColumns says that columns count characters, not bytes.
	sarifColumns = "unicodeCodePoints"
)

var sarifLevels = map[sweep.Severity]string{sweep.Error: "error", sweep.Warning: "warning", sweep.Note: "note", sweep.Off: "none"}

// sarif writes a log with one run.
func (r Report) sarif(w io.Writer) error {
	driver := sarifDriver{Name: "skillsweep"}
	number := map[string]int{}
	for i, rule := range sweep.Rules() {
		number[rule.ID] = i
		driver.Rules = append(driver.Rules, sarifRuleOf(rule))
	}
	run := sarifRun{Tool: sarifTool{driver}, ColumnKind: sarifColumns, Results: make([]sarifResult, 0, len(r.Findings))}
	files := fileTexts{read: r.Text, texts: map[string]*fileText{}}
	seen := map[string]int{}
	for _, f := range r.Findings {
		result := files.result(f)
		result.RuleIndex = number[f.Rule]
		print := sweep.Fingerprint(f)
		result.Fingerprints = map[string]string{"skillsweep/v1": fmt.Sprintf("%s:%d", print, seen[print])}
		seen[print]++
		run.Results = append(run.Results, result)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{Schema: sarifSchema, Version: sarifVersion, Runs: []sarifRun{run}})
}

func sarifRuleOf(rule sweep.Rule) sarifRule {
	return sarifRule{
		ID: rule.ID, Name: camel(rule.ID),
		Short: sarifMessage{rule.Title + "."}, Full: sarifMessage{rule.Doc},
		Help:    sarifHelp{Text: rule.Doc, Markdown: rule.Markdown()},
		Default: sarifConfig{sarifLevels[rule.Severity]},
		Props:   sarifTags{[]string{rule.Group}},
	}
}

// camel turns a rule's id into the form that viewers show as its name.
func camel(id string) string {
	var b strings.Builder
	for _, part := range strings.Split(id, "-") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// sarifURI is a path as a URI: relative as it is, else with the scheme file.
func sarifURI(file string) string {
	u := url.URL{Path: file}
	if path.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}
