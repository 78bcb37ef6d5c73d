package sweep

var bodyRules = []*Rule{{
	ID: "body-missing", Group: GroupBody, Severity: Warning, Lang: "markdown",
	Title: "Something follows the front matter",
	Doc:   `The body is what a model reads once it has chosen the skill. Without one it has been lured to an empty page.`,
	Bad:   "---\nname: kg-share\ndescription: Shares a node.\n---",
	Good:  "---\nname: kg-share\ndescription: Shares a node.\n---\n\n# kg-share\n\nCall ...",
}, {
	ID: "title-missing", Group: GroupBody, Severity: Warning, Lang: "markdown",
	Title: "The body has a first-level heading",
	Doc:   `The title is what lists of skills show, and the condensed note stands right below it.`,
	Bad:   "## Invoke",
	Good:  "# kg-share\n\n## Invoke",
}, {
	ID: "heading-order", Group: GroupBody, Severity: Warning, Lang: "markdown",
	Title: "Headings go down one level at a time, below one title",
	Doc: `Readers, people and programs, take a body apart at its headings. A level that is passed over makes a section ` +
		`part of something it does not belong to.`,
	Bad:  "# kg-share\n\n### Invoke",
	Good: "# kg-share\n\n## Invoke",
}, {
	ID: "body-length", Group: GroupBody, Severity: Warning, Lang: "markdown",
	Title: "The body has at most 500 lines and about 5,000 tokens",
	Doc: `The whole body goes into the model's context when the skill is used. The format recommends these bounds; what ` +
		`is needed only sometimes belongs in files of its own that the body links to. Four characters are counted as one ` +
		`token, one of Chinese, Japanese or Korean as one.`,
	Bad:  "# kg-share\n\n(a manual of 900 lines)",
	Good: "# kg-share\n\nFor policies see [policies](references/policies.md).",
}, {
	ID: "code-fence", Group: GroupBody, Severity: Warning, Lang: "markdown",
	Title: "Code blocks are closed",
	Doc: `A fence that nothing closes turns the rest of the body into code: its headings are no headings any more and ` +
		`its links lead nowhere. Often an example that holds fences itself is the cause: its first inner fence closes it. ` +
		`A longer fence around the example keeps it whole.`,
	Bad:  "```\ngraph_share(action=\"org\")\n\n## Next",
	Good: "```\ngraph_share(action=\"org\")\n```\n\n## Next",
}, {
	ID: "link-target", Group: GroupBody, Severity: Warning, Lang: "markdown",
	Title: "Links lead somewhere",
	Doc: `Relative links and images, files below scripts/, references/, assets/, templates/ and any other folder of the ` +
		`skill that the text names in code or runs in a command, other skills named as ../NAME/SKILL.md, and the file that ` +
		`license refers to must exist; an anchor must be ` +
		`that of a heading, also in another Markdown file. A file that is named as an example is a note only, and so ` +
		`is one that a command runs from a folder that the skill does not have: it may be the project's. Addresses on the ` +
		`network are not tried.`,
	Bad:  "See [policies](references/polices.md).",
	Good: "See [policies](references/policies.md).",
}, {
	ID: "description-collision", Group: GroupBody, Severity: Warning, Lang: "yaml",
	Title: "No two descriptions answer the same request",
	Doc: `Clients choose by the description alone. Each description is put to the resolver as if it were a request, over ` +
		`the descriptions of all skills of the run; when another skill reaches three fifths of the score of the skill that ` +
		`it belongs to, requests in other words will end up with the wrong one.`,
	Bad:  "description: Reviews code.          # reviewing-code\ndescription: Review the code.       # code-review",
	Good: "description: Reviews a pull request on GitHub and comments on it.\ndescription: Reviews the uncommitted changes in this folder.",
}}
