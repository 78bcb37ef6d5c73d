package catalog_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
)

// What a guess comes to, by the first letters of the verbs.
const (
	asks     = "ask,why"
	explains = "why,ask"
	writes   = "write,act,manage"
	acts     = "act,write,manage"
	manages  = "manage,write,act"
	all      = "ask,why,write,act,manage"
)

func TestGuessVerbsFromNames(t *testing.T) {
	for _, tt := range []struct{ id, line, want string }{
		// Plain readers.
		{"getUserById", "", asks},
		{"list_files", "", asks},
		{"HTTPFetch", "", asks},
		{"readFile", "", asks},
		{"search-issues", "", asks},
		{"github/list_commits", "", asks},
		{"get_pull_request", "", asks},
		{"get_merge_request_notes", "", asks},
		{"list_scheduled_runs", "", asks},
		{"getDeletedItems", "", asks},
		{"list_archived_projects", "", asks},
		{"get_pipeline_schedule", "", asks},
		{"API-get-block-children", "", asks},
		{"pods_list_in_namespace", "List all pods of one namespace.", asks},
		{"convert_currency", "", asks},
		{"validate_iban", "", asks},
		{"explainPlan", "", explains},
		{"diagnose_latency", "", explains},

		// A word that may be a noun, and a reading word after it.
		{"order_status", "Tells how far an order is.", asks},
		{"find_bus_stop", "Nearest places of a line.", asks},
		{"get_pipeline_trigger", "", asks},
		{"stop_list", "Places of a line.", asks},
		{"extract_text", "Text of a page.", all},
		{"book_search", "Looks for books by title.", asks},
		{"comment_list", "", asks},
		{"post_history", "", asks},
		{"call_log_search", "", asks},
		{"playlist_view", "", asks},
		{"run_list", "", asks},
		{"schedule_get", "", asks},
		{"type_info", "", asks},
		{"select_options_list", "", asks},
		{"log_search", "", asks},

		// The same words at the head are verbs.
		{"order_pizza", "", acts},
		{"book_table", "", acts},
		{"post_message", "", acts},
		{"call_contact", "", acts},
		{"open_door", "", acts},
		{"type_text", "", acts},
		{"select_option", "", acts},
		{"play_track", "", acts},
		{"log_workout", "", writes},
		{"comment_on_issue", "", writes},
		{"merge_branches", "", writes},
		{"archive_channel", "", manages},
		{"run_query", "", acts},
		{"start_trace", "", acts},
		{"schedule_check", "", acts},
		{"search_and_book", "", acts},
		{"fetchThenStore", "", writes},

		// A changing word wins wherever it stands.
		{"read_replica_delete", "", writes},
		{"list_delete", "", writes},
		{"find_and_replace", "", writes},
		{"log_retention_reset", "", writes},
		{"terminate_instances", "Stops machines for good. View status afterwards.", acts},
		{"erase_table", "Empties a table and shows the count.", writes},
		{"get_or_create_user", "", writes},
		{"query_cache_clear", "", writes},
		{"view_drop", "", writes},
		{"status_update", "", writes},
		{"set_status", "", manages},
		{"check_out_book", "", acts},
		{"wipeDisk", "", writes},
		{"purge-queue", "", writes},
		{"killSession", "", acts},
		{"evict_pod", "", acts},
		{"destroyStack", "", writes},
		{"shut_down_host", "", acts},
		{"browser_click", "", acts},
		{"enable_rule", "", manages},
		{"create_issue", "", writes},
		{"mark_as_read", "", manages},
		{"DELETE_USER", "", writes},
		{"v2.users.remove", "", writes},

		// Names that say nothing: the description can only make it worse.
		{"frobnicate", "", all},
		{"pending_deals", "Returns the open deals.", all},
		{"whats_new", "Lists changes since yesterday.", all},
		{"frobnicate", "Deletes the thing.", writes},
		{"frobnicate", "Tool to delete the thing.", writes},
		{"frobnicate", "Shows the thing and removes it.", writes},
		{"frobnicate", "Dropping a table.", writes},
		{"git_commit", "Commit what is staged.", writes},
		{"browser_type", "Type into a field.", acts},
		{"frobnicate", "Counts things. Delete them elsewhere.", all},
		{"issue_comments", "Comments of an issue.", writes},

		// A noun that reads is overruled by a description that changes.
		{"job_status", "Tells how far a job is.", asks},
		{"job_status", "Sets the status of a job.", manages},
		{"todo_list", "Create, update or delete things to do.", writes},
	} {
		if got := guessed(&catalog.Capability{ID: tt.id, OneLine: tt.line}); got != tt.want {
			t.Errorf("%s %q: %s, want %s", tt.id, tt.line, got, tt.want)
		}
	}
}

func guessed(c *catalog.Capability) string { return strings.Join(catalog.GuessVerbs(c), ",") }

func TestGuessVerbsFromMoreThanTheName(t *testing.T) {
	yes, no := true, false
	readOnly := func(b *bool) *source.Annotations { return &source.Annotations{ReadOnly: b} }
	for name, tt := range map[string]struct {
		c    catalog.Capability
		want string
	}{
		"annotated as read-only":            {catalog.Capability{ID: "create_report", Hints: readOnly(&yes)}, asks},
		"annotated as changing":             {catalog.Capability{ID: "get_token", Hints: readOnly(&no)}, writes},
		"annotated as destructive":          {catalog.Capability{ID: "frobnicate", Hints: &source.Annotations{Destructive: &yes}}, writes},
		"not destructive is no evidence":    {catalog.Capability{ID: "frobnicate", Hints: &source.Annotations{Destructive: &no}}, all},
		"read-only, but by name it deletes": {catalog.Capability{ID: "delete_rows", Hints: readOnly(&yes)}, writes},
		"the description is not asked then": {catalog.Capability{ID: "report", OneLine: "Create it.", Hints: readOnly(&yes)}, asks},
		"the tool's own name, not the id":   {catalog.Capability{ID: "delete-me/x", Name: "list_files"}, asks},
		"the server is not the name":        {catalog.Capability{ID: "remove.bg/list_jobs"}, asks},
		"a title tells":                     {catalog.Capability{ID: "x1", Title: "List Users"}, asks},
		"a title tells worse":               {catalog.Capability{ID: "get_x1", Title: "Get and Delete"}, writes},
		"an adjective in a title":           {catalog.Capability{ID: "deals", Title: "Open Deals"}, all},
		"actions that change":               {catalog.Capability{ID: "job_status", Actions: []catalog.Action{{Name: "read"}, {Name: "reset"}}}, all},
		"actions stated to change":          {catalog.Capability{ID: "job_status", Actions: []catalog.Action{{Name: "bump", Mutates: &yes}}}, all},
		"actions stated not to change":      {catalog.Capability{ID: "job_status", Actions: []catalog.Action{{Name: "reset", Mutates: &no}}}, asks},
	} {
		if got := guessed(&tt.c); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// Whatever the words and their order: reading and changing verbs only come
// together where all come, and a destroying word is never behind ask alone.
func TestGuessVerbsNeverHidesADeletion(t *testing.T) {
	words := rapid.SampledFrom(strings.Fields("get list read order status book search log view count replica table and user open comment data"))
	destroys := rapid.SampledFrom(strings.Fields("delete remove erase wipe drop purge destroy truncate kill terminate evict revoke uninstall"))
	rapid.Check(t, func(t *rapid.T) {
		parts := append(rapid.SliceOfN(words, 0, 4).Draw(t, "before"), destroys.Draw(t, "word"))
		parts = append(parts, rapid.SliceOfN(words, 0, 4).Draw(t, "after")...)
		c := &catalog.Capability{ID: strings.Join(parts, "_"), OneLine: rapid.SampledFrom([]string{"", "Shows it.", "Get a list."}).Draw(t, "line")}
		if verbs := catalog.GuessVerbs(c); slices.Contains(verbs, "ask") || slices.Contains(verbs, "why") || len(verbs) != 3 {
			t.Fatalf("%s is behind %v", c.ID, verbs)
		}
	})
}

// The annotations of real servers say how good the guess is: it sees the tools
// without them.
func TestGuessVerbsAgreesWithAnnotations(t *testing.T) {
	data := os.Getenv("SEXTANT_DATA")
	if data == "" {
		t.Skip("SEXTANT_DATA is not set")
	}
	files, err := filepath.Glob(filepath.Join(data, "fleet", "tools-list", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no tools/list answers", err)
	}
	var n struct{ tools, silent, right, falseRead, falseChange int }
	for _, path := range files {
		file, diags := source.ReadCapabilities(path)
		if file == nil {
			t.Fatal(diags)
		}
		for _, d := range file.Capabilities {
			if d.Annotations == nil || d.Annotations.ReadOnly == nil {
				continue
			}
			verbs := guessed(&catalog.Capability{ID: d.ID, Title: d.Title, OneLine: d.OneLine})
			n.tools++
			switch reads := verbs == asks || verbs == explains; {
			case verbs == all:
				n.silent++
			case reads == *d.Annotations.ReadOnly:
				n.right++
			case reads:
				n.falseRead++
				t.Logf("guessed to read: %s %.80q", d.ID, d.OneLine)
			default:
				n.falseChange++
			}
		}
	}
	sums, _ := json.Marshal(map[string]int{"tools": n.tools, "no guess": n.silent, "right": n.right, "false read": n.falseRead, "false change": n.falseChange})
	t.Log(string(sums))
	if n.tools < 1500 || 100*n.falseRead > n.tools || 100*n.right < 95*(n.tools-n.silent) || 10*n.silent > n.tools {
		t.Errorf("%s: want at most 1 %% false reads, 95 %% right where it guesses, and a guess for 90 %%", sums)
	}
}

// A tool with a mode that reads is behind every verb, whatever its annotations
// and its title say of the worst mode.
func TestGuessVerbsFromModes(t *testing.T) {
	no, yes := false, true
	mode := func(name string, required bool, byDefault string, values ...string) catalog.Param {
		p := catalog.Param{Name: name, Required: required, Enum: values}
		if byDefault != "" {
			p.Default = json.RawMessage(`"` + byDefault + `"`)
		}
		return p
	}
	changing := &source.Annotations{ReadOnly: &no}
	for _, tt := range []struct {
		id, title string
		hints     *source.Annotations
		param     catalog.Param
		want      string
	}{
		{"git_branch", "", changing, mode("mode", true, "", "list", "create", "delete"), all},
		{"git_branch", "", changing, mode("mode", false, "list", "list", "create", "delete"), all},
		{"git_branch", "", changing, mode("mode", false, "", "list", "create", "delete"), writes},
		{"git_branch", "", changing, mode("mode", false, "auto", "list", "create", "delete"), writes},
		{"git_branch", "", changing, mode("format", true, "", "list", "create", "delete"), writes},
		{"kubectl_rollout", "", &source.Annotations{Destructive: &yes}, mode("subCommand", true, "", "history", "pause", "restart", "status"), all},
		{"browser_tabs", "Manage tabs", &source.Annotations{ReadOnly: &no, Destructive: &yes}, mode("action", true, "", "list", "new", "close", "select"), "manage,ask,why,write,act"},
		{"manage_rules", "", changing, mode("operation", true, "", "list", "update"), "manage,ask,why,write,act"},
		{"node_management", "", &source.Annotations{Destructive: &yes}, mode("operation", true, "", "cordon", "drain"), writes},
		{"delete_branch", "", changing, mode("mode", true, "", "list", "preview"), writes},
		{"pod_context", "", &source.Annotations{ReadOnly: &yes}, mode("operation", true, "", "list", "set"), asks},
	} {
		c := &catalog.Capability{ID: tt.id, Title: tt.title, Hints: tt.hints, Params: []catalog.Param{tt.param}}
		if got := strings.Join(catalog.GuessVerbs(c), ","); got != tt.want {
			t.Errorf("%s by %s %v: got %s, want %s", tt.id, tt.param.Name, tt.param.Enum, got, tt.want)
		}
	}
}
