package enrich

import (
	"errors"
	"strings"

	"github.com/sextant-mcp/sextant/gen/internal/jsonedit"
)

// extend adds phrases to the entry raw, a JSON object, and changes nothing else
// of it.
func extend(raw []byte, phrases []Phrase) ([]byte, error) {
	var examples, origins []string
	for _, p := range phrases {
		if !p.Rejected {
			examples = append(examples, jsonedit.Quote(p.Text))
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
			pairs = append(pairs, jsonedit.Quote(origins[i])+colon+jsonedit.Quote(origins[i+1]))
		}
		return pairs
	})
}

// appendTo adds items at the end of the list or object (open is [ or {) that key
// holds, in the way the file is written. Without that key, it is added behind
// the key called after, else at the end. items is told how the file writes a
// colon.
func appendTo(raw []byte, key, after string, open byte, items func(colon string) []string) ([]byte, error) {
	o, err := jsonedit.Scan(raw)
	if err != nil || len(o.Parts) == 0 {
		return nil, errors.Join(err, jsonedit.ErrNoObject)
	}
	st := o.StyleOf(raw)
	add := items(st.Colon)
	if len(add) == 0 {
		return raw, nil
	}
	i := o.Find(key)
	if i < 0 {
		at := o.Parts[len(o.Parts)-1].End
		if j := o.Find(after); j >= 0 {
			at = o.Parts[j].End
		}
		return jsonedit.Splice(raw, at, at, ","+st.Lead+jsonedit.Quote(key)+st.Colon+st.Value(open, add)), nil
	}
	p := o.Parts[i]
	value := raw[p.Start:p.End]
	switch value[0] {
	case open:
		inner, err := jsonedit.Scan(value)
		if err != nil {
			return nil, err
		}
		if n := len(inner.Parts); n > 0 {
			at := p.Start + inner.Parts[n-1].End
			sep := inner.Separator(value, st)
			return jsonedit.Splice(raw, at, at, sep+strings.Join(add, sep)), nil
		}
	case '"': // a list of one, written as text
		add = append([]string{string(value)}, add...)
	}
	return jsonedit.Splice(raw, p.Start, p.End, st.Value(open, add)), nil
}
