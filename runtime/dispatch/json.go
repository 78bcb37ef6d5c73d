package dispatch

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
)

// encode encodes without escaping <, > and &: replies are read by people and
// models.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// marshal encodes what always has a JSON. It panics on anything else, which
// only a mistake in this package produces.
func marshal(v any) json.RawMessage {
	raw, err := encode(v)
	if err != nil {
		panic("dispatch: " + err.Error())
	}
	return raw
}

// encode writes the arguments as one JSON object, names sorted, values as the
// caller wrote them.
func (a arguments) encode() json.RawMessage {
	if len(a) == 0 {
		return json.RawMessage("{}")
	}
	b := bytes.NewBuffer(make([]byte, 0, 256))
	separator := byte('{')
	for _, name := range slices.Sorted(maps.Keys(a)) {
		b.WriteByte(separator)
		separator = ','
		b.Write(marshal(name))
		b.WriteByte(':')
		if len(a[name]) == 0 {
			b.WriteString("null")
		} else if err := json.Compact(b, a[name]); err != nil {
			panic("dispatch: " + err.Error())
		}
	}
	b.WriteByte('}')
	return b.Bytes()
}

// canonical is the arguments in the one form that equal arguments share: all
// names sorted, no white space. Numbers keep their digits, so that 1, 1.0 and
// "1" differ.
func (a arguments) canonical() string {
	d := json.NewDecoder(bytes.NewReader(a.encode()))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic("dispatch: " + err.Error())
	}
	return string(marshal(v))
}

// without is a copy that lacks one name.
func (a arguments) without(name string) arguments {
	out := maps.Clone(a)
	delete(out, name)
	return out
}

// Share rounds a confidence or a reward to the digits that it is worth in an answer:
// four decimals.
func Share(x float64) float64 { return math.Round(x*1e4) / 1e4 }
