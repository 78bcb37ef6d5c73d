package dispatch

import (
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// A required argument whose schema has a default is not asked for.
func TestRequiredDefaults(t *testing.T) {
	for _, tc := range []struct {
		name, property, hints string
		// args is what the server gets, "" where the argument is asked for.
		args string
	}{
		{"a choice", `{"type":"string","enum":["css","device"],"default":"css"}`, `{}`, `{"scale":"css"}`},
		{"given", `{"type":"string","enum":["css","device"],"default":"css"}`, `{"scale":"device"}`, `{"scale":"device"}`},
		{"still a placeholder", `{"type":"string","default":"css"}`, `{"scale":"<scale: string>"}`, `{"scale":"css"}`},
		{"false", `{"type":"boolean","default":false}`, `{}`, `{"scale":false}`},
		{"a list", `{"type":"array","items":{"type":"integer"},"default":[]}`, `{}`, `{"scale":[]}`},
		{"an empty text", `{"type":"string","default":""}`, `{}`, `{"scale":""}`},
		{"of another type", `{"type":"integer","default":"css"}`, `{}`, ``},
		{"no item of the choice", `{"type":"string","enum":["css","device"],"default":"auto"}`, `{}`, ``},
		{"out of range", `{"type":"integer","minimum":1,"default":0}`, `{}`, ``},
		{"null", `{"type":["string","null"],"default":null}`, `{}`, ``},
		{"a schema that can't be checked", `{"type":"string","pattern":"(?=x)","default":"css"}`, `{}`, ``},
		{"without one", `{"type":"string"}`, `{}`, ``},
	} {
		d, server := toolsDesk(t, `{"name":"take_picture","description":"Take a picture of the page.","annotations":{"readOnlyHint":false,"destructiveHint":false},
			"inputSchema":{"type":"object","properties":{"scale":`+tc.property+`},"required":["scale"]}}`)
		reply := d.Do(t.Context(), request(runtime.Act, "take a picture of the page", tc.hints))
		calls := server.calls()
		if tc.args == "" {
			if len(calls) > 0 || reply.Status != BadArguments || !strings.Contains(reply.Error, "needs scale") {
				t.Errorf("%s: not asked for\n%s", tc.name, asJSON(t, reply))
			}
			continue
		}
		if len(calls) != 1 || string(calls[0].Args) != tc.args {
			t.Errorf("%s: called with %s, want %s\n%s", tc.name, sent(calls), tc.args, asJSON(t, reply))
		}
	}
}

// Of several required arguments only those without a default are asked for, and
// the one text that is left takes the request.
func TestDefaultsLeaveTheRest(t *testing.T) {
	d, server := toolsDesk(t, `{"name":"search_notes","description":"Search the notes.","inputSchema":{"type":"object",
		"properties":{"query":{"type":"string"},"order":{"type":"string","default":"newest"}},"required":["query","order"]}}`,
		`{"name":"rotate_picture","description":"Rotate a picture.","inputSchema":{"type":"object",
		"properties":{"name":{"type":"string"},"degrees":{"type":"integer","default":90}},"required":["name","degrees"]}}`)
	d.Do(t.Context(), request(runtime.Ask, "search the notes about tides", ""))
	if calls := server.calls(); len(calls) != 1 || string(calls[0].Args) != `{"order":"newest","query":"the notes about tides"}` {
		t.Errorf("called with %s", sent(calls))
	}
	reply := d.Do(t.Context(), request(runtime.Act, "rotate the picture", ""))
	if !strings.Contains(reply.Error, "needs name;") || strings.Contains(reply.Error, "degrees (integer) required") {
		t.Error(asJSON(t, reply))
	}
}
