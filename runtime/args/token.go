package args

import (
	"regexp"
	"strings"
)

// tokenKind is a kind of text that is known by its looks.
type tokenKind struct {
	pattern *regexp.Regexp
	// signs are characters of which each such text has one.
	signs string
	// wants reports a parameter that takes texts of the kind.
	wants func(*param) bool
}

var tokenKinds = []tokenKind{
	{regexp.MustCompile(`\bhttps?://[^\s"'<>「」，。]+`), ":", func(p *param) bool {
		return p.format == "uri" || p.format == "url" || p.named("url", "uri", "link", "website", "host", "endpoint")
	}},
	{regexp.MustCompile(`\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b`), "@", func(p *param) bool {
		return p.format == "email" || p.named("email", "mail") || strings.Contains(strings.ToLower(p.description), "email")
	}},
	{regexp.MustCompile(`\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b`), "-", func(p *param) bool {
		return p.format == "uuid" || p.named("id", "uuid", "guid", "identifier")
	}},
	{regexp.MustCompile(`\b(?:\d{1,3}\.){3}\d{1,3}\b`), ".", func(p *param) bool {
		return p.format == "ipv4" || p.named("ip", "host", "server", "hostname", "address")
	}},
	{regexp.MustCompile(`(?:^|[\s"'(])((?:~|\.{1,2})?/[\w.@-]+(?:/[\w.@-]+)*/?|[\w-]+(?:/[\w.-]+)*\.(?:png|jpe?g|gif|pdf|csv|json|ya?ml|txt|md|go|py|js|ts|html?|xml|docx?|xlsx?|zip|mp[34]|wav|log|sh|sql))\b`), "/.", func(p *param) bool {
		return p.named("path", "file", "filename", "filepath", "directory", "folder", "dir")
	}},
	{regexp.MustCompile(`\b(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|edu|gov|co\.[a-z]{2}|ai|app|info|de|uk|ca|fr|jp)\b`), ".", func(p *param) bool {
		return p.format == "hostname" || p.named("domain", "host", "hostname", "website")
	}},
}

// tokenRule reads addresses, paths and identifiers for the one parameter of
// their kind, and codes beside the word that asks for one.
func tokenRule(t *Tool, r *request) []proposal {
	var out []proposal
	var taken []span
	for _, kind := range tokenKinds {
		if !strings.ContainsAny(r.text, kind.signs) {
			continue
		}
		places := kind.pattern.FindAllStringSubmatchIndex(r.text, -1)
		owner := t.onlyOne(func(p *param) bool { return (p.open() || p.items != nil) && kind.wants(p) })
		for _, m := range places {
			start, end := m[0], m[1]
			if len(m) > 2 {
				start, end = m[2], m[3]
			}
			if overlaps(taken, start, end) {
				continue
			}
			end = start + len(strings.TrimRight(r.text[start:end], ".,;:!?)"))
			taken = append(taken, span{start, end})
			if owner < 0 || len(places) > 1 {
				continue
			}
			if value := t.params[owner].textValue(r.text[start:end]); value != nil {
				out = append(out, proposal{param: owner, value: value, evidence: Token, strength: partStrength + 10, start: start, end: end})
			}
		}
	}
	return append(out, t.codes(r)...)
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
