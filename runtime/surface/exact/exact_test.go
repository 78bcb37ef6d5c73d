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
