package hidden_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/hidden"
)

func TestFind(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want []hidden.Run
	}{
		"plain":              {"List files.\n\tOne a line, caf\u00e9, \u6cd5\u4ee4.", nil},
		"without width":      {"a\u200b\u200bb", []hidden.Run{{1, 7, 2, 0x200b, hidden.Invisible}}},
		"at the start":       {"\ufeffa", []hidden.Run{{0, 3, 1, 0xfeff, hidden.Invisible}}},
		"turned round":       {"pay \u202egnihton\u202c", []hidden.Run{{4, 7, 1, 0x202e, hidden.Direction}, {14, 17, 1, 0x202c, hidden.Direction}}},
		"isolates":           {"a\u2066b", []hidden.Run{{1, 4, 1, 0x2066, hidden.Direction}}},
		"tags":               {"ok\U000e0041\U000e0042", []hidden.Run{{2, 10, 2, 0xe0041, hidden.Tag}}},
		"a region's flag":    {"\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", nil},
		"escape sequence":    {"a\x1b[31mb", []hidden.Run{{1, 2, 1, 0x1b, hidden.Control}}},
		"a high control":     {"a\u0085b", []hidden.Run{{1, 3, 1, 0x85, hidden.Control}}},
		"one selector":       {"\u2764\ufe0f 1\ufe0f\u20e3", nil},
		"selectors in a row": {"\u2764\ufe0f\ufe01\ufe02", []hidden.Run{{6, 12, 2, 0xfe01, hidden.Selector}}},
		"a selected letter":  {"a\ufe00", []hidden.Run{{1, 4, 1, 0xfe00, hidden.Selector}}},
		"more selectors":     {"a\U000e0100", []hidden.Run{{1, 5, 1, 0xe0100, hidden.Selector}}},
		"private use":        {"a\ue000", []hidden.Run{{1, 4, 1, 0xe000, hidden.Private}}},
		"a filler":           {"a\u3164", []hidden.Run{{1, 4, 1, 0x3164, hidden.Invisible}}},
		"an emoji's joiner":  {"\U0001f469\u200d\U0001f4bb", nil},
		"a script's joiner":  {"\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", nil},
		"a lost joiner":      {"a\u200db", []hidden.Run{{1, 4, 1, 0x200d, hidden.Invisible}}},
		"a soft hyphen":      {"hy\u00adphen", nil},
		"no UTF-8":           {"a\xffb\u200b", []hidden.Run{{3, 6, 1, 0x200b, hidden.Invisible}}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := hidden.Find(tt.text); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%q: %+v, want %+v", tt.text, got, tt.want)
			}
		})
	}
}

func TestFindSomeKinds(t *testing.T) {
	text := "a\x00b\u200bc\ue000"
	if got := hidden.Find(text, hidden.Invisible); len(got) != 1 || got[0].Start != 3 {
		t.Error(got)
	}
}

func TestEscape(t *testing.T) {
	text := "a\u200bb\U000e0041"
	if got, want := hidden.Escape(text), "a[U+200B]b[U+E0041]"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := hidden.Strip(text), "ab"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	raw := "{\r\n \"a\u200b\": \"\U000e0041\"}"
	if got, want := string(hidden.EscapeJSON([]byte(raw))), "{\r\n \"a\\u200b\": \"\\udb40\\udc41\"}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Nothing hidden is left, what can be seen stays in its order, and escaped JSON
// has the same value.
func TestStripProperty(t *testing.T) {
	char := rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("a1 \u200b\u200d\u202e\ufe0f\ufe01\u2764\U000e0041\U0001f3f4\U0001f469\ue000\x1b\n")))
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(char).Draw(t, "text")
		if left := hidden.Find(hidden.Escape(text)); len(left) > 0 {
			t.Fatalf("%q: %+v are left of %q", hidden.Escape(text), left, text)
		}
		raw, err := json.Marshal(map[string]string{"k": text})
		if err != nil {
			t.Fatal(err)
		}
		var read map[string]string
		escaped := hidden.EscapeJSON(raw)
		if err := json.Unmarshal(escaped, &read); err != nil || read["k"] != text {
			t.Fatalf("%q became %q (%v)", text, read["k"], err)
		}
		if left := hidden.Find(string(escaped)); len(left) > 0 || !utf8.Valid(escaped) {
			t.Fatalf("%s: %+v are left", escaped, left)
		}
	})
}

func TestInJSON(t *testing.T) {
	raw := []byte(`{"name": "a", "other": "\u200b", "description": "x\u200by", "inputSchema": {"properties": {"p\u202e": {"enum": ["ok", "\udb40\udc41\udb40\udc42"]}}}}`)
	var got []string
	for _, f := range hidden.InJSON(raw, "description", "inputSchema") {
		got = append(got, f.String())
	}
	want := []string{
		"description has U+200B (invisible) at byte 1",
		"inputSchema.properties{0} has U+202E (direction) at byte 1",
		"inputSchema.properties.p[U+202E].enum[1] has U+E0041 (tag) and 1 more at byte 0",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := hidden.InJSON([]byte(`{"description": "plain <b>\n\"text\""}`)); got != nil {
		t.Error(got)
	}
}
