package catalog_test

import (
	"fmt"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
)

// Join a descriptor with the skill that wraps it.
func ExampleBuild() {
	file, _ := source.ParseCapabilities("mail.json", []byte(`{"capabilities": [
		{"id": "mail_send", "one_line": "Send a mail.", "intent_verbs": ["act"]}
	]}`))
	skill, _ := source.ParseSkill("skills/mail/SKILL.md", []byte("---\nname: mail\ndescription: How mails are written here.\ntier: core\nwraps: [mail_send]\n---\n\n# mail\n\nBe brief.\n"))

	cat, diags := catalog.Build(catalog.Input{Descriptors: file.Capabilities, Skills: []source.Skill{*skill}})
	fmt.Println(len(diags), "diagnostics")
	for _, c := range cat.Capabilities {
		fmt.Println(c.Kind, c.ID, c.Verbs, c.Source)
	}
	fmt.Println(cat.Lookup("mail_send").Skills)
	// Output:
	// 0 diagnostics
	// skill mail [act] cpd
	// tool mail_send [act] cpd
	// [mail]
}
