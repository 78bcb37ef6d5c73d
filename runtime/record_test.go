package runtime

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestQuoteID(t *testing.T) {
	for id, want := range map[string]string{
		"graph_goals": "graph_goals", "server/a tool": "server/a tool", "größe": "größe", `a"b`: `a"b`, "#x": "#x",
		"a`b": `"a\u0060b"`, "a\ufeffb": `"a\ufeffb"`, `"a`: `"\"a"`, "a\tb": `"a\tb"`, "a\u00a0b": `"a\u00a0b"`, "a\xffb": `"a\xffb"`,
	} {
		if got := QuoteID(id); got != want {
			t.Errorf("%+q is written as %s, want %s", id, got, want)
		}
	}
	for _, text := range []string{`"a`, `"`, `""`, `"a"b`} {
		if id, err := UnquoteID(text); err == nil {
			t.Errorf("%s was read as %q", text, id)
		}
	}
}

// Every id comes back from its row, and no row breaks its line, its columns or
// the literal it stands in.
func TestRecordRowRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringN(1, 20, -1).Draw(t, "id")
		row, err := AppendRecord(nil, &Record{ID: id, Verbs: []Verb{Ask}, Source: SourceCPD})
		if err != nil {
			t.Fatal(err)
		}
		text, ok := strings.CutSuffix(string(row), "\n")
		if !ok || strings.ContainsAny(text, "`\n\r\ufeff") || strings.Count(text, "\t") != 3 {
			t.Fatalf("%q is no row", row)
		}
		c, err := parseCapability(text, 1)
		if err != nil || c.id != id {
			t.Fatalf("%q came back as %q, %v", id, c.id, err)
		}
	})
}

func TestABrokenQuotedIDIsNamedWithItsRow(t *testing.T) {
	if _, err := parseCapability("\"a\ttool\task\t{}", 7); err == nil || !strings.Contains(err.Error(), "capability row 7") {
		t.Errorf("%v, want an error that names the row", err)
	}
}
