package sweep

var descriptorRules = []*Rule{{
	ID: "descriptor", Group: GroupDescriptors, Severity: Error, Lang: "json",
	Title: "The descriptor file can be read",
	Doc: `Wrong types, unknown verbs, missing ids, broken JSON and counts that do not match are reported with file, line, ` +
		`column and the path of the value. An entry with an error is left out; the other rules look at the rest.`,
	Bad:  `{"id": "graph_share", "one_line": 7}`,
	Good: `{"id": "graph_share", "one_line": "Share a node with another team."}`,
}, {
	ID: "tool-name", Group: GroupDescriptors, Severity: Error, Lang: "json",
	Title: "Tool names fit everywhere",
	Doc: `The protocol allows 128 characters of letters, digits, _, - and dot; model providers refuse more than 64 and the ` +
		`dot, some clients more than 60 (both warnings). Two names that become one when a client replaces characters or ` +
		`ignores case hide each other.`,
	Bad:  `{"id": "graph share!"}`,
	Good: `{"id": "graph_share"}`,
}, {
	ID: "tool-description", Group: GroupDescriptors, Severity: Warning, Lang: "json",
	Title: "Descriptions say something, and not everything",
	Doc: `A description of fewer than 10 characters tells no tool from another; one of more than 2,000 is paid for at ` +
		`every start of every client.`,
	Bad:  `{"id": "graph_share", "one_line": "Share."}`,
	Good: `{"id": "graph_share", "one_line": "Share a node with another team or mark it as confidential."}`,
}, {
	ID: "tool-schema", Group: GroupDescriptors, Severity: Error, Lang: "json",
	Title: "Input schemas are objects in a known dialect",
	Doc: `Clients expect an object with properties, in JSON Schema draft 7, 2019-09 or 2020-12. Whatever is required must ` +
		`be described.`,
	Bad:  `{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "required": ["id"]}`,
	Good: `{"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}`,
}, {
	ID: "tool-rival", Group: GroupDescriptors, Severity: Warning, Lang: "json",
	Title: "No two tools answer the same request",
	Doc: `Each description is put to the resolver as if it were a request, over the names and descriptions of all tools. ` +
		`When each of two reaches three quarters of the other's score for the other's own description, they are nearly ` +
		`the same for a model.`,
	Bad:  "{\"id\": \"list_issues\", \"one_line\": \"List the issues of a project.\"}\n{\"id\": \"list_project_issues\", \"one_line\": \"List issues of the project.\"}",
	Good: "{\"id\": \"list_issues\", \"one_line\": \"List the issues of a project, filtered by state and label.\"}",
}}
