package exact

import (
	"encoding/json"
	"testing"
)

func TestMeta(t *testing.T) {
	for object, want := range map[string]string{
		`{}`: `null`, `{"_meta":null}`: `null`, `{"_meta":7}`: `null`, `[]`: `null`, `{"_meta":{}}`: `{}`,
		`{"_meta":{"n":9007199254740993,"f":1.50,"o":{"n":[9007199254740993]}}}`: `{"f":1.50,"n":9007199254740993,"o":{"n":[9007199254740993]}}`,
	} {
		raw, err := json.Marshal(Meta(json.RawMessage(object)))
		if err != nil || string(raw) != want {
			t.Errorf("%s: %s %v, want %s", object, raw, err, want)
		}
	}
}

// Blocks keep fields that no library knows, and every digit.
func TestContentIsPassedOn(t *testing.T) {
	for _, want := range []string{`{"type":"text","text":"x","more":9007199254740993}`, `{"type":"hologram","n":1.50}`, `{"uri":"a:b","text":""}`} {
		for _, one := range []any{Content(json.RawMessage(want)), Resource(json.RawMessage(want))} {
			if got, err := json.Marshal(one); err != nil || string(got) != want {
				t.Errorf("%T: %s %v, want %s", one, got, err, want)
			}
		}
	}
}
