package args

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/sextant-mcp/sextant/runtime/text"
)

// flagFrame are words of a flag's name that say nothing of what it is about.
var flagFrame = wordSet(`is has have include allow allowed enable use should with be do flag add show need require can want prefer in only good for an a the option mode service visibility`)

// flagRule reads truth values: the thing that a flag is about, with or without a
// denial before it.
func flagRule(t *Tool, r *request) []proposal {
	var out []proposal
	for i := range t.params {
		p := &t.params[i]
		if !p.has("boolean") && !p.boolish() {
			continue
		}
		for _, about := range p.matter() {
			for _, same := range alike()[about[len(about)-1]] {
				out = append(out, t.flag(r, i, append(slices.Clone(about[:len(about)-1]), same))...)
			}
			out = append(out, t.flag(r, i, about)...)
		}
	}
	return clean(out)
}

// alike are words that mean the same at the end of a flag's name.
var alike = sync.OnceValue(func() map[string][]string {
	return stemmed(map[string]string{"kid": "children child", "children": "kid child", "entry": "entrance"})
})

// matter is what a flag is about: its whole name when that has several words,
// and its name without the frame.
func (p *param) matter() [][]string {
	var about []string
	for _, s := range p.stems {
		if !flagFrame[s] {
			about = append(about, s)
		}
	}
	switch {
	case len(about) == 0:
		return nil
	case len(p.stems) > 1 && len(about) < len(p.stems):
		return [][]string{p.stems, about}
	}
	return [][]string{about}
}

func (t *Tool) flag(r *request, i int, about []string) []proposal {
	p := &t.params[i]
	var out []proposal
	for _, m := range r.find(about) {
		if r.words[m.first].quote >= 0 || r.indifferent(m.first) || len(about) == 1 && !t.flagIsClear(r, p, m) {
			continue
		}
		out = append(out, proposal{
			param: i, value: p.truth(r.says(m)), evidence: Flag, strength: partStrength, shared: true,
			start: r.words[m.first].start, end: r.words[m.last-1].end,
		})
	}
	return out
}

func (p *param) truth(v bool) json.RawMessage {
	switch {
	case p.boolish() && v:
		return p.choiceValue("true")
	case p.boolish():
		return p.choiceValue("false")
	case v:
		return json.RawMessage("true")
	}
	return json.RawMessage("false")
}

// consents are words before a thing that ask for it.
var consents = wordSet(`with including has have had need has want require enable allow add show must prefer along plus use make ideally`)

// afterwards are words behind a thing that say whether it is wanted.
var afterwards = wordSet(`true false on off yes enabled disabled required included excluded allowed`)

// indifference holds words that, denied, say that something does not matter.
var indifference = wordSet(`care concerned mind matter worry worried picky preference bother`)

// indifferent reports that what follows does not matter to the speaker: I do not
// care about a garage.
func (r *request) indifferent(i int) bool {
	for j := i - 1; j > 0; j-- {
		if r.words[j].closes {
			return false
		}
		if indifference[r.words[j].stem] && r.denied(j) {
			return true
		}
	}
	return false
}

// says reports what is said of a thing: true unless a word before or behind it
// denies it.
func (r *request) says(m mention) bool {
	if r.denied(m.first) {
		return false
	}
	if m.last < len(r.words) && !r.words[m.last-1].closes {
		switch r.words[m.last].stem {
		case ruleStem("false"), "off", ruleStem("disabled"), ruleStem("excluded"):
			return false
		}
	}
	return true
}

// flagIsClear reports that a single word speaks of the flag: a word of its
// frame, or of asking, stands close before it.
func (t *Tool) flagIsClear(r *request, p *param, m mention) bool {
	for j := m.first - 1; j >= 0 && j >= m.first-4; j-- {
		if consents[r.words[j].stem] || denials[r.words[j].stem] {
			return true
		}
		if flagFrame[r.words[j].stem] && slices.Contains(p.stems, r.words[j].stem) {
			return true
		}
	}
	if m.last < len(r.words) && !r.words[m.last-1].closes && afterwards[r.words[m.last].stem] {
		return true
	}
	// unisex salon, private payment: the word says what kind of thing is wanted.
	return len(text.AppendTokens(nil, p.name)) > 1 && (p.named("is") || p.named("visibility"))
}
