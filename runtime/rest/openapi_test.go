package rest

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
)

// checker reads a document with a library that shares no code with this one.
func checker(t testing.TB, raw []byte) validator.Validator {
	t.Helper()
	doc, err := libopenapi.NewDocument(raw)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := doc.BuildV3Model(); err != nil {
		t.Fatalf("references do not resolve: %v", err)
	}
	v, errs := validator.NewValidator(doc)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return v
}

func checkDocument(t *testing.T, raw []byte) {
	t.Helper()
	if ok, problems := checker(t, raw).ValidateDocument(); !ok {
		for _, p := range problems {
			t.Error(p)
			for _, s := range p.SchemaValidationErrors {
				t.Errorf("  %s: %s", s.FieldPath, s.Reason)
			}
		}
	}
}

func TestDocumentIsValid(t *testing.T) {
	for name, surface := range map[string]func() (*runtime.Router, error){"library": library, "odd": odd, "shipped": shipped} {
		t.Run(name, func(t *testing.T) {
			checkDocument(t, newDesk(t, surface, "none", Options{}).table().document().json)
		})
	}
	for _, bad := range []string{`{"openapi":"3.1.0","info":{"title":"x"},"paths":{}}`, `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"/a":{"post":{"responses":7}}}}`} {
		doc, err := libopenapi.NewDocument([]byte(bad))
		if err != nil {
			continue
		}
		v, errs := validator.NewValidator(doc)
		if len(errs) > 0 {
			continue
		}
		if ok, _ := v.ValidateDocument(); ok {
			t.Errorf("the validator takes anything, even %s", bad)
		}
	}
}

// The schemas that public servers really send are embedded as well.
func TestDocumentOfRealTools(t *testing.T) {
	folder := os.Getenv("SEXTANT_DATA")
	if folder == "" {
		t.Skip("SEXTANT_DATA does not name the data folder")
	}
	lists, err := filepath.Glob(filepath.Join(folder, "fleet", "tools-list", "*.json"))
	if err != nil || len(lists) == 0 {
		t.Fatal(lists, err)
	}
	for _, list := range append(lists, filepath.Join(folder, "fleet", "fleet200.json"), filepath.Join(folder, "graph-os", "capabilities-power.2026-08.json")) {
		t.Run(filepath.Base(list), func(t *testing.T) {
			k := newDesk(t, compile(catalog.Paths{Descriptors: []string{list}}), "none", Options{})
			checkDocument(t, k.table().document().json)
		})
	}
}

// A client that has the document is not sent it again.
func TestDocumentIsCached(t *testing.T) {
	k := newDesk(t, library, "none", Options{Version: "v1.2.3"})
	first := k.send(t, http.MethodGet, OpenAPIPath, "")
	tag := first.header.Get("ETag")
	if first.status != http.StatusOK || tag == "" || first.header.Get("Content-Type") != "application/json" || first.member(t, "info.version") != "v1.2.3" {
		t.Fatalf("%d %v", first.status, first.header)
	}
	again := k.send(t, http.MethodGet, OpenAPIPath, "", "If-None-Match", tag)
	if again.status != http.StatusNotModified || again.body != "" {
		t.Errorf("%d %.100s", again.status, again.body)
	}
	if other := k.send(t, http.MethodGet, OpenAPIPath, "", "If-None-Match", `"else"`); other.status != http.StatusOK || other.body != first.body {
		t.Errorf("%d", other.status)
	}
	if head := k.send(t, http.MethodHead, OpenAPIPath, ""); head.status != http.StatusOK || head.body != "" || head.header.Get("ETag") != tag {
		t.Errorf("HEAD: %d %v", head.status, head.header)
	}
	if post := k.post(t, OpenAPIPath, "{}"); post.status != http.StatusMethodNotAllowed || post.header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d %v", post.status, post.header)
	}
	if elsewhere := newDesk(t, odd, "none", Options{}).send(t, http.MethodGet, OpenAPIPath, ""); elsewhere.header.Get("ETag") == tag {
		t.Error("another surface has the same tag")
	}
}

// Schemas stand in the document as the surface has them.
func TestSchemasAreFaithful(t *testing.T) {
	k := newDesk(t, shipped, "none", Options{})
	var doc struct {
		Components struct {
			Schemas map[string]json.RawMessage `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(k.table().document().json, &doc); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, rt := range k.table().byTool {
		number, _ := k.dispatcher.Router().Lookup(rt.Tool)
		schema := k.dispatcher.Router().Schema(number)
		if strings.Contains(schema, `"$ref"`) {
			continue
		}
		n++
		if got := string(doc.Components.Schemas[rt.op.id+"_input"]); got != schema {
			t.Errorf("%s\n got %s\nwant %s", rt.Tool, got, schema)
		}
	}
	if n < 90 {
		t.Errorf("only %d tools were compared", n)
	}
}

func TestEmbed(t *testing.T) {
	const base = "#/components/schemas/x"
	for _, tt := range []struct{ name, schema, want string }{
		{"nothing to do", `{"type":"object","maximum":9007199254740993,"b":1,"a":"\u00e9<"}`, `{"type":"object","maximum":9007199254740993,"b":1,"a":"\u00e9<"}`},
		{"true", `true`, `true`},
		{"no schema", `17`, `{}`},
		{"a definition", `{"$ref":"#/$defs/a~1b","$defs":{"a/b":{"$ref":"#"}}}`, `{"$ref":"` + base + `/$defs/a~1b","$defs":{"a/b":{"$ref":"` + base + `"}}}`},
		{"lists", `{"anyOf":[{"$ref":"#/a"},true],"items":[{"$ref":"#/b"}]}`, `{"anyOf":[{"$ref":"` + base + `/a"},true],"items":[{"$ref":"` + base + `/b"}]}`},
		{"data", `{"default":{"$ref":"#/a"},"enum":[{"$ref":"#/b"}],"const":{"$id":"x"},"examples":[{"$anchor":"y"}]}`, `{"default":{"$ref":"#/a"},"enum":[{"$ref":"#/b"}],"const":{"$id":"x"},"examples":[{"$anchor":"y"}]}`},
		{"arguments with such names", `{"properties":{"$ref":{"type":"string"},"$id":{"$ref":"#/c"},"items":{"type":"array"}}}`, `{"properties":{"$ref":{"type":"string"},"$id":{"$ref":"` + base + `/c"},"items":{"type":"array"}}}`},
		{"its own name", `{"$id":"https://a.example/s","not":{"$ref":"https://a.example/s#/d"},"if":{"$ref":"https://a.example/s"}}`, `{"not":{"$ref":"` + base + `/d"},"if":{"$ref":"` + base + `"}}`},
		{"another document", `{"items":{"$ref":"https://b.example/t.json"}}`, `{"items":{"$comment":"refers to https://b.example/t.json, which is not part of this document"}}`},
		{"an anchor", `{"$defs":{"a":{"$anchor":"k"}},"items":{"$ref":"#k"}}`, `{"$defs":{"a":{"$anchor":"k"}},"items":{"$ref":"#k"},"$id":"urn:sextant:schema:x"}`},
		{"a part with a name", `{"$id":"https://a.example/s","$defs":{"a":{"$id":"part"}},"$ref":"#/$defs/a"}`, `{"$id":"urn:sextant:schema:x","$defs":{"a":{"$id":"part"}},"$ref":"#/$defs/a"}`},
	} {
		if got := string(embed(json.RawMessage(tt.schema), "x")); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}
