package main

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strings"
)

// perTopic is how many requests are made of every topic, of which the
// duplicates are dropped.
const perTopic = 400

//go:embed domains.txt
var topicLines string

//go:embed frames.txt
var frameLines string

// topic is a field of everyday life and the words of its requests.
type topic struct {
	name     string
	verbs    []string // what is done to a thing
	things   []string
	troubles []string // what is wrong with a thing
}

// requests makes the requests of the grammar: the same at every run.
func requests() ([]string, error) {
	topics, err := parseTopics(topicLines)
	if err != nil {
		return nil, err
	}
	frames := content(frameLines)
	rng := rand.New(rand.NewPCG(7, 1))
	var out []string
	for _, t := range topics {
		out = append(out, t.requests(frames, perTopic, rng)...)
	}
	return out, nil
}

// requests fills n frames, every frame once before one is drawn again.
func (t *topic) requests(frames []string, n int, rng *rand.Rand) []string {
	var out []string
	seen := map[string]bool{}
	for i := range n {
		frame := frames[i%len(frames)]
		if i >= len(frames) {
			frame = drawn(frames, rng)
		}
		if r := t.fill(frame, rng); !seen[r] {
			seen[r] = true
			out = append(out, r)
		}
	}
	return out
}

// fill puts words of the topic in the place of a frame's capital letters.
func (t *topic) fill(frame string, rng *rand.Rand) string {
	words := strings.Fields(frame)
	for i, w := range words {
		switch w {
		case "V":
			words[i] = drawn(t.verbs, rng)
		case "T":
			words[i] = drawn(t.things, rng)
		case "P":
			words[i] = drawn(t.troubles, rng)
		case "D":
			words[i] = t.name
		}
	}
	return strings.Join(words, " ")
}

func drawn(from []string, rng *rand.Rand) string { return from[rng.IntN(len(from))] }

// parseTopics reads lines of the form name | verbs | things | troubles.
func parseTopics(lines string) ([]topic, error) {
	var out []topic
	for _, line := range content(lines) {
		parts := strings.Split(line, "|")
		if len(parts) != 4 {
			return nil, fmt.Errorf("domains.txt: %q has %d parts, want 4 parted by |", line, len(parts))
		}
		out = append(out, topic{strings.TrimSpace(parts[0]), listed(parts[1]), listed(parts[2]), listed(parts[3])})
	}
	return out, nil
}

// listed are the items of a list with commas.
func listed(s string) []string {
	items := strings.Split(s, ",")
	for i, item := range items {
		items[i] = strings.TrimSpace(item)
	}
	return items
}

// content are the lines that are neither empty nor a comment.
func content(s string) []string {
	var out []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}
