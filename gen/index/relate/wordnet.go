package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

const (
	glosses    = 66_560 // how many of WordNet's sentences are taken
	glossWords = 3      // of how many words a sentence of a definition has at least
)

// readGlosses are sentences of WordNet's definitions and examples, drawn from
// all of them: the same at every run over the same release.
func readGlosses(dir string) ([]string, error) {
	var all []string
	for _, class := range []string{"verb", "noun", "adj", "adv"} {
		data, err := os.ReadFile(filepath.Join(dir, "data."+class))
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(data)) {
			all = append(all, glossOf(line)...)
		}
	}
	rand.New(rand.NewPCG(7, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(glosses, len(all))], nil
}

// glossOf are the sentences of a line of a data file: behind its bar the
// examples, which are in quotes, and between them the parts of the definition.
func glossOf(line string) []string {
	_, gloss, found := strings.Cut(line, "|")
	if !found {
		return nil
	}
	var quoted, defined []string
	for i, part := range strings.Split(gloss, `"`) {
		if i%2 == 1 {
			quoted = append(quoted, long(part)...)
			continue
		}
		for clause := range strings.SplitSeq(part, ";") {
			defined = append(defined, long(clause)...)
		}
	}
	return append(quoted, defined...)
}

// long is the trimmed sentence if it has words enough and does not say who is
// quoted, as "- Mark Twain" does.
func long(sentence string) []string {
	words := strings.Fields(sentence)
	if len(words) < glossWords || words[0][0] == '-' {
		return nil
	}
	return []string{strings.Join(words, " ")}
}
