package args

import (
	"strings"
	"sync"
)

// key is a parameter that some words stand for, and how surely.
type key struct {
	param int
	// weight says what of the parameter the words are.
	weight int
}

// The weights of keys.
const (
	aside    = 1 + iota // a word of the description or a synonym
	nameWord            // a word of the name
	nameTail            // the last words of the name
	whole               // the whole name
)

// bare are stems that say nothing about a parameter by themselves.
var bare = wordSet(`of the a an is are has have be in to for by from at on with and or it this that your my
	number num no count list set get value parameter argument option flag include use max min total specific specified`)

// tails are last words of names before which stands what the name is about.
var tails = wordSet(`name id identifier title number value`)

// vague are stems of descriptions that name no thing.
var vague = wordSet(`the a an of for to in is be which that whose from by with and or on at as it if any all this
	name title unique identifier id string number list value parameter type kind optional default specified specific indicates format desired
	user current exact full given whether determines flag true false used should must can us when where will`)

// wordSet holds the stems of some words.
func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[stemOf(w)] = true
	}
	return set
}

// indexKeys collects the words that stand for each parameter.
func (t *Tool) indexKeys() {
	t.keys = map[string][]key{}
	for i := range t.params {
		p := &t.params[i]
		n := len(p.stems)
		t.addKey(strings.Join(p.stems, " "), i, whole)
		if n > 1 && tails[p.stems[n-1]] && !bare[p.stems[n-2]] {
			t.addKey(strings.Join(p.stems[:n-1], " "), i, nameTail)
		}
		for from := 1; from < n; from++ {
			if !bare[p.stems[from]] {
				t.addKey(strings.Join(p.stems[from:], " "), i, nameTail)
			}
		}
		for _, s := range p.stems[:max(n-1, 0)] {
			if !bare[s] {
				t.addKey(s, i, nameWord)
			}
		}
		for _, s := range p.about[:min(len(p.about), 7)] {
			if !vague[s] {
				t.addKey(s, i, aside)
			}
		}
		for _, s := range synonyms()[p.head()] {
			t.addKey(s, i, aside)
		}
	}
}

// head is the last word of the name.
func (p *param) head() string {
	if len(p.stems) == 0 {
		return ""
	}
	return p.stems[len(p.stems)-1]
}

// synonyms are words that requests use for what schemas call otherwise, by the
// stem of the last word of the name.
var synonyms = sync.OnceValue(func() map[string][]string {
	return stemmed(map[string]string{
		"id": "identifier uuid", "identifier": "id", "uuid": "id", "nickname": "called name alias", "name": "called title",
		"title": "name called", "limit": "top first", "database": "db", "password": "pass", "username": "user",
		"artist": "by singer band", "author": "by writer", "cast": "starring featuring actor actress with",
		"starring": "featuring actor actress cast with", "actor": "starring featuring cast with",
		"recipient": "to", "receiver": "to", "by": "director", "rating": "rated",
	})
})

// stemmed turns the words of a table into their stems.
func stemmed(table map[string]string) map[string][]string {
	out := map[string][]string{}
	for word, others := range table {
		for _, other := range strings.Fields(others) {
			out[stemOf(word)] = append(out[stemOf(word)], stemOf(other))
		}
	}
	return out
}

func (t *Tool) addKey(phrase string, param, weight int) {
	if phrase == "" {
		return
	}
	for i, k := range t.keys[phrase] {
		if k.param == param {
			t.keys[phrase][i].weight = max(k.weight, weight)
			return
		}
	}
	t.keys[phrase] = append(t.keys[phrase], key{param, weight})
}

// owner is the one parameter that a phrase stands for, among those that could
// take the value; weight 0 when there is none or several.
func (t *Tool) owner(phrase string, fits func(*param) bool) key {
	var best key
	tied := false
	for _, k := range t.keys[phrase] {
		if !fits(&t.params[k.param]) {
			continue
		}
		switch {
		case k.weight > best.weight:
			best, tied = k, false
		case k.weight == best.weight:
			tied = true
		}
	}
	if tied {
		return key{}
	}
	return best
}

// fillers may stand between a parameter's word and its value.
var fillers = wordSet(`is are be will was of to as the a an at called named titled should set with value my it that by number
	level least most than above friend below over under about around higher lower greater more up least exactly only just`)

// links are the fillers that tie a word to the value behind it.
var links = wordSet(`is are be was of to as called named at`)

// anchor is a parameter's word beside a value.
type anchor struct {
	key
	// tied is set when a sign or a verb ties them: limit = 5, limit is 5.
	tied bool
	// gap counts the words between.
	gap int
}

// leftAnchor finds the parameter named before the value that begins at word i.
func (t *Tool) leftAnchor(r *request, i int, fits func(*param) bool) anchor {
	tied := false
	var weak anchor // a filler that is a synonym too: the database name is
	for gap, j := 0, i-1; j >= 0 && gap <= 4; gap, j = gap+1, j-1 {
		w := &r.words[j]
		if w.closes || w.quote >= 0 {
			return weak
		}
		tied = tied || w.signed
		for length := min(4, j+1); length > 0; length-- {
			phrase, ok := r.phrase(j-length+1, j+1)
			if !ok {
				continue
			}
			if k := t.owner(phrase, fits); k.weight > 0 {
				found := anchor{key: k, tied: tied, gap: gap}
				if !fillers[w.stem] || length > 1 || k.weight == whole {
					return found.or(weak)
				}
				if weak.weight == 0 {
					weak = found
				}
			}
		}
		if !fillers[w.stem] {
			return weak
		}
		tied = tied || links[w.stem]
	}
	return weak
}

// or prefers an anchor by a word of the name to one by a filler.
func (a anchor) or(weak anchor) anchor {
	if weak.weight > 0 && a.weight == aside {
		return weak
	}
	return a
}

// rightFillers may stand between a value and the parameter's word behind it.
var rightFillers = wordSet(`as the a an for my its in`)

// ahead are words that speak of what follows them, not of what precedes.
var ahead = wordSet(`by to of as at in for from with is`)

// rightAnchor finds the parameter named behind the value that ends before word
// i: 'main' database, 'root' as the user name, 5 articles.
func (t *Tool) rightAnchor(r *request, i int, fits func(*param) bool) anchor {
	if i == 0 || r.words[i-1].closes {
		return anchor{}
	}
	for gap, j := 0, i; j < len(r.words) && gap <= 3; gap, j = gap+1, j+1 {
		if r.words[j].quote >= 0 {
			return anchor{}
		}
		for length := min(4, len(r.words)-j); length > 0; length-- {
			phrase, ok := r.phrase(j, j+length)
			if !ok {
				continue
			}
			if length == 1 && ahead[phrase] {
				continue
			}
			if k := t.owner(phrase, fits); k.weight > 0 && !r.words[j+length-1].signed && (gap == 0 || r.words[j-1].stem != "in" && r.words[j-1].stem != "for") {
				return anchor{key: k, gap: gap, tied: gap > 0}
			}
		}
		if !rightFillers[r.words[j].stem] || r.words[j].closes {
			return anchor{}
		}
	}
	return anchor{}
}

// phrase joins the stems of some words, unless something closes between them.
func (r *request) phrase(from, to int) (string, bool) {
	stems := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		if r.words[i].quote >= 0 || i < to-1 && r.words[i].closes {
			return "", false
		}
		stems = append(stems, r.words[i].stem)
	}
	return strings.Join(stems, " "), true
}
