package naming

import (
	"iter"
	"maps"
	"strings"
)

// Class is what a word of a name says about the call, graver ones being greater.
type Class uint8

// The classes. The zero value is that of a word which says nothing.
const (
	None Class = iota
	// Ask reads.
	Ask
	// State reads, and is never itself what is run or started.
	State
	// VerbOrNoun changes where it stands like a verb: merge changes,
	// get_merge_requests reads.
	VerbOrNoun
	// Change changes wherever it stands.
	Change
	// Destroy changes, and takes something away.
	Destroy
)

// Reads reports a class of words that read.
func (c Class) Reads() bool { return c == Ask || c == State }

// Changes reports a class of words that change, some of them only as verbs.
func (c Class) Changes() bool { return c >= VerbOrNoun }

// Sense is what the table says of a word.
type Sense struct {
	Class Class
	// Loose is set for a word that is a thing or a property as often as a deed. It
	// tells where a tool is looked for and is no proof of what a call does: a reading
	// one not that it only reads, a changing one not that what is stated about the
	// call is wrong. In requests it mostly names a thing.
	Loose bool
	// Verb is the one of the six that such a tool answers to first.
	Verb string
}

// senses finds the rows of the table by word; two words that are a verb together
// are joined by a blank.
var senses = func() map[string]Sense {
	out := map[string]Sense{}
	for _, row := range table {
		for _, w := range strings.Fields(row.words) {
			out[strings.ReplaceAll(w, "_", " ")] = row.Sense
		}
	}
	return out
}()

// Of is the sense of a word in lower case, the zero value for one that says nothing.
func Of(word string) Sense { return senses[word] }

// At is the sense of the word at i, or of it and the next where the two are a verb
// together, as in shut down.
func At(words []string, i int) Sense {
	if i+1 < len(words) {
		if s, ok := senses[words[i]+" "+words[i+1]]; ok {
			return s
		}
	}
	return senses[words[i]]
}

// All yields every word of the table with its sense.
func All() iter.Seq2[string, Sense] { return maps.All(senses) }
