package sweep

var noteRules = []*Rule{{
	ID: "note-missing", Group: GroupNote, Severity: Error, Fixable: true, Lang: "markdown",
	Title: "A skill that wraps tools carries the condensed note",
	Doc: `On the default surface the wrapped tools are not listed, so a reader who follows the skill to the letter ` +
		`calls something that seems not to exist. The note below the title says how to reach the tools. It is made ` +
		`from a template, one for core and one for modality skills; skills of tier meta and surface carry none.`,
	Bad:  "# kg-share\n\nShares a node with another team.",
	Good: "# kg-share\n\n> **Behind the verbs.** On the default surface ...\n\nShares a node with another team.",
}, {
	ID: "note-stale", Group: GroupNote, Severity: Error, Fixable: true, Lang: "markdown",
	Title: "The condensed note is the one its template gives now",
	Doc: `The note names the tools of the skill and the verb that reaches them. When the skill wraps other tools, the ` +
		`descriptor gets another first verb, route rows teach one where the descriptor has none, or the template changes, ` +
		`an old note sends its reader astray. The text is ` +
		`compared byte by byte, line ends aside.`,
	Bad:  "wraps: [graph_query, nl_query]\n...\n> **Behind the verbs.** `graph_query` is ...",
	Good: "wraps: [graph_query, nl_query]\n...\n> **Behind the verbs.** `graph_query`, `nl_query` are ...",
}, {
	ID: "note-misplaced", Group: GroupNote, Severity: Error, Fixable: true, Lang: "markdown",
	Title: "The condensed note stands right below the title",
	Doc: `Models often read only the beginning of a skill. The note is therefore the first block below the first ` +
		`first-level heading, whatever that heading says; only HTML comments may stand between the two.`,
	Bad:  "# kg-share\n\nShares a node with another team.\n\n> **Behind the verbs.** ...",
	Good: "# kg-share\n\n> **Behind the verbs.** ...\n\nShares a node with another team.",
}, {
	ID: "note-unexpected", Group: GroupNote, Severity: Error, Fixable: true, Lang: "markdown",
	Title: "No condensed note without wrapped tools, and never two",
	Doc: `Skills of tier meta and surface wrap no tool, and a skill whose tools no descriptor describes has none to ` +
		`load: a note in them promises something that is not there. A second note in one skill says the same again ` +
		`or, worse, something else. A note is not deleted while the skill names tools: a slip in a name or a missing ` +
		`descriptor may be what is wrong. Without any descriptors only skills of tier meta and surface are judged.`,
	Bad:  "tier: meta\n...\n# kg-delegate\n\n> **Behind the verbs.** ...",
	Good: "tier: meta\n...\n# kg-delegate",
}}
