package fleet_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// sizeReports are about results: what is lost of them, and what is too much.
func sizeReports() []report {
	return []report{
		{"stacklok/toolhive#5859", "content of other kinds than text is lost", mixedContent},
		{"stacklok/mecatl#178", "a result of megabytes goes to the model", hugeResults},
		{"smart-mcp-proxy/mcpproxy-go#318", "a result that is null ends the gateway", nilResults},
	}
}

// mixed is a result with a block of every kind.
var mixed = `{"content":[{"type":"text","text":"a caption","annotations":{"audience":["user"],"priority":0.5}},` +
	`{"type":"image","data":"` + fleettest.Pixel + `","mimeType":"image/png","_meta":{"example.org/width":1}},` +
	`{"type":"audio","data":"UklGRg==","mimeType":"audio/wav"},` +
	`{"type":"resource","resource":{"uri":"note://1","mimeType":"text/plain","text":"a note","_meta":{"example.org/n":9007199254740993}}},` +
	`{"type":"resource","resource":{"uri":"blob://1","mimeType":"application/octet-stream","blob":"AAEC"}},` +
	`{"type":"resource_link","uri":"far://1","name":"far","title":"Far","description":"far away","mimeType":"text/plain","size":12}],` +
	`"structuredContent":{"n":9007199254740993,"list":[1.50,null]},"_meta":{"example.org/trace":"t-1","example.org/big":9007199254740993}}`

func mixedContent(t *testing.T) {
	server := fleettest.Scripted(t, "studio", fleettest.Script{
		Tools: []json.RawMessage{fleettest.Reader("mix", "Mix all that there is.")}, Results: map[string]json.RawMessage{"mix": json.RawMessage(mixed)},
	})
	g := serve(t, surface.ModeBoth, fleet.Options{}, server)
	raw := post(t, g.url, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"mix","arguments":{}}}`)
	var got struct{ Result map[string]json.RawMessage }
	var want map[string]json.RawMessage
	if err := json.Unmarshal([]byte(raw), &got); err != nil {
		t.Fatal(err, raw)
	}
	if err := json.Unmarshal([]byte(mixed), &want); err != nil {
		t.Fatal(err)
	}
	for key := range want {
		if !sameJSON(t, want[key], string(got.Result[key])) {
			t.Errorf("%s:\ngot  %s\nwant %s", key, got.Result[key], want[key])
		}
	}
	// The verbs pass on everything that is no text beside their answer.
	raw = post(t, g.url, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ask","arguments":{"intent":"mix all that there is"}}}`)
	if err := json.Unmarshal([]byte(raw), &got); err != nil {
		t.Fatal(err, raw)
	}
	var blocks, wanted []json.RawMessage
	if err := json.Unmarshal(got.Result["content"], &blocks); err != nil || len(blocks) != 6 {
		t.Fatal(err, raw)
	}
	if err := json.Unmarshal(want["content"], &wanted); err != nil {
		t.Fatal(err)
	}
	for i := 1; i < 6; i++ {
		if !sameJSON(t, wanted[i], string(blocks[i])) {
			t.Errorf("block %d:\ngot  %s\nwant %s", i, blocks[i], wanted[i])
		}
	}
}

// hugeResults has results of every kind that are too long for a model: each is cut,
// what is for eyes and ears is kept whole or named, and the rest can be read.
func hugeResults(t *testing.T) {
	long := strings.Repeat("0123456789", 100_000)
	results := map[string]json.RawMessage{
		"text":       json.RawMessage(`{"content":[{"type":"text","text":"` + long + `"}]}`),
		"texts":      json.RawMessage(`{"content":[` + strings.TrimSuffix(strings.Repeat(`{"type":"text","text":"`+long[:10_000]+`"},`, 100), ",") + `]}`),
		"structured": json.RawMessage(`{"content":[{"type":"text","text":"short"}],"structuredContent":{"all":"` + long + `"}}`),
		"resource":   json.RawMessage(`{"content":[{"type":"resource","resource":{"uri":"book://1","mimeType":"text/plain","text":"` + long + `"}}]}`),
		"links":      json.RawMessage(`{"content":[` + strings.TrimSuffix(strings.Repeat(`{"type":"resource_link","uri":"far://`+long[:1000]+`","name":"far"},`, 1000), ",") + `]}`),
		"failure":    json.RawMessage(`{"isError":true,"content":[{"type":"text","text":"` + long + `"}]}`),
	}
	var s fleettest.Script
	s.Results = results
	for name := range results {
		s.Tools = append(s.Tools, fleettest.Reader("get_"+name, "Get a long "+name+"."))
		s.Results["get_"+name] = results[name]
	}
	g := serve(t, surface.ModeIntent, fleet.Options{}, fleettest.Scripted(t, "archive", s))
	c := g.connect(t)
	for name := range results {
		if strings.HasPrefix(name, "get_") {
			continue
		}
		raw := post(t, g.url, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{"intent":"x","hints":{"tool":"get_%s"}}}}`, name))
		// The answer stands in the structured content and, for older clients, in text.
		if len(raw) > 2*fleet.DefaultLongestResult+8<<10 {
			t.Errorf("%s: %d bytes go to the client", name, len(raw))
		}
		if !strings.Contains(raw, "sextant_read_result") {
			t.Errorf("%s: nothing says how to read on: %.300s", name, raw)
		}
	}
	got := c.ask(t, "ask", "x", `{"tool":"get_structured"}`)
	_, hints, _ := strings.Cut(string(got.Result), `hints `)
	var quoted string
	if err := json.Unmarshal([]byte(`"`+strings.TrimSuffix(hints, `]"`)+`"`), &quoted); err != nil {
		t.Fatal(err, hints)
	}
	if got = c.ask(t, "ask", "read on", quoted); !strings.Contains(string(got.Result), "0123456789") || !strings.Contains(string(got.Result), `"more":true`) {
		t.Errorf("%.300s", got.text)
	}
	// What one client got is no business of another.
	if got = g.connect(t).ask(t, "ask", "read on", quoted); !strings.Contains(got.Error, "there is no result") {
		t.Errorf("%.300s", got.text)
	}
}

func nilResults(t *testing.T) {
	results := map[string]json.RawMessage{
		"null_content": json.RawMessage(`{"content":null}`), "no_content": json.RawMessage(`{}`), "null_result": json.RawMessage(`null`),
		"null_block": json.RawMessage(`{"content":[null]}`), "null_text": json.RawMessage(`{"content":[{"type":"text","text":null}]}`),
		"null_structured": json.RawMessage(`{"content":[],"structuredContent":null}`), "null_resource": json.RawMessage(`{"content":[{"type":"resource","resource":null}]}`),
	}
	s := fleettest.Script{Results: results}
	for name := range results {
		s.Tools = append(s.Tools, fleettest.Reader(name, "Give "+name+"."))
	}
	g := serve(t, surface.ModeBoth, fleet.Options{}, fleettest.Scripted(t, "void", s))
	c := g.connect(t)
	for name := range results {
		if got := c.ask(t, "ask", "x", fmt.Sprintf(`{"tool":%q}`, name)); !got.Executed || got.Error != "" {
			t.Errorf("%s through a verb: %s", name, got.text)
		}
		raw := post(t, g.url, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{}}}`, name))
		if !strings.Contains(raw, `"content":[`) || strings.Contains(raw, `"error"`) || strings.Contains(raw, `"isError":true`) {
			t.Errorf("%s by its own name: %s", name, raw)
		}
	}
}
