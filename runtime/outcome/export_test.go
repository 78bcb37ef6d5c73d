package outcome

import (
	"bytes"
	"maps"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

func TestExport(t *testing.T) {
	values := Values{
		key("b"): {Reward: .25, Count: 3, At: noon},
		{Scope: runtime.ScopeOf("ada"), Verb: runtime.Ask, Capability: "a"}: {Reward: 1. / 3, Count: 1},
	}
	var out bytes.Buffer
	if err := Write(&out, values); err != nil {
		t.Fatal(err)
	}
	want := `{"scope":"` + runtime.ScopeOf("ada").String() + `","verb":"ask","capability":"a","reward":0.3333333333333333,"count":1}
{"scope":"shared","verb":"act","capability":"b","reward":0.25,"count":3,"at":"2026-11-03T12:00:00Z"}
`
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
	back, err := Read("f", &out)
	if err != nil || !maps.Equal(back, values) {
		t.Errorf("%v %v", back, err)
	}
}

func TestBrokenExport(t *testing.T) {
	const line = `{"scope":"shared","verb":"act","capability":"b","reward":0.25,"count":3}` + "\n"
	for text, want := range map[string]string{
		line + "\n" + line:        "f:3:1: this key stands on an earlier line",
		line[:20]:                 "f:1:1: no line of an export",
		line[:len(line)-1] + "{}": "more than one value",
		`{"verb":"eat","capability":"b","reward":0}`:            `unknown verb "eat"`,
		`{"verb":"act","reward":0}`:                             "capability is missing",
		`{"verb":"act","capability":"b"}`:                       "reward must be",
		`{"verb":"act","capability":"b","reward":1.5}`:          "reward must be",
		`{"verb":"act","capability":"b","reward":0,"x":1}`:      "unknown field",
		`{"scope":"x","verb":"act","capability":"b"}`:           "32 hex digits",
		line + strings.Repeat("x", maxLine+1):                   "f:2:1: ",
		`{"verb":"act","capability":"b","reward":"a lot"}`:      "f:1:1: ",
		`{"verb":"act","capability":"b","reward":1,"count":-1}`: "f:1:1: ",
	} {
		if _, err := Read("f", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %s", text, err, want)
		}
	}
}

// Whatever a file of an import holds, it is read or refused with its place, and what
// is read is written back the same.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"scope":"shared","verb":"act","capability":"a","reward":0.5,"count":1,"at":"2026-11-03T12:00:00Z"}`,
		`{"scope":"00112233445566778899aabbccddeeff","verb":"ask","capability":"\u0000","reward":1e-300,"count":18446744073709551615}`,
		"{\"verb\":\"act\",\"capability\":\"b\",\"reward\":0}\n\n{", `[]`, "\xff", `{"reward":NaN}`,
		`{"verb":"act","capability":"b","reward":1,"at":"9999-12-31T23:59:59Z"}`, `{"verb":"act","capability":"b","reward":1,"at":"0000-01-01T00:00:00Z"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		values, err := Read("f", bytes.NewReader(raw))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") {
				t.Fatalf("no place: %v", err)
			}
			return
		}
		var out bytes.Buffer
		if err := Write(&out, values); err != nil {
			t.Fatal(err)
		}
		again, err := Read("f", &out)
		if err != nil || !maps.Equal(values, again) {
			t.Fatalf("%v reads back as %v, %v", values, again, err)
		}
	})
}
