package args_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime/args"
)

// everySchema has a parameter of every kind.
const everySchema = `{"type":"object","required":["query","start_date"],"properties":{
	"query":{"type":"string","maxLength":30},"user_id":{"type":"string","pattern":"^[a-z0-9-]+$"},"limit":{"type":"integer","minimum":1,"maximum":50},
	"ratio":{"type":"number"},"color":{"type":"string","enum":["Dark Red","red","blue","all"]},"sizes":{"type":"array","items":{"type":"string","enum":["S","M","large"]}},
	"level":{"type":"integer","enum":[1,2,3]},"stars":{"type":"string","enum":["1","2","dontcare"]},"has_garage":{"type":"boolean"},"free":{"type":"string","enum":["True","False"]},
	"start_date":{"type":"string","format":"date"},"end_date":{"type":"string","description":"'MM/DD/YYYY'"},"at_time":{"type":"string","description":"HH:MM"},
	"city":{"type":"string","description":"'City, State', such as 'Austin, TX'"},"from":{"type":"string","description":"name of the first city"},"url":{"type":"string","format":"uri"},
	"tags":{"type":"array","items":{"type":"string"}},"artist":{"type":"string","description":"Name of the artist."},"year":{"type":"integer"},"path":{"type":["string","null"]}}}`

// plainSchema has parameters whose values stand in the request as they are.
const plainSchema = `{"type":"object","required":["query"],"properties":{
	"query":{"type":"string"},"user_id":{"type":"string"},"limit":{"type":"integer"},"city":{"type":"string"},"to":{"type":"string"},
	"artist":{"type":"string","description":"Name of the artist, such as 'Fado' or 'Morna'."},"color":{"type":"string","enum":["Dark Red","blue"]},
	"url":{"type":"string"},"note":{"type":"string"}}}`

// pieces are what requests are put together from.
var pieces = strings.Fields(`query user_id user id limit ratio color sizes level stars garage free start end date time city from to url tags artist by year path note
	is = : of as the a and or not without with no in at for search what who about don't I'd
	5 07 0 -3 4.2 1,000 99999999999 2019 3-star $20 20% two one 2026-03-09 3/4/2026 March 9th 2026 10:30 9 pm today
	red Dark blue all S M large Austin Salem, OR Oregon Ana Lima "a "a" 'b' “c” 「d」 ` + "`e`" + ` ' " . , ! ? ( )
	https://example.org a@example.org ./a.go x-1 10.0.0.1 東京 です naïve é \ < & ß ﬁ`)

func request(t *rapid.T) string {
	words := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(pieces), rapid.SampledFrom(pieces), rapid.StringN(0, 6, -1)), 0, 25).Draw(t, "words")
	return strings.Join(words, " ")
}

// optional drops "required", so that single arguments can be validated.
func optional(schema string) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(schema), &fields) != nil {
		return schema
	}
	delete(fields, "required")
	out, _ := json.Marshal(fields)
	return string(out)
}

// accepted reports what the schema has against the arguments.
func accepted(s *jsonschema.Schema, read []args.Argument) error {
	object := map[string]json.RawMessage{}
	for _, a := range read {
		object[a.Name] = a.Value
	}
	encoded, err := json.Marshal(object)
	if err != nil {
		return err
	}
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(encoded))
	if err != nil {
		return err
	}
	return s.Validate(instance)
}

// The schema accepts what is read, no parameter is read twice, and reading again
// gives the same.
func TestReadIsValid(t *testing.T) {
	schema, tool := every, args.Parse(everySchema, nil)
	rapid.Check(t, func(t *rapid.T) {
		intent := request(t)
		read := tool.Read(intent)
		if err := accepted(schema, read); err != nil {
			t.Fatalf("%q: %v", intent, err)
		}
		seen := map[string]bool{}
		again := args.Parse(everySchema, nil).Read(intent)
		for i, a := range read {
			if seen[a.Name] || i >= len(again) || again[i].Name != a.Name || string(again[i].Value) != string(a.Value) {
				t.Fatalf("%q: %v, then %v", intent, read, again)
			}
			seen[a.Name] = true
		}
	})
}

// A value stands in the request, in the enum or among the examples.
func TestNothingIsInvented(t *testing.T) {
	tool := args.Parse(plainSchema, nil)
	known := map[string]bool{"Dark Red": true, "blue": true}
	rapid.Check(t, func(t *rapid.T) {
		intent := request(t)
		for _, a := range tool.Read(intent) {
			var s string
			if json.Unmarshal(a.Value, &s) != nil {
				continue
			}
			// Of a place only the comma before its region may be new.
			bare := strings.ReplaceAll(s, ",", "")
			if !known[s] && !strings.Contains(intent, s) && !strings.Contains(strings.ReplaceAll(intent, ",", ""), bare) && !strings.Contains(plainSchema, s) {
				t.Fatalf("%q: %s = %q by %s", intent, a.Name, s, a.Evidence)
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`query="x" limit 5`, `limit=-0`, `ratio 1e999`, "limit\n5", `user id ''`, `from 2026-03-09 to March 9th 2026 at 9 pm`,
		"in Austin, Texas", "sizes S and M", "two stars, no garage", "「d」東京", "\xff'\xfe'", "a 'b", "3-star", "2/30/2026",
	} {
		f.Add(everySchema, seed)
	}
	f.Add(`{"properties":{"a":{"enum":[1,"x",null,[2],{"b":3}]}}}`, "a x 1")
	f.Add(`{"properties":{"a":{"type":"array","items":{"type":"integer"}}}}`, `a="1"`)
	f.Fuzz(func(t *testing.T, schema, intent string) {
		read := args.Parse(schema, nil).Read(intent)
		for _, a := range read {
			if !json.Valid(a.Value) {
				t.Fatalf("%q: %s = %q is no JSON", intent, a.Name, a.Value)
			}
		}
		if schema == everySchema {
			if err := accepted(every, read); err != nil {
				t.Fatalf("%q: %v", intent, err)
			}
		}
	})
}

var every = func() *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(optional(everySchema)))
	if err != nil {
		panic(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("s", doc); err != nil {
		panic(err)
	}
	return c.MustCompile("s")
}()
