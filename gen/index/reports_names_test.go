package index_test

import (
	"fmt"
	"strings"
)

// nameSymptoms are failures to find a tool by its own name.
func nameSymptoms() []symptom {
	return []symptom{
		{
			name: "an exact name without a description drowns",
			tools: []tool{
				{id: "house/scene_rain_walk", says: ""},
				{id: "house/get_device_history", says: "Get the scene and device history of rain and walk sensors, rain by rain."},
				{id: "house/set_device", says: "Set a device for a walk or a scene in the rain."},
			},
			asks: []ask{
				{intent: "scene_rain_walk", want: routes("house/scene_rain_walk")},
				{intent: "house/scene_rain_walk", want: routes("house/scene_rain_walk")},
				{intent: "house__scene_rain_walk", want: routes("house/scene_rain_walk")},
				{intent: "mcp__house__scene_rain_walk", want: routes("house/scene_rain_walk")},
				{intent: "Scene rain walk", want: routes("house/scene_rain_walk")},
			},
			foil: asciiWords,
		},
		{
			name:  "a bare name is not found among a hundred others",
			tools: append(crowd(100), tool{id: "plugin_night-shift_x/ask_ledger", says: "Ask."}, tool{id: "plugin_night-shift_g/ask_almanac", says: "Ask."}),
			asks: []ask{
				{intent: "ask_ledger", want: routes("plugin_night-shift_x/ask_ledger")},
				{intent: "ask_almanac", want: routes("plugin_night-shift_g/ask_almanac")},
				{intent: "plugin_night-shift_x ask_ledger", want: routes("plugin_night-shift_x/ask_ledger")},
			},
			foil: wordsApart,
		},
		{
			name: "the exact name of a listed tool finds nothing",
			tools: []tool{
				{id: "mcp_yard_core_list_cranes", says: "Cranes."},
				{id: "mcp_yard_core_list_crane_permits", says: "Permits of cranes."},
				{id: "mcp_yard_job_get_lift_by_id", says: "One lift."},
			},
			asks: []ask{
				{intent: "mcp_yard_core_list_cranes", want: routes("mcp_yard_core_list_cranes")},
				{intent: "mcp_yard_core_list_crane_permits", want: routes("mcp_yard_core_list_crane_permits")},
				{intent: "mcp_yard_job_get_lift_by_id", want: routes("mcp_yard_job_get_lift_by_id")},
				{intent: "list cranes", want: leads("mcp_yard_core_list_cranes")},
			},
			foil: wordsApart,
		},
		{
			name: "a name with colons, slashes, dots, braces or blanks can't be looked up",
			tools: []tool{
				{id: "GET:/shelves/labels", says: "Labels of shelves."},
				{id: "POST:/shelves/{id}", says: "Replace a shelf."},
				{id: "agenda.declineInvite", says: ""},
				{id: "stash:fetch-volume-index", says: "Fetch the index."},
				{id: "Measure every plank under the roof", says: ""},
			},
			asks: []ask{
				{intent: "GET:/shelves/labels", want: routes("GET:/shelves/labels")},
				{intent: "POST:/shelves/{id}", want: routes("POST:/shelves/{id}")},
				{intent: "agenda.declineInvite", want: routes("agenda.declineInvite")},
				{intent: "agenda_decline_invite", want: routes("agenda.declineInvite")},
				{intent: "decline an invite", want: routes("agenda.declineInvite")},
				{intent: "stash:fetch-volume-index", want: routes("stash:fetch-volume-index")},
				{intent: "Measure every plank under the roof", want: routes("Measure every plank under the roof")},
				{intent: "measuring planks", want: routes("Measure every plank under the roof")},
			},
			foil: wordsApart,
		},
		{
			name: "a name of more than sixty letters is cut off",
			tools: []tool{
				{id: "gitea.example/orchard/mcp-harvester/harvester_frame_shake_left", says: "Shake."},
				{id: "gitea.example/orchard/mcp-harvester/harvester_frame_shake_right", says: "Shake."},
				{id: "press_" + strings.Repeat("stage_", 40) + "start", says: "Press."},
				{id: "press_" + strings.Repeat("stage_", 40) + "stop", says: "Press."},
			},
			asks: []ask{
				{intent: "harvester_frame_shake_left", want: routes("gitea.example/orchard/mcp-harvester/harvester_frame_shake_left")},
				{intent: "press_" + strings.Repeat("stage_", 40) + "stop", want: routes("press_" + strings.Repeat("stage_", 40) + "stop")},
				{intent: "gitea.example/orchard/mcp-harvester/harvester_frame_shake_right", want: routes("gitea.example/orchard/mcp-harvester/harvester_frame_shake_right")},
			},
			foil: sixtyLetters,
		},
		{
			name: "names that differ in a separator are one name",
			tools: []tool{
				{id: "stall/search-a", says: "Search the first aisle."},
				{id: "stall/search_a", says: "Search the attic."},
			},
			asks: []ask{
				{intent: "stall/search-a", want: routes("stall/search-a")},
				{intent: "search_a", want: routes("stall/search_a")},
				{intent: "stall search a", want: asks("stall/search-a", "stall/search_a")},
				{intent: "search the aisle", want: routes("stall/search-a")},
				{intent: "search the attic", want: routes("stall/search_a")},
			},
			foil: flatNames,
		},
		{
			name: "singular and plural of a name are one name",
			tools: []tool{
				{id: "zoo/get_keepers", says: "Keepers."},
				{id: "zoo/get_keeper", says: "One keeper of all the keepers; get one."},
			},
			asks: []ask{
				{intent: "get_keepers", want: routes("zoo/get_keepers")},
				{intent: "get_keeper", want: routes("zoo/get_keeper")},
				{intent: "zoo get keepers", want: routes("zoo/get_keepers")},
			},
			foil: anyPart,
		},
		{
			name: "a server's name that holds the separator is cut in the wrong place",
			tools: []tool{
				{id: "Demo__Orchestra/tune", says: "Tune."},
				{id: "Demo/rehearse", says: "Rehearse with the orchestra."},
			},
			asks: []ask{
				{intent: "Demo__Orchestra__tune", want: routes("Demo__Orchestra/tune")},
				{intent: "tune", want: routes("Demo__Orchestra/tune")},
				{intent: "Demo__rehearse", want: routes("Demo/rehearse")},
			},
			foil: firstSeparator,
		},
		{
			name: "server and tool run together to the same name",
			tools: []tool{
				{id: "sea_charts/search", says: "Search charts."},
				{id: "sea/charts_search", says: "Search charts."},
			},
			asks: []ask{
				{intent: "sea charts search", want: asks("sea_charts/search", "sea/charts_search")},
				{intent: "charts_search", want: leads("sea/charts_search")},
			},
			foil: flatNames,
		},
		{
			name: "servers that share a prefix are taken for each other",
			tools: []tool{
				{id: "git/list_branches", says: "List branches."},
				{id: "github/list_branches", says: "List branches."},
				{id: "git_archive/list_branches", says: "List branches."},
			},
			asks: []ask{
				{intent: "github list_branches", want: routes("github/list_branches")},
				{intent: "git list_branches", want: routes("git/list_branches")},
				{intent: "git/list_branches", want: routes("git/list_branches")},
				{intent: "list the branches in the git archive", want: leads("git_archive/list_branches")},
			},
			foil: anyPart,
		},
		{
			name: "a server whose name begins like a well-known one is left out",
			tools: []tool{
				{id: "filesystem/open", says: "Open a file."},
				{id: "filesystem-guides/open", says: "Open a guide."},
			},
			asks: []ask{
				{intent: "filesystem-guides open", want: routes("filesystem-guides/open")},
				{intent: "filesystem open", want: routes("filesystem/open")},
				{intent: "filesystem/open", want: routes("filesystem/open")},
				{intent: "open the guide", want: routes("filesystem-guides/open")},
			},
			foil: anyPart,
		},
	}
}

// crowd are n tools that ask and keep ledgers in other people's words.
func crowd(n int) (tools []tool) {
	things := []string{"tent", "stove", "kayak", "rope", "lamp", "compass", "harness", "bivouac", "paddle", "crampon"}
	for i := range n {
		thing := things[i%len(things)]
		tools = append(tools, tool{
			id:   fmt.Sprintf("hire_%d/%s_%d", i/len(things), thing, i),
			says: fmt.Sprintf("Ask the ledger or the almanac whether a %s is free, plugin x and g.", thing),
		})
	}
	return tools
}

// wordsApart is asciiWords on names without their separators.
func wordsApart(tools []tool, intent string) answer {
	var apart []tool
	for _, t := range tools {
		apart = append(apart, tool{id: t.id, says: strings.ReplaceAll(t.id, "_", " ") + " " + t.says})
	}
	return asciiWords(apart, strings.ReplaceAll(intent, "_", " "))
}

// sixtyLetters knows tools by the first sixty letters of their names.
func sixtyLetters(tools []tool, intent string) answer {
	return best(tools, 0, func(t tool) int {
		if t.id[:min(len(t.id), 60)] == intent[:min(len(intent), 60)] {
			return 1
		}
		return 0
	})
}

// firstSeparator takes what stands before the first two underscores for the
// server.
func firstSeparator(tools []tool, intent string) answer {
	server, name, _ := strings.Cut(intent, "__")
	return best(tools, 0, func(t tool) int {
		if t.id == server+"/"+name {
			return 1
		}
		return 0
	})
}
