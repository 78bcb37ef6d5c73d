package catalog

import (
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime/naming"
)

// changing are the verbs behind which mutations live. A guess between them is
// coarse, so a tool that changes something is reachable through all three.
var changing = []string{"write", "act", "manage"}

// reading are the verbs that must never reach a tool that changes something.
var reading = []string{"ask", "why"}

// IsVerb tells whether a word, in lower case, is one that names begin with to say
// what they do: get, create, run. Such a word tells nothing about whose name it is.
func IsVerb(word string) bool { return naming.Of(word).Class != naming.None }

// GuessVerbs tells the verbs of a capability whose descriptor lists none, the
// likeliest first: ask and why for one that reads, write, act and manage for
// one that changes something, and all five where nothing tells or where a tool
// that seems to read has actions that change.
//
// Annotations that are present decide, except that a tool with a destroying
// word in its name is never held to be read-only. Without them the name does,
// and there a changing word beats a reading one wherever they stand:
// read_replica_delete and find_and_replace change. The description can only
// make the guess more cautious, and only where the name says little: nothing at
// all, or by a word that may be a noun, as in job_status.
//
// A tool with modes, some of which only read, is behind all five: annotations and
// title speak of the worst that it can do.
func GuessVerbs(c *Capability) []string {
	g := guessName(c)
	switch {
	case readsInAMode(c):
		return behind(anywhere(), g.verb)
	case g.destroys:
		return behind(changing, g.verb)
	case c.Hints != nil && c.Hints.ReadOnly != nil:
		if *c.Hints.ReadOnly {
			return behind(reading, g.verb)
		}
		return behind(changing, g.verb)
	case c.Hints != nil && c.Hints.Destructive != nil && *c.Hints.Destructive:
		return behind(changing, g.verb)
	}
	if g.kind < reads {
		if verb := changeIn(c.OneLine); verb != "" {
			return behind(changing, verb)
		}
	}
	switch g.kind {
	case changes:
		return behind(changing, g.verb)
	case silent:
		return anywhere()
	}
	if slices.ContainsFunc(c.Actions, changesIn) {
		return anywhere()
	}
	return behind(reading, g.verb)
}

// anywhere is all verbs but find, for what may read or change: a call of it
// counts as a change until its action tells otherwise.
func anywhere() []string { return append(slices.Clone(reading), changing...) }

// changesIn tells whether an action changes something, by what is stated or
// else by its name.
func changesIn(a Action) bool {
	if a.Mutates != nil {
		return *a.Mutates
	}
	return guessWords(naming.Words(a.Name), true).kind == changes
}

// behind is the list with the verb first, if the list holds it.
func behind(verbs []string, first string) []string {
	out := slices.Clone(verbs)
	if i := slices.Index(out, first); i > 0 {
		out = slices.Insert(slices.Delete(out, i, i+1), 0, first)
	}
	return out
}

// guess is what a text says about the effect of a tool.
type guess struct {
	kind guessKind
	// verb is that of the word that decided, "" for none.
	verb string
	// destroys is set when a word stands for taking something away.
	destroys bool
}

// guessKind tells effects apart, graver ones being greater.
type guessKind uint8

const (
	silent       guessKind = iota // no listed word
	readsPerhaps                  // a reading word that may be a noun
	reads
	changes
)

// ownName is the tool's name at its server.
func (c *Capability) ownName() string {
	if c.Name != "" {
		return c.Name
	}
	return c.ID[strings.LastIndexByte(c.ID, '/')+1:]
}

// guessName reads the tool's own name, and the title beside it.
func guessName(c *Capability) guess {
	g := guessWords(naming.Words(c.ownName()), true)
	// People write titles: an adjective in front, as in Open Deals, is likelier
	// there than a verb.
	title := guessWords(naming.Words(c.Title), false)
	if title.kind > g.kind {
		g.kind, g.verb = title.kind, title.verb
	}
	g.destroys = g.destroys || title.destroys
	return g
}

// guessWords reads the words of a name. With nouns, a word such as order counts
// as a verb where it stands like one.
func guessWords(words []string, nouns bool) (g guess) {
	raise := func(k guessKind, verb string) {
		if k > g.kind {
			g.kind, g.verb = k, verb
		}
	}
	for i, w := range words {
		head := i == 0 || naming.Joins(words[i-1])
		switch sense := said(words, i); sense.Class {
		case naming.Destroy:
			g.destroys = true
			raise(changes, sense.Verb)
		case naming.Change:
			raise(changes, sense.Verb)
		case naming.VerbOrNoun:
			if nouns && head && !readsAfter(words[i+1:], w) {
				raise(changes, sense.Verb)
			}
		case naming.Ask, naming.State:
			if head {
				raise(reads, sense.Verb)
			} else {
				raise(readsPerhaps, sense.Verb)
			}
		}
	}
	return g
}

// readsAfter tells whether a reading word follows a word that may be a noun, as
// in order_status. What is run or started may itself be called a query or a
// check: there only words that ask for a state count, as in run_list.
func readsAfter(rest []string, word string) bool {
	return slices.ContainsFunc(rest, func(w string) bool {
		class := naming.Of(w).Class
		return class == naming.State || class == naming.Ask && !starters[word]
	})
}

// changeIn looks for a changing verb in the first sentence of a description,
// where such verbs stand: at its head, and after words such as to, and, or. It
// returns the verb of the table, "" when there is none.
func changeIn(description string) string {
	words := naming.Words(firstSentence(description))
	for i, w := range words {
		if i > 0 && !naming.Joins(words[i-1]) && !leads[words[i-1]] {
			continue
		}
		sense := said(words, i)
		if sense.Class == naming.None {
			sense = said([]string{baseForm(w)}, 0)
		}
		if sense.Class >= naming.Change || sense.Class == naming.VerbOrNoun && i == 0 {
			return sense.Verb
		}
	}
	return ""
}

// firstSentence cuts a text after its first sentence.
func firstSentence(text string) string {
	text = strings.TrimSpace(text)
	for _, end := range []string{". ", ".\n", "\n\n"} {
		text, _, _ = strings.Cut(text, end)
	}
	return text
}

// baseForm is the verb of a third person or a gerund: deletes and deleting come
// back as delete, other words as they are.
func baseForm(w string) string {
	for _, ending := range [...]struct{ cut, put string }{{"ies", "y"}, {"es", ""}, {"s", ""}, {"ing", ""}, {"ing", "e"}} {
		stem, ok := strings.CutSuffix(w, ending.cut)
		if !ok || len(stem) < 2 {
			continue
		}
		if base := stem + ending.put; IsVerb(base) {
			return base
		}
		// Setting, dropping: the last letter is doubled.
		if n := len(stem); ending.cut == "ing" && stem[n-1] == stem[n-2] && IsVerb(stem[:n-1]) {
			return stem[:n-1]
		}
	}
	return w
}
