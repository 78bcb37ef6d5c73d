package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// embedded is how many words are embedded. Their lines stand in front of those
// of the sentences.
const embedded = 30_000

// sources is where sentences are read from.
type sources struct {
	catalog    string // descriptors, of which the examples are taken
	background string // requests in lines of JSON
	wordnet    string // folder of WordNet's data files
}

// lines are what is to be embedded: the words, then the sentences.
func (s sources) lines(v *vocabulary) ([]string, error) {
	ours, err := readExamples(s.catalog)
	if err != nil {
		return nil, err
	}
	asked, err := readBackground(s.background)
	if err != nil {
		return nil, err
	}
	made, err := requests()
	if err != nil {
		return nil, err
	}
	glosses, err := readGlosses(s.wordnet)
	if err != nil {
		return nil, err
	}
	out := slices.Concat(v.forms[:embedded], ours, asked, made, glosses)
	for i, line := range out {
		if line = strings.Join(strings.Fields(line), " "); line == "" {
			return nil, fmt.Errorf("line %d to embed is empty", i+1)
		}
		out[i] = line
	}
	return out, nil
}

// readExamples are the example requests of the descriptors.
func readExamples(path string) ([]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Capabilities []struct {
			Examples []string `json:"examples"`
		} `json:"capabilities"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var out []string
	for _, c := range file.Capabilities {
		out = append(out, c.Examples...)
	}
	return out, nil
}

// readBackground are the requests of a file whose lines have an intent.
func readBackground(path string) ([]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []string
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		var row struct {
			Intent string `json:"intent"`
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		out = append(out, row.Intent)
	}
	return out, nil
}
