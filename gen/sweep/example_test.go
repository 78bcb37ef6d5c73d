package sweep_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

// Example lints a skill that wraps one tool and mends it.
func Example() {
	dir, err := os.MkdirTemp("", "skills")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			fmt.Println(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			fmt.Println(err)
		}
	}
	write("cpd.json", `{"capabilities": [{
		"id": "graph_share", "one_line": "Share a node with another team.", "intent_verbs": ["act"],
		"does": [{"action": "org"}, {"action": "revoke"}],
		"typed_io": {"input_params": [{"name": "action", "type": "string"}, {"name": "node_id", "type": "string"}]}}]}`)
	write("skills/kg-share/SKILL.md", "---\nname: kg-share\ndescription: Shares a node. Use it when others must see it.\ntier: core\nwraps: [graph_share]\n---\n\n"+
		"# kg-share\n\nCall `graph_share(action=\"publish\", node_id=\"doc:42\")`.\n")

	project, err := sweep.Load(sweep.Options{
		Descriptors: []string{filepath.Join(dir, "cpd.json")},
		Dirs:        []string{filepath.Join(dir, "skills")},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range project.Findings() {
		fmt.Printf("%d:%d %s: %s\n", f.Pos.Line, f.Pos.Column, f.Rule, f.Message)
	}
	repaired, err := project.Repair()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range repaired {
		fmt.Println("repaired:", r.Fixes[0])
	}
	for _, f := range project.Findings() {
		fmt.Println("left:", f.Rule)
	}
	// Output:
	// 8:1 note-missing: the condensed note for graph_share is missing below the title
	// 10:26 call-action: graph_share has no action "publish"; it has org and revoke
	// repaired: insert the condensed note
	// left: call-action
}
