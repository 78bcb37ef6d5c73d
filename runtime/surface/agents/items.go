package agents

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// Names of lists of things in results, those first that are meant to be read as
// references; and names of ids and addresses in a thing.
var (
	listNames = []string{"items", "refs", "references", "results", "hits", "entries"}
	idNames   = []string{"id", "item_id", "paper_id", "key", "doi", "name"}
	urlNames  = []string{"url", "link", "href", "uri"}
)

// items are the things in a result: of a list that the tool names as such, else
// of its only list of objects, else the result itself.
func items(r *dispatch.Result) []Item {
	raw := structured(r)
	if list, ok := itemsOf(raw); ok {
		return list
	}
	p := payloadOf(r)
	for _, name := range listNames {
		if list, ok := itemsOf(p[name]); ok {
			return list
		}
	}
	var found []Item
	lists := 0
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if list, ok := itemsOf(p[name]); ok && len(list) > 0 {
			found = list
			lists++
		}
	}
	if lists == 1 {
		return found
	}
	if one, ok := itemOf(raw, false); ok && lists == 0 {
		return []Item{one}
	}
	return []Item{}
}

// itemsOf reads a list of things; ok is false for anything but a list.
func itemsOf(raw json.RawMessage) (out []Item, ok bool) {
	var list []json.RawMessage
	if len(raw) == 0 || raw[0] != '[' || json.Unmarshal(raw, &list) != nil {
		return nil, false
	}
	out = []Item{}
	for _, element := range list {
		if one, ok := itemOf(element, true); ok {
			out = append(out, one)
		}
	}
	return out, true
}

// itemOf reads one thing. In a list its name will do as its id.
func itemOf(raw json.RawMessage, named bool) (Item, bool) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return Item{}, false
	}
	var one Item
	for _, name := range idNames {
		if value := fields[name]; one.ID == nil && isID(value) && (named || name != "name") {
			one.ID = value
		}
	}
	for _, name := range urlNames {
		var url string
		if one.URL == "" && json.Unmarshal(fields[name], &url) == nil {
			one.URL = url
		}
	}
	return one, one.ID != nil || one.URL != ""
}

// isID tells texts and whole numbers.
func isID(raw json.RawMessage) bool {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text != "" && string(raw) != "null"
	}
	return len(raw) > 0 && strings.Trim(string(raw), "-0123456789") == ""
}
