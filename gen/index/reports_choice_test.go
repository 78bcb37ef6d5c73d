package index_test

import (
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// choiceSymptoms are failures to choose among tools that are alike, to ask when
// nothing tells them apart, and to say no.
func choiceSymptoms() []symptom {
	return []symptom{
		{
			name: "the plain tool loses to its longer siblings",
			tools: []tool{
				{id: "create_member_session", says: ""},
				{id: "create_member_balance_entry", says: ""},
				{id: "create_member", says: ""},
			},
			asks: []ask{
				{intent: "create member", want: routes("create_member")},
				{intent: "create a member", want: routes("create_member")},
				{intent: "create a member session", want: routes("create_member_session")},
				{intent: "create a balance entry for a member", want: routes("create_member_balance_entry")},
			},
			foil: anyPart,
		},
		{
			name: "the alphabet chooses between siblings",
			tools: []tool{
				{id: "arena_trophy_icons.create", says: "Create."},
				{id: "arena_trophy_releases.create", says: "Create."},
				{id: "arena_trophy_translations.create", says: "Create."},
				{id: "arena_trophy_v2.delete", says: "Delete."},
				{id: "arena_trophy.create", says: "Create."},
			},
			asks: []ask{
				{intent: "create a trophy", want: leads("arena_trophy.create")},
				{intent: "create trophy icons", want: routes("arena_trophy_icons.create")},
				{intent: "delete a trophy", want: routes("arena_trophy_v2.delete")},
			},
			foil: wordsApart,
		},
		{
			name: "nearly equal names are taken for each other",
			tools: []tool{
				{id: "gauge_readings_query", says: "Query readings of a gauge."},
				{id: "gauge_reading_definitions", says: "List what a gauge can read."},
				{id: "gauge_health_query", says: "Query whether a gauge works."},
			},
			asks: []ask{
				{intent: "gauge_readings_query", want: routes("gauge_readings_query")},
				{intent: "query gauge readings", want: leads("gauge_readings_query")},
				{intent: "definitions of gauge readings", want: routes("gauge_reading_definitions")},
				{intent: "gauge health", want: routes("gauge_health_query")},
			},
			foil: asciiWords,
		},
		{
			name: "a word that every tool has says nothing, and then nothing is found",
			tools: []tool{
				{id: "hive_config_set_routine", says: "Create or change a hive routine."},
				{id: "hive_get_routine_traces", says: "Show what a hive routine did."},
				{id: "hive_config_list_routine_helpers", says: "List helpers of a hive routine."},
			},
			asks: []ask{
				{intent: "create hive routine", want: leads("hive_config_set_routine")},
				{intent: "hive routine", want: both("hive_config_set_routine", "hive_get_routine_traces", "hive_config_list_routine_helpers")},
			},
			foil: rareWords,
		},
		{
			name: "two servers with one tool name: the later replaces the earlier",
			tools: []tool{
				{id: "post_1/send_letter", says: "Send a letter."},
				{id: "post_2/send_letter", says: "Send a letter."},
			},
			asks: []ask{
				{intent: "send_letter", want: asks("post_1/send_letter", "post_2/send_letter")},
				{intent: "send a letter", want: asks("post_1/send_letter", "post_2/send_letter")},
				{intent: "post_1 send_letter", want: routes("post_1/send_letter")},
				{intent: "post_2/send_letter", want: routes("post_2/send_letter")},
			},
			foil: anyPart,
		},
		{
			name: "of two instances the first one wins",
			tools: []tool{
				{id: "silo_prod/query_scales", says: "Query the scales."},
				{id: "silo_staging/query_scales", says: "Query the scales."},
			},
			asks: []ask{
				{intent: "look at the scales in silo staging", want: routes("silo_staging/query_scales")},
				{intent: "Silo Prod: query scales", want: routes("silo_prod/query_scales")},
				{intent: "query the scales", want: asks("silo_prod/query_scales", "silo_staging/query_scales")},
			},
			foil: anyPart,
		},
		{
			name: "a write goes to whichever instance comes first",
			tools: []tool{
				{id: "ledger_dev/delete_entry", says: "Delete an entry."},
				{id: "ledger_qa/delete_entry", says: "Delete an entry."},
				{id: "ledger_prod/delete_entry", says: "Delete an entry."},
			},
			asks: []ask{
				{verb: runtime.Write, intent: "delete entry 17", want: asks("ledger_dev/delete_entry", "ledger_qa/delete_entry", "ledger_prod/delete_entry")},
				{verb: runtime.Manage, intent: "delete_entry", want: asks("ledger_dev/delete_entry", "ledger_qa/delete_entry", "ledger_prod/delete_entry")},
				{verb: runtime.Write, intent: "delete entry 17 in ledger qa", want: routes("ledger_qa/delete_entry")},
			},
			foil: anyPart,
		},
		{
			name: "a request that nothing fits gets the whole catalog",
			tools: []tool{
				{id: "loom_start", says: "Start a loom."},
				{id: "loom_stop", says: "Stop a loom."},
				{id: "yarn_order", says: "Order yarn."},
			},
			asks: []ask{
				{intent: "zzzz", want: nothing().without("loom_start", "loom_stop", "yarn_order")},
				{intent: "qwxv plomk", want: nothing().without("loom_start", "loom_stop", "yarn_order")},
				{intent: "", want: nothing().without("loom_start", "loom_stop", "yarn_order")},
				{intent: "?! …", want: nothing().without("loom_start", "loom_stop", "yarn_order")},
				{intent: "🧶", want: nothing().without("loom_start", "loom_stop", "yarn_order")},
			},
			foil: anyPart,
		},
		{
			name: "a foreign request gets the tool that shares a word with it",
			tools: []tool{
				{id: "loom_start", says: "Start a loom."},
				{id: "yarn_order", says: "Order yarn for the weaving mill."},
				{id: "dye_mix", says: "Mix a dye."},
			},
			asks: []ask{
				{intent: "order two large pizzas with anchovies to my place tonight", want: nothing()},
				{intent: "how do I start learning the violin as an adult beginner", want: nothing()},
			},
			foil: asciiWords,
		},
		{
			name: "a short list is filled up with tools that nothing speaks for",
			tools: []tool{
				{id: "ferry_timetable", says: "Departures of a ferry."},
				{id: "bus_timetable", says: "Departures of a bus."},
				{id: "lost_property", says: "Report a lost umbrella."},
				{id: "bike_hire", says: "Hire a bicycle."},
			},
			asks: []ask{
				{intent: "ferry departures", want: routes("ferry_timetable").without("lost_property", "bike_hire")},
				{intent: "lost umbrella", want: routes("lost_property").without("ferry_timetable", "bus_timetable", "bike_hire")},
			},
			foil: anyPart,
		},
		{
			name: "a reading request slides into the tool that changes things",
			tools: []tool{
				{id: "delete_tenant", says: "Delete a tenant for good."},
				{id: "list_visitors", says: "List visitors."},
			},
			asks: []ask{
				{verb: runtime.Ask, intent: "delete the tenant", want: want{outcomes: asked, never: []string{"delete_tenant"}}},
				{verb: runtime.Ask, intent: "which visitors", want: routes("list_visitors").without("delete_tenant")},
			},
			foil: anyPart,
		},
		{
			name: "what comes late in a long request decides nothing",
			tools: []tool{
				{id: "boat_paint", says: "Paint a boat."},
				{id: "boat_insure", says: "Insure a boat."},
			},
			asks: []ask{
				{intent: strings.Repeat("well you know how it goes ", 6) + "the boat wants insuring", want: ranks("boat_insure")},
			},
			foil: allWords,
		},
	}
}

// rareWords is wordsApart without the words that more than half of the tools
// have.
func rareWords(tools []tool, intent string) answer {
	var rare []string
	for _, w := range asciiSplit(intent) {
		n := 0
		for _, t := range tools {
			n += held(strings.ToLower(t.text()), []string{w}, strings.Contains)
		}
		if 2*n <= len(tools) {
			rare = append(rare, w)
		}
	}
	return wordsApart(tools, strings.Join(rare, " "))
}
