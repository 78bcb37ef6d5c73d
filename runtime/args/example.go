package args

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime/text"
)

// exampleRule reads what a description gives as an example: of a parameter
// described as "such as 'small', 'medium' or 'XL'" a request for the medium one
// says the value.
func exampleRule(t *Tool, r *request) []proposal {
	var out []proposal
	for i := range t.params {
		p := &t.params[i]
		if !(p.open() || p.items != nil && p.items.open()) || p.shape.kind != 0 || p.isPlace() || len(p.examples) < 2 {
			continue
		}
		found := t.examplesSaid(r, i)
		if len(found) == 0 || len(found) > 1 && p.items == nil {
			continue
		}
		items := make([]string, len(found))
		for j, m := range found {
			items[j] = string(p.textValue(r.between(m.first, m.last)))
			if p.items != nil && !p.has("string") {
				items[j] = string(p.items.textValue(r.between(m.first, m.last)))
			}
		}
		if slices.Contains(items, "") {
			continue
		}
		value := json.RawMessage(items[0])
		if p.items != nil && !p.has("string") {
			value = json.RawMessage("[" + strings.Join(items, ",") + "]")
		}
		out = append(out, proposal{
			param: i, value: value, evidence: Choice, strength: partStrength - 5,
			start: r.words[found[0].first].start, end: r.words[found[len(found)-1].last-1].end,
		})
	}
	return out
}

// examplesSaid finds the examples of a parameter that a request holds. Short
// ones, and words that everything is full of, must stand beside its name.
func (t *Tool) examplesSaid(r *request, i int) []mention {
	var all []mention
	for _, e := range t.params[i].examples {
		stems := text.AppendTokens(nil, e)
		if len(stems) == 0 || len(stems) > 3 {
			continue
		}
		for _, m := range r.find(stems) {
			weak := len(e) < 3 || t.params[i].head() == ruleStem("value") || len(stems) == 1 && idle[stems[0]]
			if r.words[m.first].quote >= 0 || r.denied(m.first) || !strings.EqualFold(r.between(m.first, m.last), e) ||
				weak && !t.beside(r, i, m) && !t.inRow(r, i, m) {
				continue
			}
			if !slices.ContainsFunc(all, func(o mention) bool { return strings.EqualFold(r.between(o.first, o.last), e) }) {
				all = append(all, m)
			}
		}
	}
	slices.SortFunc(all, func(a, b mention) int { return a.first - b.first })
	return longest(all)
}

// inRow reports a word that continues a list beside the name: sizes M and L.
func (t *Tool) inRow(r *request, i int, m mention) bool {
	return m.first > 1 && r.words[m.first-1].stem == "and" && t.beside(r, i, mention{first: m.first - 2, last: m.first - 1})
}

// meanings find what a description says of a value: 'imperial' for Fahrenheit,
// 1 for Lisbon.
var meanings = []*regexp.Regexp{
	regexp.MustCompile(`'([^']+)' (?:for|means|to mean) (?:an? |the )?([\pL-]+)`),
	regexp.MustCompile("\\b(\\d+)(?: for | ?= ?| is | ?[:-] ?)['\"]?(\\pL[\\pL-]+(?: \\p{Lu}[\\pL-]*)*)"),
}

// glossaryRule reads a choice from the word that the description explains it by.
func glossaryRule(t *Tool, r *request) []proposal {
	var out []proposal
	for i := range t.params {
		p := &t.params[i]
		if len(p.enum) == 0 && !p.has("boolean") && !p.numeric() {
			continue
		}
		for _, form := range meanings {
			for _, m := range form.FindAllStringSubmatch(p.description, -1) {
				value := p.valueOf(m[1])
				if value != nil {
					out = append(out, t.meant(r, i, value, text.AppendTokens(nil, m[2]))...)
				}
			}
		}
	}
	return out
}

// meant proposes a value for the word that explains it, unless the description
// has the word for other values too.
func (t *Tool) meant(r *request, i int, value json.RawMessage, stems []string) []proposal {
	if len(stems) == 0 || idle[stems[0]] || vague[stems[0]] || t.repeats(i, stems) {
		return nil
	}
	var out []proposal
	for _, said := range r.find(stems) {
		if !r.denied(said.first) && r.words[said.first].quote < 0 {
			out = append(out, proposal{
				param: i, value: value, evidence: Choice, strength: partStrength - 10, shared: true,
				start: r.words[said.first].start, end: r.words[said.last-1].end,
			})
		}
	}
	return out
}

// repeats reports descriptions that hold the words elsewhere too.
func (t *Tool) repeats(i int, stems []string) bool {
	n := 0
	for j := range t.params {
		n += strings.Count(" "+strings.Join(t.params[j].about, " ")+" ", " "+strings.Join(stems, " ")+" ")
	}
	return n > 2 || len(stems) == 1 && slices.Contains(t.params[i].stems, stems[0])
}

// valueOf is a value that a description mentions.
func (p *param) valueOf(written string) json.RawMessage {
	number, isNumber := parseNumber(written)
	switch {
	case p.has("boolean"):
		return p.truthOf(written)
	case p.numeric() && isNumber:
		return p.numberValue(number)
	}
	return p.choiceValue(written)
}

func (p *param) truthOf(word string) json.RawMessage {
	switch strings.ToLower(word) {
	case "true":
		return p.truth(true)
	case "false":
		return p.truth(false)
	}
	return nil
}
