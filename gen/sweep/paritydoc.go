package sweep

var parityRules = []*Rule{{
	ID: "rest-route", Group: GroupParity, Severity: Error, Lang: "markdown",
	Title: "A skill names REST routes that exist",
	Doc: `A method and a path in code, such as POST /graph/share, must be the route of a descriptor when the path begins ` +
		`like those of this surface.`,
	Bad:  "`POST /graph/shares`",
	Good: "`POST /graph/share`",
}, {
	ID: "rest-body", Group: GroupParity, Severity: Error, Lang: "markdown",
	Title: "The body beside a route fits the tool",
	Doc: `A JSON object in code right behind a route is its body: its fields are the parameters of the tool, and the ` +
		`required ones must be there. A body with an ellipsis is no JSON and is passed over.`,
	Bad:  "`POST /graph/query` with `{\"query\": \"MATCH (n) RETURN n\"}`",
	Good: "`POST /graph/query` with `{\"cypher\": \"MATCH (n) RETURN n\"}`",
}, {
	ID: "rest-missing", Group: GroupParity, Severity: Warning, Lang: "json",
	Title: "Every tool has a REST route when others have",
	Doc: `Tools are reachable by name and by route, with the same arguments. A tool without a route is missing from the ` +
		`OpenAPI description, and clients without MCP can't reach it.`,
	Bad:  `{"id": "graph_share", "typed_io": {}}`,
	Good: `{"id": "graph_share", "typed_io": {"rest_route": "/graph/share"}}`,
}, {
	ID: "rest-shared", Group: GroupParity, Severity: Error, Lang: "json",
	Title: "No two tools have one REST route",
	Doc:   `A route leads to one tool. Of two with the same only the first can be served.`,
	Bad:   "{\"id\": \"a\", \"typed_io\": {\"rest_route\": \"/x\"}}\n{\"id\": \"b\", \"typed_io\": {\"rest_route\": \"/x\"}}",
	Good:  "{\"id\": \"a\", \"typed_io\": {\"rest_route\": \"/a\"}}\n{\"id\": \"b\", \"typed_io\": {\"rest_route\": \"/b\"}}",
}}

var sweepRules = []*Rule{{
	ID: "ignore-form", Group: GroupSweep, Severity: Error, Lang: "markdown",
	Title: "An ignore names a rule and a reason",
	Doc: `<!-- skillsweep:ignore RULE reason --> silences a rule on its own line, or, when it stands alone, in the block ` +
		`below; skillsweep:ignore-file does so in the whole file. Several rules are separated by commas. In front ` +
		`matter and in code the same stands in a # comment. Without a reason nobody knows later whether it may go, and an unknown rule silences nothing.`,
	Bad:  "<!-- skillsweep:ignore call-action -->",
	Good: "<!-- skillsweep:ignore call-action the action exists from the next release on -->",
}, {
	ID: "ignore-unused", Group: GroupSweep, Severity: Warning, Lang: "markdown",
	Title: "Every ignore silences something",
	Doc: `An ignore that silences nothing any more would hide the next fault at its place. It is not asked for where ` +
		`the rule is turned off, or where what it needs, such as the descriptors, is not part of the run.`,
	Bad:  "<!-- skillsweep:ignore call-action the action is new -->\nNo call is here.",
	Good: "No call is here.",
}}
