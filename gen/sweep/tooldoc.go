package sweep

var toolRules = []*Rule{{
	ID: "tier-known", Group: GroupTools, Severity: Error, Lang: "yaml",
	Title: "The tier is core, modality, meta or surface",
	Doc: `The tier decides whether a skill wraps tools and which condensed note it carries. An unknown tier gets the rules ` +
		`of none. Where any skill of a run states a tier, all must.`,
	Bad:  "tier: basic",
	Good: "tier: core",
}, {
	ID: "wraps-unknown", Group: GroupTools, Severity: Error, Lang: "yaml",
	Title: "Every tool in wraps is described",
	Doc: `wraps ties a skill to descriptors: its text becomes evidence for these tools, and its note names them. A name ` +
		`that no descriptor has is a slip, or the tool is gone.`,
	Bad:  "wraps: [graph_serach]",
	Good: "wraps: [graph_search]",
}, {
	ID: "wraps-inferred", Group: GroupTools, Severity: Note, Lang: "yaml",
	Title: "Tools read from the skill's name are stated",
	Doc: `A skill kg-x-y without wraps stands for the tool graph_x_y. That is handy and invisible; this note says where ` +
		`it happens. It never fails a run.`,
	Bad:  "name: kg-share",
	Good: "name: kg-share\nwraps: [graph_share]",
}, {
	ID: "skill-orphan", Group: GroupTools, Severity: Error, Lang: "yaml",
	Title: "A core or modality skill wraps a tool",
	Doc: `Skills of these tiers explain tools. One without any can't be reached through a verb and says something about ` +
		`nothing; how-to texts are of tier meta.`,
	Bad:  "name: kg-conventions\ntier: core",
	Good: "name: kg-conventions\ntier: meta",
}, {
	ID: "tool-uncovered", Group: GroupTools, Severity: Warning, Lang: "yaml",
	Title: "Every tool has a skill or a reason to have none",
	Doc: `A tool without a skill is found by its descriptor alone, and nobody explains it. Tools that are left out on ` +
		`purpose are listed under unskilled in the configuration, each with its reason. A run over single skills does not ` +
		`ask for the others.`,
	Bad:  "unskilled: {}",
	Good: "unskilled:\n  engine_rbac: for operators, described in their handbook",
}, {
	ID: "unskilled-stale", Group: GroupTools, Severity: Error, Lang: "yaml",
	Title: "The list of tools without a skill is true",
	Doc: `An entry for a tool that is gone, or that a skill wraps by now, hides the next gap of that name. An entry ` +
		`without a reason can't be judged.`,
	Bad:  "unskilled:\n  graph_share: nobody needs it   # kg-share wraps it",
	Good: "unskilled: {}",
}, {
	ID: "tool-shared", Group: GroupTools, Severity: Note, Lang: "yaml",
	Title: "A tool with several owners is stated",
	Doc: `Several skills may wrap one tool, each for a use of its own. The more there are, the harder is the choice ` +
		`between them; this note lists them and never fails a run.`,
	Bad:  "name: kg-a\nwraps: [graph_query]\n---\nname: kg-b\nwraps: [graph_query]",
	Good: "name: kg-a\nwraps: [graph_query]",
}, {
	ID: "duplicate-name", Group: GroupTools, Severity: Error, Lang: "text",
	Title: "No two skills or tools have one name",
	Doc: `Capabilities of all kinds share one space of names. Of two with one name only the first is compiled, and which ` +
		`is first depends on the order of files.`,
	Bad:  "skills/a/kg-share/SKILL.md\nskills/b/kg-share/SKILL.md",
	Good: "skills/a/kg-share/SKILL.md\nskills/b/kg-share-batch/SKILL.md",
}}
