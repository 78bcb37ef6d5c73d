package args

import (
	"encoding/json"
	"regexp"
	"strings"
)

// How much a value beside its parameter's word is worth: by a sign or a verb,
// by the whole name, by a part of it.
const (
	signedStrength = 100
	tiedStrength   = 90
	wholeStrength  = 80
	partStrength   = 60
)

func (a anchor) strength() int {
	switch {
	case a.weight == aside:
		return partStrength + 5 - a.gap
	case a.tied && a.weight == whole:
		return tiedStrength + 5 - a.gap
	case a.tied:
		return tiedStrength - 5 - a.gap
	case a.weight == whole:
		return wholeStrength - a.gap
	}
	return partStrength + 5*a.weight - a.gap
}

// assignment finds name=value, name: value and --name value, the value quoted or
// one word.
var assignment = regexp.MustCompile(`([\pL_][\pL\pN_.-]*(?: [\pL_][\pL\pN_]*)?)\s*(=|:)\s*("[^"]*"|“[^”]*”|'[^']*'|[^\s,;"“'][^\s,;"“]*)`)

// namedRule reads what a sign ties to a parameter's name.
func namedRule(t *Tool, r *request) []proposal {
	var out []proposal
	for _, m := range assignment.FindAllStringSubmatchIndex(r.text, -1) {
		words, raw := r.text[m[2]:m[3]], r.text[m[6]:m[7]]
		i := t.paramCalled(words)
		if !wholeValue(r.text, m[4], m[7]) {
			continue
		}
		if i < 0 || strings.HasPrefix(raw, "//") {
			continue
		}
		if value := t.params[i].anyValue(raw); value != nil {
			out = append(out, proposal{param: i, value: value, evidence: Named, strength: signedStrength, start: m[6], end: m[7]})
		}
	}
	return out
}

// wholeValue reports that a value behind a sign ends where it seems to end: at a
// quotation mark, before punctuation, or before another assignment. Behind a
// colon more words may belong to it.
func wholeValue(text string, sign, end int) bool {
	rest := strings.TrimLeft(text[end:], " ")
	if text[sign] == '=' || strings.ContainsRune("\"'”.!?)", rune(text[end-1])) || rest == "" || strings.ContainsAny(rest[:1], ",;.!?)\n") {
		return true
	}
	next := assignment.FindStringIndex(rest)
	return next != nil && next[0] == 0
}

// paramCalled is the parameter that one or two words name wholly, -1 for none.
func (t *Tool) paramCalled(words string) int {
	for {
		key := stemOf(words)
		for i := range t.params {
			if strings.EqualFold(t.params[i].name, words) || key != "" && key == strings.Join(t.params[i].stems, " ") {
				return i
			}
		}
		_, last, several := strings.Cut(words, " ")
		if !several {
			if k := t.owner(key, func(*param) bool { return true }); k.weight >= nameTail {
				return k.param
			}
			return -1
		}
		words = last
	}
}

// anyValue reads a written value for a parameter of any type.
func (p *param) anyValue(raw string) json.RawMessage {
	bare := strings.Trim(raw, "\"“”'")
	if bare == raw {
		bare = strings.TrimRight(bare, ".!?)")
	}
	if p.has("boolean") && (bare == "true" || bare == "false") {
		return json.RawMessage(bare)
	}
	if v, ok := parseNumber(bare); ok && (p.has("integer") || p.has("number")) {
		return p.numberValue(v)
	}
	if p.shape.kind != 0 {
		return nil // the rules for dates know how to write it
	}
	return p.textValue(bare)
}

// quotedRule reads quotations: beside a parameter's word, or the only one of a
// tool that takes but one text. Quotations in a row are a list.
func quotedRule(t *Tool, r *request) []proposal {
	var out []proposal
	for from := 0; from < len(r.quotes); {
		to := from + 1
		for to < len(r.quotes) && r.listed(r.quotes[to-1], r.quotes[to]) {
			to++
		}
		list := r.quotes[from:to]
		from = to
		fits := func(p *param) bool { return (p.open() || p.items != nil) && p.listValue(r, list) != nil }
		a := t.bestAnchor(r, list[0].first, list[len(list)-1].last, fits)
		if a.weight == 0 || a.weight == aside && t.params[a.param].head() == "id" && list[0].last-list[0].first > 1 {
			continue // a sentence is no id
		}
		out = append(out, proposal{
			param: a.param, value: t.params[a.param].listValue(r, list), evidence: Named, strength: a.strength(),
			start: list[0].start, end: list[len(list)-1].end,
		})
	}
	if len(out) == 0 && len(r.quotes) == 1 && r.quotes[0].last > r.quotes[0].first {
		out = append(out, t.onlyText(r)...)
	}
	return out
}

// listed reports two quotations with nothing but a comma or "and" between.
func (r *request) listed(a, b quotation) bool {
	between := strings.Trim(r.text[a.end:b.start], " ,\"'“”‘’`")
	return between == "" || between == "and" || between == "&"
}

// listValue is one quotation as the parameter takes it, or several for a list.
func (p *param) listValue(r *request, list []quotation) json.RawMessage {
	if len(list) == 1 {
		if p.shape.kind != 0 {
			return nil
		}
		return p.textValue(r.text[list[0].start:list[0].end])
	}
	if p.items == nil || p.has("string") {
		return nil
	}
	items := make([]string, len(list))
	for i, q := range list {
		item := p.items.textValue(r.text[q.start:q.end])
		if item == nil {
			return nil
		}
		items[i] = string(item)
	}
	return json.RawMessage("[" + strings.Join(items, ",") + "]")
}

// onlyText gives the one quotation to the one text that the tool needs.
func (t *Tool) onlyText(r *request) []proposal {
	q := r.quotes[0]
	inside := r.text[q.start:q.end]
	found := -1
	for i := range t.params {
		p := &t.params[i]
		if !p.open() || !p.required || p.shape.kind != 0 || p.isPlace() || Formal(p.description) || p.textValue(inside) == nil {
			continue
		}
		if found >= 0 {
			return nil
		}
		found = i
	}
	if found < 0 {
		return nil
	}
	return []proposal{{param: found, value: t.params[found].textValue(inside), evidence: Quoted, strength: partStrength, start: q.start, end: q.end}}
}

// bestAnchor is the surer of the words before and behind a value.
func (t *Tool) bestAnchor(r *request, first, last int, fits func(*param) bool) anchor {
	left, right := t.leftAnchor(r, first, fits), t.rightAnchor(r, last, fits)
	switch {
	case left.weight == 0:
		return right
	case right.weight == 0 || left.tied || left.gap == 0 && !right.tied:
		return left
	case right.strength() > left.strength():
		return right
	}
	return left
}
