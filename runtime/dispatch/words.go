package dispatch

import (
	"strings"
	"unicode"
)

// wordClass is what a word of a name says about the call.
type wordClass uint8

const (
	noClass wordClass = iota
	readWord
	// changeWord is a verb of change wherever it stands.
	changeWord
	// changeOrNoun is a verb of change or a noun: merge changes,
	// get_merge_requests reads. It counts as a verb unless a reading verb stands
	// before it, and only where nothing better tells: book_search may be either.
	changeOrNoun
	destroyWord
)

var wordClasses = map[string]wordClass{}

func init() {
	for class, words := range map[wordClass]string{
		readWord: `analyse analyze answer ask aggregate browse calculate check compare compute convert count
			describe diff download estimate exists explain fetch find get help info inspect list lookup
			measure observe peek ping preview query read recall resolve retrieve search show stats status
			summarise summarize trace translate validate verify view`,
		changeWord: `add append apply approve assign cancel configure create declare disable edit enable
			enqueue execute grant ingest insert install invite invoke kill launch migrate modify mutate
			publish push put register reject rename replace reset restart restore resume retry rollback
			rotate save send spawn start stop submit subscribe suspend trigger unbind unlock unregister
			unsubscribe upload upsert write`,
		changeOrNoun: `ack allocate archive bind book build buy claim close comment commit consume copy decay
			deploy extract import lock log merge move nack order patch pay post record release reply
			reschedule run scale schedule set store sweep sync tag transfer trim update`,
		destroyWord: `clear deactivate delete destroy drop erase evict invalidate prune purge remove revoke
			terminate truncate uninstall unlink unref wipe`,
	} {
		for _, word := range strings.Fields(words) {
			wordClasses[word] = class
		}
	}
}

// wordEffect reads the effect from the words of a name, unknown when no word
// tells; firm is false when it rests on a word that may be a noun. A name with
// several verbs has the gravest effect among them: get_or_create creates.
func wordEffect(name string) (effect Effect, word string, firm bool) {
	raise := func(e Effect, w string, certain bool) {
		if e > effect {
			effect, word, firm = e, w, certain
		} else if e == effect {
			firm = firm || certain
		}
	}
	reads, joined := false, false
	for _, w := range nameWords(name) {
		switch wordClasses[w] {
		case readWord:
			raise(Read, w, true)
			reads = true
		case changeWord:
			raise(Mutate, w, true)
		case changeOrNoun:
			if !reads || joined {
				raise(Mutate, w, joined)
			}
		case destroyWord:
			raise(Destroy, w, true)
		}
		joined = w == "and" || w == "or"
	}
	return effect, word, firm
}

// nameWords splits a name into lower-case words at everything that is no letter
// and at case borders. The words are not stemmed: "deleted" is a state, not a
// deed.
func nameWords(name string) []string {
	var words []string
	start := -1 // of the word that is being read, -1 between words
	flush := func(end int) {
		if start >= 0 {
			words = append(words, strings.ToLower(name[start:end]))
			start = -1
		}
	}
	lower := false
	for i, r := range name {
		letter := unicode.IsLetter(r)
		if !letter || unicode.IsUpper(r) && lower {
			flush(i)
		}
		if letter && start < 0 {
			start = i
		}
		lower = unicode.IsLower(r)
	}
	flush(len(name))
	return words
}
