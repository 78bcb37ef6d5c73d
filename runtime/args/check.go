package args

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// textValue returns a text as the parameter takes it, nil when the schema
// refuses it. A list takes it as its only item.
func (p *param) textValue(s string) json.RawMessage {
	s = strings.TrimSpace(s)
	switch {
	case s == "" || !utf8.ValidString(s):
		return nil
	case p.items != nil && !p.has("string"):
		if item := p.items.textValue(s); item != nil {
			return json.RawMessage("[" + string(item) + "]")
		}
		return nil
	case len(p.enum) > 0:
		return p.choiceValue(s)
	case !p.has("string") || !p.fitsText(s):
		return nil
	case p.named("json") && !strings.ContainsAny(s[:1], "{["):
		return nil
	}
	return quote(s)
}

func (p *param) fitsText(s string) bool {
	n := utf8.RuneCountInString(s)
	switch {
	case p.pattern != nil && !p.pattern.MatchString(s):
		return false
	case p.minLength != nil && n < *p.minLength, p.maxLength != nil && n > *p.maxLength:
		return false
	}
	return true
}

// choiceValue returns the item of the enum that a text is, case aside.
func (p *param) choiceValue(s string) json.RawMessage {
	var found json.RawMessage
	for _, e := range p.enum {
		raw := encode(e)
		if v, ok := e.(string); ok && v == s {
			return raw
		}
		written := s
		if _, ok := e.(string); !ok {
			written = `"` + s + `"`
			if strings.EqualFold(string(raw), s) {
				written = string(raw)
			}
		} else {
			written = string(quote(s))
		}
		if found == nil && strings.EqualFold(string(raw), written) {
			found = raw
		}
	}
	return found
}

// numberValue returns a number as the parameter takes it, nil when the schema
// refuses it.
func (p *param) numberValue(v float64) json.RawMessage {
	whole := v == math.Trunc(v) && math.Abs(v) < 1<<53
	written := strconv.FormatFloat(v, 'f', -1, 64)
	switch {
	case math.IsInf(v, 0) || math.IsNaN(v):
		return nil
	case len(p.enum) > 0:
		return p.choiceValue(written)
	case !p.has("number") && !(p.has("integer") && whole):
		return nil
	case p.minimum != nil && v < *p.minimum, p.maximum != nil && v > *p.maximum:
		return nil
	}
	return json.RawMessage(written)
}

func quote(s string) json.RawMessage { return encode(s) }

func encode(v any) json.RawMessage {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return nil
	}
	return json.RawMessage(strings.TrimSuffix(b.String(), "\n"))
}
