package dispatch

import (
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime"
)

// actionCases are requests for the actions of this repository's own
// capabilities. want is the action, "?" where the right answer is a question: a
// request that says nothing, or not enough for a change.
var actionCases = []struct {
	verb               runtime.Verb
	tool, intent, want string
}{
	{runtime.Act, "graph_schedules", "pause the nightly import job", "disable"},
	{runtime.Act, "graph_schedules", "resume the nightly import job", "enable"},
	{runtime.Act, "graph_schedules", "turn off the weekly report", "disable"},
	{runtime.Act, "graph_schedules", "switch the weekly report back on", "enable"},
	{runtime.Ask, "graph_schedules", "show me what is scheduled", "list"},
	{runtime.Act, "graph_schedules", "run the cleanup job now", "run_now"},
	{runtime.Act, "graph_schedules", "change the interval of the cleanup job to an hour", "set_interval"},
	{runtime.Act, "graph_schedules", "something with the cleanup job", "?"},
	{runtime.Act, "graph_goals", "stop the goal about onboarding", "cancel"},
	{runtime.Act, "graph_goals", "make a new goal for the docs", "create"},
	{runtime.Ask, "graph_goals", "which goals are there? show them all", "list"},
	{runtime.Ask, "graph_goals", "get the iterations of goal 7", "iterations"},
	{runtime.Act, "graph_loops", "abort the loop", "cancel"},
	{runtime.Ask, "graph_loops", "what state is the loop in", "state"},
	{runtime.Act, "graph_loops", "submit a loop for the parser", "submit"},
	{runtime.Ask, "graph_loops", "display every loop", "list"},
	{runtime.Act, "graph_secret", "remove the secret of the mail server", "delete"},
	{runtime.Act, "graph_secret", "save the API key of the mail server", "set"},
	{runtime.Ask, "graph_secret", "read the secret of the mail server", "get"},
	{runtime.Ask, "graph_secret", "show the names of all secrets", "list"},
	{runtime.Act, "graph_sessions", "kill session 12", "cancel"},
	{runtime.Act, "graph_sessions", "erase session 12", "delete"},
	{runtime.Act, "graph_sessions", "answer session 12 with yes", "reply"},
	{runtime.Ask, "graph_sessions", "fetch session 12", "get"},
	{runtime.Ask, "graph_sessions", "display the sessions", "list"},
	{runtime.Act, "graph_table", "make a table for invoices", "create"},
	{runtime.Act, "graph_table", "delete the table of invoices", "drop"},
	{runtime.Ask, "graph_table", "show all tables", "list"},
	{runtime.Ask, "graph_table", "query the table of invoices", "query"},
	{runtime.Act, "graph_feeds", "subscribe to a new feed", "add"},
	{runtime.Act, "graph_feeds", "delete the feed of the blog", "remove"},
	{runtime.Act, "graph_feeds", "refresh the feeds", "sync"},
	{runtime.Ask, "graph_feeds", "which feeds do we have, list them", "list"},
	{runtime.Manage, "graph_ontology", "switch the medical ontology on", "activate"},
	{runtime.Manage, "graph_ontology", "disable the medical ontology", "deactivate"},
	{runtime.Manage, "graph_ontology", "check that the medical ontology is valid", "validate"},
	{runtime.Manage, "graph_ontology", "remove the medical ontology", "delete"},
	{runtime.Manage, "graph_ontology", "show the loaded ontologies", "list"},
	{runtime.Act, "engine_channels", "create a channel for alerts", "create"},
	{runtime.Act, "engine_channels", "enter the channel alerts", "join"},
	{runtime.Act, "engine_channels", "post a message to the channel alerts", "send_message"},
	{runtime.Ask, "engine_channels", "who are the members of the channel", "get_members"},
	{runtime.Manage, "engine_tenants", "new tenant for the Lisbon office", "create"},
	{runtime.Manage, "engine_tenants", "drop the tenant of the Lisbon office", "delete"},
	{runtime.Ask, "engine_tenants", "show tenants", "list"},
	{runtime.Manage, "engine_rbac", "grant the role reader to Ana", "add_grant"},
	{runtime.Manage, "engine_rbac", "delete the role reader", "remove_role"},
	{runtime.Ask, "engine_rbac", "show roles and grants", "list"},
	{runtime.Manage, "engine_admin", "back up the engine", "backup"},
	{runtime.Manage, "engine_admin", "restore the engine from last week's bundle", "restore"},
	{runtime.Manage, "engine_admin", "the engine, please", "?"},
	{runtime.Write, "graph_write", "insert an edge between Ana and Lisbon", "add_edge"},
	{runtime.Write, "graph_write", "create a node for Lisbon", "add_node"},
	{runtime.Write, "graph_write", "remove the node of Lisbon", "delete_node"},
	{runtime.Write, "graph_write", "drop the edge between Ana and Lisbon", "delete_edge"},
	{runtime.Write, "graph_write", "remember that Ana likes tea", "?"},
	{runtime.Act, "graph_message", "start a conversation with ops", "open"},
	{runtime.Ask, "graph_message", "show the history of the conversation", "history"},
	{runtime.Act, "graph_message", "send ops a message", "send"},
	{runtime.Write, "graph_memory", "save that Ana likes tea", "store"},
	{runtime.Ask, "graph_memory", "recall what Ana likes", "recall"},
	{runtime.Act, "graph_runvcs", "throw the run away", "discard"},
	{runtime.Act, "graph_runvcs", "undo the last commit of the run", "revert"},
	{runtime.Ask, "graph_runvcs", "what is the status of the run", "status"},
	{runtime.Write, "engine_nodes", "delete node 5", "remove"},
	{runtime.Ask, "engine_nodes", "how many nodes are there", "count"},
	{runtime.Ask, "engine_nodes", "which neighbors does node 5 have", "neighbors"},
	{runtime.Ask, "engine_edges", "show edges", "list"},
	{runtime.Write, "engine_edges", "delete the edge from 5 to 6", "remove"},
	{runtime.Ask, "graph_code_nav", "where is the definition of ParseRoutes", "find_definition"},
	{runtime.Ask, "graph_code_nav", "find every reference to ParseRoutes", "find_references"},
	{runtime.Ask, "usage_query", "usage by model", "by_model"},
	{runtime.Ask, "usage_query", "show the top sessions", "top_sessions"},
	{runtime.Act, "quant", "cancel order 77", "cancel_order"},
	{runtime.Ask, "quant", "show my balances", "balances"},
	{runtime.Act, "engine_streaming", "delete the trigger for overdue invoices", "drop_trigger"},
	{runtime.Ask, "engine_streaming", "show the triggers", "list_triggers"},
	{runtime.Act, "graph_reach", "what channels are there, list them", "list_channels"},
	{runtime.Manage, "graph_configure", "delete the connection to stardog", "remove_connection"},
	{runtime.Ask, "graph_configure", "show the connections", "list_connections"},
	{runtime.Act, "graph_orchestrate", "start the workflow onboarding", "execute_workflow"},
	{runtime.Ask, "graph_orchestrate", "show all workflows", "list_workflows"},
	{runtime.Act, "engine_broker", "publish a message to the exchange", "publish"},
	{runtime.Act, "engine_broker", "declare a queue for orders", "declare_queue"},
	{runtime.Act, "engine_broker", "remove the exchange orders", "delete_exchange"},
	{runtime.Act, "graph_bus", "unsubscribe me from the topic", "unsubscribe"},
	{runtime.Ask, "graph_bus", "who is on the roster", "roster"},
	{runtime.Ask, "graph_bus", "show the hubs", "list_hubs"},
	{runtime.Manage, "graph_context", "delete old contexts", "?"},
	{runtime.Manage, "graph_context", "prune the contexts", "prune"},
	{runtime.Act, "graph_sandbox", "warm up a sandbox", "warm"},
	{runtime.Ask, "graph_sandbox", "what is the status of the sandboxes", "status"},
	{runtime.Write, "object_edits", "undo the edit of invoice 9", "revert"},
	{runtime.Ask, "object_edits", "show the history of invoice 9", "history"},
	{runtime.Ask, "engine_graph", "find the shortest path between Ana and Bo", "shortest_path"},
	{runtime.Write, "engine_graph", "wipe the graph", "clear"},
	{runtime.Act, "graph_ingest", "cancel the ingest job", "cancel"},
	{runtime.Ask, "graph_ingest", "which jobs are running", "jobs"},
	{runtime.Act, "graph_etl", "execute the pipeline", "run"},
	{runtime.Ask, "graph_etl", "show the lineage of the pipeline", "lineage"},
	{runtime.Write, "graph_writeback", "approve the proposal", "approve"},
	{runtime.Ask, "graph_writeback", "display the proposals", "proposals"},
	{runtime.Write, "engine_txn", "undo the transaction", "rollback"},
	{runtime.Write, "engine_txn", "begin a transaction", "begin"},
	{runtime.Manage, "graph_configure", "set the secret of the mail server", "set_secret"},
	{runtime.Ask, "quant", "what is the status of the exchange", "status"},
}

func TestActions(t *testing.T) {
	router := generated.Router()
	all := schemas{router: router}
	right, wrongChange := 0, 0
	var misses []string
	for _, tc := range actionCases {
		number, ok := router.Lookup(tc.tool)
		if !ok {
			t.Fatalf("no capability %s", tc.tool)
		}
		rec, err := router.Record(number)
		if err != nil {
			t.Fatal(err)
		}
		choice, err := chooseAction(tc.verb, rec, all.of(number, rec), tc.intent, "")
		if err != nil {
			t.Fatal(err)
		}
		got := choice.name
		if len(choice.open) > 0 {
			got = "?"
		}
		if got == tc.want {
			right++
			continue
		}
		if got != "?" && Assess(rec, got).Effect != Read {
			wrongChange++
		}
		misses = append(misses, tc.tool+": "+tc.intent+": got "+got+", want "+tc.want+" "+strings.Join(choice.open[:min(4, len(choice.open))], ","))
	}
	slices.Sort(misses)
	// The floor of what is reached; asking back is the way to miss.
	if right < 103 || wrongChange > 0 {
		t.Errorf("%d of %d right, %d would have changed something else:\n%s", right, len(actionCases), wrongChange, strings.Join(misses, "\n"))
	}
}
