package args

import (
	"regexp"
	"slices"
	"strings"
)

// tokenKind is a kind of text that is known by its looks.
type tokenKind struct {
	pattern *regexp.Regexp
	// signs are characters of which each such text has one.
	signs string
	// wants reports a parameter that takes texts of the kind.
	wants func(*param) bool
	// among chooses between several such parameters, -1 for none; nil never does.
	among func(t *Tool, token string, several []int) int
}

var tokenKinds = []tokenKind{
	{pattern: regexp.MustCompile(`\bhttps?://[^\s"'<>「」，。]+`), signs: ":", wants: func(p *param) bool {
		return p.format == "uri" || p.format == "url" || p.named("url", "uri", "link", "website", "host", "endpoint")
	}, among: func(t *Tool, _ string, several []int) int { return t.plainest(several, "url", "uri") }},
	{pattern: regexp.MustCompile(`\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b`), signs: "@", wants: func(p *param) bool {
		return p.format == "email" || p.named("email", "mail") || strings.Contains(strings.ToLower(p.description), "email")
	}},
	{pattern: regexp.MustCompile(`\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b`), signs: "-", wants: func(p *param) bool {
		return p.format == "uuid" || p.named("id", "uuid", "guid", "identifier")
	}},
	{pattern: regexp.MustCompile(`\b(?:\d{1,3}\.){3}\d{1,3}\b`), signs: ".", wants: func(p *param) bool {
		return p.format == "ipv4" || p.named("ip", "host", "server", "hostname", "address")
	}},
	{pattern: regexp.MustCompile(`(?:^|[\s"'(])((?:~|\.{1,2})?/[\w.@-]+(?:/[\w.@-]+)*/?|[\w-]+(?:/[\w.-]+)*\.(?:` + extensions + `))\b`), signs: "/.", wants: (*param).takesPaths, among: (*Tool).pathOwner},
	{pattern: regexp.MustCompile(`\b(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|edu|gov|co\.[a-z]{2}|ai|app|info|de|uk|ca|fr|jp)\b`), signs: ".", wants: func(p *param) bool {
		return p.format == "hostname" || p.named("domain", "host", "hostname", "website")
	}},
}

// tokenRule reads addresses, paths and identifiers for the one parameter of
// their kind, and codes beside the word that asks for one.
func tokenRule(t *Tool, r *request) []proposal {
	var out []proposal
	var taken []span
	for i := range tokenKinds {
		found := tokenKinds[i].find(r, &taken)
		owners := make([]int, len(found))
		uses := map[int]int{}
		for j, place := range found {
			owners[j] = t.tokenOwner(&tokenKinds[i], r, place)
			uses[owners[j]]++
		}
		for j, place := range found {
			owner := owners[j]
			if owner < 0 || uses[owner] > 1 {
				continue
			}
			if value := t.params[owner].textValue(r.text[place.start:place.end]); value != nil {
				out = append(out, proposal{param: owner, value: value, evidence: Token, strength: partStrength + 10, start: place.start, end: place.end})
			}
		}
	}
	return append(out, t.codes(r)...)
}

// find returns the places of a kind's texts that no other kind has taken, and
// takes them.
func (k *tokenKind) find(r *request, taken *[]span) []span {
	if !strings.ContainsAny(r.text, k.signs) {
		return nil
	}
	var out []span
	for _, m := range k.pattern.FindAllStringSubmatchIndex(r.text, -1) {
		start, end := m[0], m[1]
		if len(m) > 2 {
			start, end = m[2], m[3]
		}
		if overlaps(*taken, start, end) {
			continue
		}
		place := span{start, start + len(strings.TrimRight(r.text[start:end], ".,;:!?)"))}
		*taken = append(*taken, place)
		out = append(out, place)
	}
	return out
}

// leadsTo are words before the text of something that is yet to be made.
var leadsTo = wordSet(`to into onto as`)

// tokenOwner is the parameter that takes a text of a kind, -1 for none: the only
// one, the one that the words before it name, else the plainest. What a request
// puts something into is seldom that one.
func (t *Tool) tokenOwner(kind *tokenKind, r *request, place span) int {
	wants := func(p *param) bool { return (p.open() || p.items != nil) && kind.wants(p) }
	var all []int
	for i := range t.params {
		if wants(&t.params[i]) {
			all = append(all, i)
		}
	}
	switch {
	case len(all) == 0 || len(all) > 1 && kind.among == nil:
		return -1
	case len(all) == 1:
		return all[0]
	}
	at := slices.IndexFunc(r.words, func(w word) bool { return w.end > place.start })
	if at > 0 {
		if a := t.leftAnchor(r, at, wants); a.weight > aside {
			return a.param
		}
		if leadsTo[r.words[at-1].stem] {
			return -1
		}
	}
	return kind.among(t, r.text[place.start:place.end], all)
}

func (t *Tool) onlyOne(wants func(*param) bool) int {
	found := -1
	for i := range t.params {
		if !wants(&t.params[i]) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// codes reads words with digits or signs in them beside their parameter's word:
// order ORD-12, user id 4711, api key is 12344.
func (t *Tool) codes(r *request) []proposal {
	var out []proposal
	times := r.timeSpans()
	for i := range r.words {
		w := &r.words[i]
		if w.quote >= 0 || !isCode(w.raw) || overlaps(times, w.start, w.end) {
			continue
		}
		fits := func(p *param) bool {
			return p.open() && p.shape.kind == 0 && p.textValue(w.raw) != nil && p.takesCodes()
		}
		a := t.leftAnchor(r, i, fits)
		if a.weight == 0 || a.weight == aside && !a.tied {
			continue
		}
		out = append(out, proposal{param: a.param, value: t.params[a.param].textValue(w.raw), evidence: Token, strength: a.strength(), start: w.start, end: w.end})
	}
	return out
}

// isCode reports a word that no language has: with a digit, or with signs inside.
func isCode(s string) bool {
	return strings.ContainsAny(s, "0123456789") && !strings.ContainsAny(s, "$€£%") || strings.ContainsAny(strings.Trim(s, "_-./@"), "_/@") || strings.Contains(strings.Trim(s, "."), ".")
}

// takesCodes reports a parameter that names one thing, not a text about it.
func (p *param) takesCodes() bool {
	switch p.head() {
	case "type", "kind", "mode", "status", "format":
		return false
	}
	if p.named("id", "uuid", "identifier", "key", "code", "number", "no", "token", "name", "username", "password", "host", "hostname", "branch", "version",
		"tag", "sku", "isbn", "ref", "commit", "repo", "repository", "model", "domain", "nickname", "database", "ticket", "order", "size", "phone", "zip", "cik") {
		return true
	}
	return p.tells("identifier", "id", "uuid", "code")
}
