package jsonedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// ErrNoObject is for a text that is no object with fields.
var ErrNoObject = errors.New("the entry is no object with fields")

// Quote writes a JSON string for people: only what must be is escaped.
func Quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("jsonedit: " + err.Error()) // a string always has JSON
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Splice replaces raw[start:end] by text.
func Splice(raw []byte, start, end int, text string) []byte {
	out := make([]byte, 0, len(raw)+len(text))
	out = append(out, raw[:start]...)
	out = append(out, text...)
	return append(out, raw[end:]...)
}

// Set gives a key of the object raw a value. A key that is not there is added
// behind the last of those called after that is there, else at the end.
func Set(raw []byte, key string, value []byte, after ...string) ([]byte, error) {
	o, err := Scan(raw)
	if err != nil || len(o.Parts) == 0 {
		return nil, errors.Join(err, ErrNoObject)
	}
	st := o.StyleOf(raw)
	text, err := st.Whole(value)
	if err != nil {
		return nil, err
	}
	if i := o.Find(key); i >= 0 {
		return Splice(raw, o.Parts[i].Start, o.Parts[i].End, text), nil
	}
	at := o.Parts[len(o.Parts)-1].End
	for _, other := range slices.Backward(after) {
		if j := o.Find(other); j >= 0 {
			at = o.Parts[j].End
			break
		}
	}
	return Splice(raw, at, at, ","+st.Lead+Quote(key)+st.Colon+text), nil
}

// Delete takes a key out of the object raw; one that is not there is no fault.
// The last key of an object stays.
func Delete(raw []byte, key string) ([]byte, error) {
	o, err := Scan(raw)
	if err != nil {
		return nil, err
	}
	i := o.Find(key)
	switch {
	case i < 0:
		return raw, nil
	case len(o.Parts) == 1:
		return nil, ErrNoObject
	case i == 0:
		return Splice(raw, o.Parts[0].Begin, o.Parts[1].Begin, ""), nil
	}
	return Splice(raw, o.Parts[i-1].End, o.Parts[i].End, ""), nil
}

// Insert puts values into the list raw behind so many of its elements, st being
// the style of the object whose member the list is.
func Insert(raw []byte, behind int, values [][]byte, st Style) ([]byte, error) {
	l, err := Scan(raw)
	if err != nil || len(values) == 0 {
		return raw, err
	}
	inner := st
	if len(l.Parts) == 0 {
		inner.Lead += st.unit
	} else {
		separator := l.Separator(raw, st)
		inner.Lead = separator[strings.IndexByte(separator, ',')+1:]
	}
	texts := make([]string, len(values))
	for i, value := range values {
		if texts[i], err = inner.Whole(value); err != nil {
			return nil, err
		}
	}
	if len(l.Parts) == 0 {
		return []byte(st.Value('[', texts)), nil
	}
	separator := l.Separator(raw, st)
	added := strings.Join(texts, separator)
	if behind == 0 {
		at := l.Parts[0].Begin
		return Splice(raw, at, at, added+separator), nil
	}
	at := l.Parts[behind-1].End
	return Splice(raw, at, at, separator+added), nil
}
