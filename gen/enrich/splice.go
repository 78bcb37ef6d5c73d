package enrich

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// extend adds phrases to the entry raw, a JSON object, and changes nothing else
// of it.
func extend(raw []byte, phrases []Phrase) ([]byte, error) {
	var examples, origins []string
	for _, p := range phrases {
		if !p.Rejected {
			examples = append(examples, quote(p.Text))
		}
		origins = append(origins, p.Text, p.Origin)
	}
	raw, err := appendTo(raw, examplesKey, "", '[', func(string) []string { return examples })
	if err != nil {
		return nil, err
	}
	return appendTo(raw, originsKey, examplesKey, '{', func(colon string) []string {
		var pairs []string
		for i := 0; i < len(origins); i += 2 {
			pairs = append(pairs, quote(origins[i])+colon+quote(origins[i+1]))
		}
		return pairs
	})
}

// quote writes a JSON string for people: only what must be is escaped.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("enrich: " + err.Error()) // a string always has JSON
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// appendTo adds items at the end of the list or object (open is [ or {) that key
// holds, in the way the file is written. Without that key, it is added behind
// the key called after, else at the end. items is told how the file writes a
// colon.
func appendTo(raw []byte, key, after string, open byte, items func(colon string) []string) ([]byte, error) {
	o, err := scan(raw)
	if err != nil || len(o.parts) == 0 {
		return nil, errors.Join(err, errNoObject)
	}
	st := o.style(raw)
	add := items(st.colon)
	if len(add) == 0 {
		return raw, nil
	}
	i := o.find(key)
	if i < 0 {
		at := o.parts[len(o.parts)-1].end
		if j := o.find(after); j >= 0 {
			at = o.parts[j].end
		}
		return insert(raw, at, at, ","+st.lead+quote(key)+st.colon+st.value(open, add)), nil
	}
	p := o.parts[i]
	value := raw[p.start:p.end]
	switch value[0] {
	case open:
		inner, err := scan(value)
		if err != nil {
			return nil, err
		}
		if n := len(inner.parts); n > 0 {
			at := p.start + inner.parts[n-1].end
			sep := inner.separator(value, st)
			return insert(raw, at, at, sep+strings.Join(add, sep)), nil
		}
	case '"': // a list of one, written as text
		add = append([]string{string(value)}, add...)
	}
	return insert(raw, p.start, p.end, st.value(open, add)), nil
}

var errNoObject = errors.New("the entry is no object with fields")

// insert replaces raw[start:end] by text.
func insert(raw []byte, start, end int, text string) []byte {
	out := make([]byte, 0, len(raw)+len(text))
	out = append(out, raw[:start]...)
	out = append(out, text...)
	return append(out, raw[end:]...)
}

// part is a member of an object or an element of a list, by its bytes.
type part struct {
	key        string // of a member
	begin      int    // of the key, or of the element
	keyEnd     int    // of a member
	start, end int    // of the value
}

// container is an object or a list.
type container struct{ parts []part }

// find returns the last member of that key, which is the one that counts; -1
// without one.
func (c container) find(key string) int {
	for i := len(c.parts) - 1; i >= 0; i-- {
		if key != "" && c.parts[i].key == key {
			return i
		}
	}
	return -1
}

// scan finds the parts of the object or list raw.
func scan(raw []byte) (container, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return container{}, fmt.Errorf("scanning the entry: %w", err)
	}
	var c container
	for dec.More() {
		p := part{begin: skip(raw, int(dec.InputOffset()))}
		if raw[0] == '{' {
			token, err := dec.Token()
			if err != nil {
				return c, fmt.Errorf("scanning the entry: %w", err)
			}
			p.key, _ = token.(string)
			p.keyEnd = int(dec.InputOffset())
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return c, fmt.Errorf("scanning the entry: %w", err)
		}
		p.end = int(dec.InputOffset())
		p.start = p.end - len(value)
		c.parts = append(c.parts, p)
	}
	return c, nil
}

// skip moves over white space and the comma between parts.
func skip(raw []byte, at int) int {
	for at < len(raw) && strings.IndexByte(" \t\r\n,", raw[at]) >= 0 {
		at++
	}
	return at
}
