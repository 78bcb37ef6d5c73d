package index_test

import "strings"

// wordSymptoms are failures in what counts as the same word and in how much a
// word counts.
func wordSymptoms() []symptom {
	return []symptom{
		{
			name: "the word the is found in theme",
			tools: []tool{
				{id: "portal_theme_edit", says: "Edit the portal theme and its theming."},
				{id: "portal_case_close", says: "Close a case with notes."},
				{id: "portal_user_invite", says: "Invite a user."},
			},
			asks: []ask{
				{intent: "close the case and put the notes in", want: routes("portal_case_close")},
				{intent: "invite the new user to the portal", want: routes("portal_user_invite")},
			},
			foil: anyPart,
		},
		{
			name: "read is found in spreadsheet, search in research, list in listen",
			tools: []tool{
				{id: "spreadsheet_open", says: "Open a workbook."},
				{id: "file_read", says: "Read a file."},
				{id: "research_begin", says: "Begin a research project."},
				{id: "catalog_search", says: "Search the catalog."},
				{id: "port_listen", says: "Listen on a port."},
				{id: "port_list", says: "List open ports."},
			},
			asks: []ask{
				{intent: "read", want: routes("file_read").without("spreadsheet_open")},
				{intent: "search", want: routes("catalog_search").without("research_begin")},
				{intent: "list", want: routes("port_list").without("port_listen")},
				{intent: "listen", want: routes("port_listen").without("port_list")},
			},
			foil: anyPart,
		},
		{
			name: "another form of the word finds nothing",
			tools: []tool{
				{id: "timer_create", says: "Schedule a recurring chore."},
				{id: "parcel_track", says: "Track a parcel."},
				{id: "invoice_approve", says: "Approve an invoice."},
			},
			asks: []ask{
				{intent: "scheduling", want: routes("timer_create")},
				{intent: "tracking parcels", want: routes("parcel_track")},
				{intent: "approved invoices", want: routes("invoice_approve")},
			},
			foil: asciiWords,
		},
		{
			name: "singular and plural are different words",
			tools: []tool{
				{id: "list_branch", says: "Lists what branches a bank has."},
				{id: "list_currencies", says: "Lists what money is traded."},
				{id: "open_safe", says: "Opens a safe."},
			},
			asks: []ask{
				{intent: "show branches", want: routes("list_branch")},
				{intent: "which currency", want: routes("list_currencies")},
				{intent: "safes", want: routes("open_safe")},
			},
			foil: asciiWords,
		},
		{
			name: "the name says delete, the user and the description say scrap",
			tools: []tool{
				{id: "delete_line", says: "Scrap a conveyor."},
				{id: "list_line", says: "Show all lines."},
				{id: "start_line", says: "Set a line going."},
			},
			asks: []ask{{intent: "scrap the conveyors by number", want: routes("delete_line")}},
			foil: firstWordOfName,
		},
		{
			name: "camelCase in the catalog is one long word",
			tools: []tool{
				{id: "mesh_v2_appNodeRecord_search", says: "查询记录"},
				{id: "node_ping", says: "Ping a node."},
				{id: "getTenantByKey", says: "Fetch one."},
			},
			asks: []ask{
				{intent: "search node record", want: routes("mesh_v2_appNodeRecord_search")},
				{intent: "get tenant", want: routes("getTenantByKey")},
				{intent: "node records", want: leads("mesh_v2_appNodeRecord_search")},
			},
			foil: asciiWords,
		},
		{
			name: "camelCase in the request is one long word",
			tools: []tool{
				{id: "holiday_service_get", says: "Read the calendar of days off."},
				{id: "holiday_greeting_send", says: "Send a card."},
			},
			asks: []ask{
				{intent: "HolidayService", want: routes("holiday_service_get")},
				{intent: "holidayGreetingSend", want: routes("holiday_greeting_send")},
				{intent: "holiday-service", want: routes("holiday_service_get")},
			},
			foil: asciiWords,
		},
		{
			name: "words written together or apart are different words",
			tools: []tool{
				{id: "flush_writeback", says: "Flush what waits to be written."},
				{id: "flush_dns", says: "Forget resolved hosts."},
				{id: "disk_quota_show", says: "Show how full a disk may get."},
			},
			asks: []ask{
				{intent: "flush the write back", want: routes("flush_writeback")},
				{intent: "diskquota", want: routes("disk_quota_show")},
			},
			foil: asciiWords,
		},
		{
			name: "look for is found in look up",
			tools: []tool{
				{id: "tide_lookup", says: "Look up the tides of a harbour."},
				{id: "search_manuals", says: "Search manuals."},
			},
			asks: []ask{
				{intent: "look for manuals about engine mounting", want: ranks("search_manuals")},
				{intent: "looking for manuals", want: leads("search_manuals")},
			},
			foil: wordsOfNames,
		},
		{
			name: "a request of everyday words matches whatever has them",
			tools: []tool{
				{id: "list_depots", says: "List the depots in the region and what is in them."},
				{id: "stop_crane", says: "Stop a crane."},
			},
			asks: []ask{
				{intent: "the best ramen in the town", want: nothing()},
				{intent: "what is the meaning of it all", want: nothing()},
				{intent: "can you do it for me please", want: nothing()},
			},
			foil: asciiWords,
		},
		{
			name: "all words must match, so a long request finds nothing",
			tools: []tool{
				{id: "renew_passport", says: "Renew a passport."},
				{id: "book_ferry", says: "Book a ferry crossing."},
				{id: "pay_toll", says: "Pay a road toll."},
			},
			asks: []ask{
				{intent: "hello there, my sister and I are planning to go north in July with the two kids and an old van, " +
					"and before anything else I would like you to book the ferry for all of us", want: ranks("book_ferry")},
				{intent: "so I noticed this morning that my passport, which I got ten years ago, needs to be renewed soon", want: ranks("renew_passport")},
				{intent: "tomorrow we drive over the bridge, so pay the road toll first", want: leads("pay_toll")},
			},
			foil: allWords,
		},
		{
			name: "a typing error finds nothing",
			tools: []tool{
				{id: "warehouse_inventory", says: "Count what is in stock."},
				{id: "shipment_reroute", says: "Send a shipment elsewhere."},
			},
			asks: []ask{
				{intent: "wharehouse inventry", want: leads("warehouse_inventory")},
				{intent: "reroute the shipmnet", want: routes("shipment_reroute")},
			},
			foil: allWords,
		},
		{
			name: "a description that says everything wins everything",
			tools: []tool{
				{id: "suite_everything", says: strings.Repeat("Refund an order, print a label, weigh a pallet, call a courier and much more. ", 60)},
				{id: "refund_order", says: "Refund an order."},
				{id: "weigh_pallet", says: "Weigh a pallet."},
			},
			asks: []ask{
				{intent: "refund the order", want: routes("refund_order")},
				{intent: "weigh this pallet", want: routes("weigh_pallet")},
				{intent: "call a courier", want: routes("suite_everything")},
			},
			foil: countsAll,
		},
		{
			name: "a description of one endless word breaks the list",
			tools: []tool{
				{id: "blob_put", says: strings.Repeat("A", 5000)},
				{id: "blob_get", says: "Fetch a blob."},
			},
			asks: []ask{
				{intent: "blob_put", want: routes("blob_put")},
				{intent: "fetch a blob", want: routes("blob_get")},
				{intent: "a", want: nothing()},
			},
			foil: anyPart,
		},
	}
}

// wordsOfNames is anyPart on the names alone.
func wordsOfNames(tools []tool, intent string) answer {
	var named []tool
	for _, t := range tools {
		named = append(named, tool{id: t.id})
	}
	return anyPart(named, intent)
}

// firstWordOfName looks for the word that a tool's name begins with.
func firstWordOfName(tools []tool, intent string) answer {
	var verbs []tool
	words := asciiSplit(intent)
	for _, t := range tools {
		verb, _, _ := strings.Cut(t.id, "_")
		if held(" "+strings.Join(words, " ")+" ", []string{verb}, containsWord) > 0 {
			verbs = append(verbs, t)
		}
	}
	return anyPart(verbs, intent)
}

// countsAll adds up how often the request's words occur, however long the text.
func countsAll(tools []tool, intent string) answer {
	return best(tools, 0, func(t tool) (n int) {
		for _, w := range asciiSplit(intent) {
			n += strings.Count(strings.ToLower(t.text()), w)
		}
		return n
	})
}
