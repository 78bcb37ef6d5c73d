package sweep

var callRules = []*Rule{{
	ID: "call-tool", Group: GroupCalls, Severity: Error, Lang: "python",
	Title: "An example call names a tool that exists",
	Doc: `Example calls are what models copy. A call in a code block or in code within a sentence whose name looks like ` +
		`a tool of this surface (it begins with a word that several tools begin with and that is not a verb such as get, ` +
		`or it is one slip away from a tool's name), and every name given to ` +
		`load_tools, must be described.`,
	Bad:  `graph_serach(query="open tickets")`,
	Good: `graph_search(query="open tickets")`,
}, {
	ID: "call-argument", Group: GroupCalls, Severity: Error, Lang: "python",
	Title: "An example call passes only arguments that the tool takes",
	Doc: `The descriptor lists the parameters of the tool. An argument that is none of them is refused when the call is ` +
		`made. What is written inside params_json is not looked at: the descriptor does not say what belongs there.`,
	Bad:  `graph_query(query="MATCH (n) RETURN n LIMIT 5")`,
	Good: `graph_query(cypher="MATCH (n) RETURN n LIMIT 5")`,
}, {
	ID: "call-action", Group: GroupCalls, Severity: Error, Lang: "python",
	Title: "An example call uses an action that the tool has",
	Doc: `A tool with several operations takes the one to run as its argument action. The descriptor lists them; any ` +
		`other is refused. The empty action, which lists them, is fine, and so is a placeholder such as <name>. ` +
		`A descriptor whose only action has the tool's own name lists none: calls with an action are then warnings. So are those with an action ` +
		`that the descriptor tells of in the text of the parameter and does not list.`,
	Bad:  `graph_share(action="publish", node_id="doc:42")`,
	Good: `graph_share(action="org", node_id="doc:42")`,
}, {
	ID: "call-value", Group: GroupCalls, Severity: Error, Lang: "python",
	Title: "An example call passes values that the parameter allows",
	Doc: `Where the descriptor gives a parameter a list of values, a string outside the list is refused when the call ` +
		`is made.`,
	Bad:  `graph_search(query="open tickets", mode="fuzy")`,
	Good: `graph_search(query="open tickets", mode="hybrid")`,
}, {
	ID: "call-required", Group: GroupCalls, Severity: Error, Lang: "python",
	Title: "An example call passes every required argument",
	Doc: `A call without a required argument fails, and a model that copies it learns so only then. An example that ` +
		`leaves arguments out on purpose says so by an ellipsis; a bare mention such as graph_query() in a sentence ` +
		`is not taken for a call.`,
	Bad:  `graph_write(node_id="n1")`,
	Good: "graph_write(action=\"add_node\", node_id=\"n1\")\ngraph_write(node_id=\"n1\", ...)",
}, {
	ID: "call-type", Group: GroupCalls, Severity: Error, Lang: "python",
	Title: "An example call passes values of the right JSON type",
	Doc: `The type of each literal is compared with the type of its parameter. null leaves an argument out and fits ` +
		`everywhere; a whole number fits where a number is wanted. Parameters that take JSON as a string get a string, ` +
		`not the object itself.`,
	Bad:  `graph_search(query="open tickets", top_k="5")`,
	Good: `graph_search(query="open tickets", top_k=5)`,
}, {
	ID: "call-syntax", Group: GroupCalls, Severity: Warning, Lang: "python",
	Title: "An example call can be read",
	Doc: `A call whose parenthesis, bracket or string is never closed can't be checked, and readers wonder where it ` +
		`ends. One that passes an argument twice is an error in most languages.`,
	Bad:  `graph_search(query="open tickets)`,
	Good: `graph_search(query="open tickets")`,
}}
