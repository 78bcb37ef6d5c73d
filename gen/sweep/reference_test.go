package sweep_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

// The validator of the Agent Skills format documents what it refuses in the six
// fields. This table says the same once more: a folder, a file, and the rule of
// ours that speaks of the fault; none where the validator is content.
var reference = []struct {
	name, folder, text, rule string
}{
	// The file.
	{"the least it wants", "tea", skillText("name: tea", "description: Makes tea."), ""},
	{"all six fields", "tea", skillText("name: tea", "description: Makes tea.", "license: MIT", "compatibility: needs water",
		"allowed-tools: Read Grep", "metadata:", "  author: Kitchen"), ""},
	{"no front matter", "tea", "# tea\n\nBoil water.\n", "frontmatter-missing"},
	{"text before the front matter", "tea", "Tea\n" + skillText("name: tea", "description: Makes tea."), "frontmatter-missing"},
	{"no closing fence", "tea", "---\nname: tea\ndescription: Makes tea.\n\n# tea\n", "frontmatter-unclosed"},
	{"not YAML", "tea", skillText("name: tea", "description: Makes: tea."), "yaml-syntax"},
	{"a list for a mapping", "tea", skillText("- name", "- description"), "yaml-syntax"},
	{"a key twice", "tea", skillText("name: tea", "description: Makes tea.", "description: Makes coffee."), "duplicate-key"},
	{"a tag", "tea", skillText("name: !drink tea", "description: Makes tea."), "field-type"},

	// The set of fields.
	{"a field of another format", "tea", skillText("name: tea", "description: Makes tea.", "version: 2"), "field-unknown"},
	{"a field in upper case", "tea", skillText("name: tea", "description: Makes tea.", "License: MIT"), "field-unknown"},

	// name
	{"no name", "tea", skillText("description: Makes tea."), "field-missing"},
	{"an empty name", "tea", skillText("name:", "description: Makes tea."), "field-missing"},
	{"a blank name", "tea", skillText("name: '  '", "description: Makes tea."), "field-missing"},
	{"a name of 64 characters", strings.Repeat("t", 64), skillText("name: "+strings.Repeat("t", 64), "description: Makes tea."), ""},
	{"a name of 65 characters", strings.Repeat("t", 65), skillText("name: "+strings.Repeat("t", 65), "description: Makes tea."), "name-form"},
	{"upper case", "Tea", skillText("name: Tea", "description: Makes tea."), "name-form"},
	{"upper case of another script", "Чай", skillText("name: Чай", "description: Makes tea."), "name-form"},
	{"letters of another script", "чай", skillText("name: чай", "description: Makes tea."), ""},
	{"letters without case", "お茶", skillText("name: お茶", "description: Makes tea."), ""},
	{"digits", "tea-4-2", skillText("name: tea-4-2", "description: Makes tea."), ""},
	{"a hyphen in front", "-tea", skillText("name: -tea", "description: Makes tea."), "name-form"},
	{"a hyphen at the end", "tea-", skillText("name: tea-", "description: Makes tea."), "name-form"},
	{"two hyphens", "green--tea", skillText("name: green--tea", "description: Makes tea."), "name-form"},
	{"an underscore", "green_tea", skillText("name: green_tea", "description: Makes tea."), "name-form"},
	{"a space", "green tea", skillText("name: green tea", "description: Makes tea."), "name-form"},
	{"a dot", "tea.v2", skillText("name: tea.v2", "description: Makes tea."), "name-form"},
	{"another folder", "coffee", skillText("name: tea", "description: Makes tea."), "name-folder"},
	{"a composed and a decomposed letter", "the\u0301", skillText("name: th\u00e9", "description: Makes tea."), ""},
	{"a wide letter and a plain one", "tea", skillText("name: \uff54ea", "description: Makes tea."), ""},
	{"white space around it", "tea", skillText("name: ' tea '", "description: Makes tea."), ""},

	// description
	{"no description", "tea", skillText("name: tea"), "field-missing"},
	{"an empty description", "tea", skillText("name: tea", "description:"), "field-missing"},
	{"a blank description", "tea", skillText("name: tea", "description: '   '"), "field-missing"},
	{"1,024 characters", "tea", skillText("name: tea", "description: "+strings.Repeat("ü", 1024)), ""},
	{"1,025 characters", "tea", skillText("name: tea", "description: "+strings.Repeat("ü", 1025)), "description-length"},
	{"a folded description", "tea", skillText("name: tea", "description: >-", "  Makes", "  tea."), ""},

	// compatibility
	{"500 characters of compatibility", "tea", skillText("name: tea", "description: Makes tea.", "compatibility: "+strings.Repeat("é", 500)), ""},
	{"501 characters of compatibility", "tea", skillText("name: tea", "description: Makes tea.", "compatibility: "+strings.Repeat("é", 501)), "compatibility-length"},
	{"compatibility that is no string", "tea", skillText("name: tea", "description: Makes tea.", "compatibility:", "  - water"), "field-type"},
}

// beyondReference lists what we say and the validator does not, and the other way
// about, each on purpose.
var beyondReference = []struct {
	name, file, text, rule string
}{
	// Both take skill.md. It passes over any other spelling as if there were no skill.
	{"a file in lower case", "skill.md", skillText("name: tea", "description: Makes tea."), ""},
	{"a file in mixed case", "Skill.md", skillText("name: tea", "description: Makes tea."), "skill-file"},
	// It refuses anchors. Clients read them; yaml-alias refuses those that grow.
	{"an alias", "SKILL.md", skillText("name: &n tea", "description: *n"), ""},
	// It refuses flow style. Clients read it, and lists of this platform are often written so.
	{"flow style", "SKILL.md", skillText("name: tea", "description: Makes tea.", "metadata: {author: Kitchen}"), ""},
	// It refuses fields of this platform.
	{"a field of this platform", "SKILL.md", skillText("name: tea", "description: Makes tea.", "tags: [drinks]"), ""},
	// It reads every scalar as a string and does not look at these two.
	{"a list of tools", "SKILL.md", skillText("name: tea", "description: Makes tea.", "allowed-tools:", "  - Read"), "field-type"},
	{"tools with commas", "SKILL.md", skillText("name: tea", "description: Makes tea.", "allowed-tools: Read, Grep"), "allowed-tools-form"},
	{"a number in metadata", "SKILL.md", skillText("name: tea", "description: Makes tea.", "metadata:", "  version: 2"), "field-type"},
	// Its YAML keeps the comment out of the value just like any other, in silence.
	{"a description with a comment", "SKILL.md", skillText("name: tea", "description: Makes tea #1."), "value-cut"},
}

// skillText is a skill with these lines of front matter.
func skillText(lines ...string) string {
	return "---\n" + strings.Join(lines, "\n") + "\n---\n\n# Tea\n\nBoil water.\n"
}

func TestReference(t *testing.T) {
	for _, tt := range reference {
		t.Run(tt.name, func(t *testing.T) { checkReference(t, tt.folder, "SKILL.md", tt.text, tt.rule) })
	}
	for _, tt := range beyondReference {
		t.Run(tt.name, func(t *testing.T) { checkReference(t, "tea", tt.file, tt.text, tt.rule) })
	}
}

// checkReference sweeps one skill and wants the findings of one rule, or none.
func checkReference(t *testing.T, folder, file, text, rule string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), folder)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	project, err := sweep.Load(sweep.Options{Dirs: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range project.Findings() {
		if f.Severity >= sweep.Warning && !slices.Contains(got, f.Rule) {
			got = append(got, f.Rule)
		}
	}
	var want []string
	if rule != "" {
		want = []string{rule}
	}
	if !slices.Equal(got, want) {
		t.Errorf("rules %q, want %q: %v", got, want, project.Findings())
	}
}
