package rest

import (
	"encoding/json"
	"net/url"
	"path"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The path of a tool leads back to its id, and is one that clients and routers
// leave as it is.
func TestToolPathsLeadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.OneOf(rapid.StringN(1, 40, -1), rapid.StringMatching(`[a-z./%{} ]{1,12}`)).Draw(t, "id")
		href := toolHref(id)
		u, err := url.Parse(href)
		if err != nil || u.Path != ToolPath+id || u.RawQuery != "" || u.Fragment != "" {
			t.Fatalf("%q is at %s, which leads to %+v (%v)", id, href, u, err)
		}
		if clean := path.Clean(href); clean != href {
			t.Fatalf("%q is at %s, which is shortened to %s", id, href, clean)
		}
		if strings.ContainsAny(href, "{}") {
			t.Fatalf("%q is at %s, which reads like a template", id, href)
		}
	})
}

// What is embedded is JSON, keeps all names, and refers to nothing outside.
func TestEmbeddedSchemasStayWhole(t *testing.T) {
	leaf := rapid.SampledFrom([]string{`true`, `{}`, `{"type":"string"}`, `{"$ref":"#"}`, `{"$ref":"#/$defs/a"}`, `{"const":{"$ref":"#/x"}}`, `{"maximum":9007199254740993}`})
	var schema func(depth int) *rapid.Generator[string]
	schema = func(depth int) *rapid.Generator[string] {
		if depth == 0 {
			return leaf
		}
		inner := rapid.Deferred(func() *rapid.Generator[string] { return schema(depth - 1) })
		return rapid.OneOf(leaf, rapid.Custom(func(t *rapid.T) string {
			key := rapid.SampledFrom([]string{"not", "items", "additionalProperties", "if"}).Draw(t, "key")
			return `{"` + key + `":` + inner.Draw(t, "one") + `,"anyOf":[` + inner.Draw(t, "two") + `],"properties":{"$ref":` + inner.Draw(t, "three") + `}}`
		}))
	}
	rapid.Check(t, func(t *rapid.T) {
		raw := schema(3).Draw(t, "schema")
		got := embed(json.RawMessage(raw), "x")
		const base = `"#/components/schemas/x`
		back := strings.ReplaceAll(strings.ReplaceAll(string(got), base+`"`, `"#"`), base+"/", `"#/`)
		if !json.Valid(got) || back != raw {
			t.Fatalf("%s\nbecame %s", raw, got)
		}
		if strings.Contains(strings.ReplaceAll(string(got), `"const":{"$ref":"#`, ""), `"$ref":"#"`) {
			t.Fatalf("%s\nstill refers to the whole document: %s", raw, got)
		}
	})
}
