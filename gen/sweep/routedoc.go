package sweep

var routeRules = []*Rule{{
	ID: "route-row", Group: GroupRoutes, Severity: Error, Lang: "json",
	Title: "Every row is a request with its right answers",
	Doc: `routes.jsonl teaches the router and routes_test.jsonl measures it: one JSON object a line with verb, intent and ` +
		`gold. Rows that can't be read, or that stand there twice, are reported with line and column.`,
	Bad:  `{"verb": "ask", "intent": "open tickets", "gold": graph_search}`,
	Good: `{"verb": "ask", "intent": "open tickets", "gold": ["graph_search"]}`,
}, {
	ID: "route-gold", Group: GroupRoutes, Severity: Error, Lang: "json",
	Title: "gold names capabilities of this surface",
	Doc:   `A row whose answer does not exist teaches nothing and can't be measured. No answer at all is written as [].`,
	Bad:   `{"verb": "ask", "intent": "open tickets", "gold": ["graph_serach"]}`,
	Good:  `{"verb": "ask", "intent": "open tickets", "gold": ["graph_search"]}`,
}, {
	ID: "route-overlap", Group: GroupRoutes, Severity: Error, Lang: "json",
	Title: "No request is both learned from and measured on",
	Doc: `A test row that also stands in routes.jsonl, or among the examples of a descriptor, measures memory instead of ` +
		`understanding. Letter case and white space make no difference between two requests.`,
	Bad:  "routes.jsonl:      {\"intent\": \"open tickets\", ...}\nroutes_test.jsonl: {\"intent\": \"Open tickets\", ...}",
	Good: "routes.jsonl:      {\"intent\": \"open tickets\", ...}\nroutes_test.jsonl: {\"intent\": \"what is still unsolved\", ...}",
}}
