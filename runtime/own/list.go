package own

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

const (
	defaultLimit = 50
	maxLimit     = 200
)

type listing struct {
	Total        int   `json:"total"` // of all rows that pass the filters
	Offset       int   `json:"offset"`
	Capabilities []row `json:"capabilities"`
	// Next is the offset of the next page, absent on the last.
	Next int `json:"next_offset,omitempty"`
}

type row struct {
	ID      string   `json:"id"`
	Kind    string   `json:"kind"`
	Verbs   []string `json:"verbs"`
	Title   string   `json:"title,omitempty"`
	OneLine string   `json:"one_line"`
	Server  string   `json:"server,omitempty"`
	Tags    []string `json:"tags,omitempty"`
}

// filter is what rows must be like. Empty fields let everything through.
type filter struct {
	Verb   string  `json:"verb"`
	Kind   string  `json:"kind"`
	Server *string `json:"server"`
	Tag    string  `json:"tag"`
	Query  string  `json:"query"`
	Limit  *int    `json:"limit"`
	Offset int     `json:"offset"`
}

// listCapabilities lists what is on the surface, in order of number.
func (s *Server) listCapabilities(raw json.RawMessage) (any, error) {
	var f filter
	if err := decode(raw, &f); err != nil {
		return nil, err
	}
	verb, err := runtime.ParseVerb(f.Verb)
	if err != nil {
		return nil, err
	}
	if f.Kind != "" {
		if _, err := runtime.ParseKind(f.Kind); err != nil {
			return nil, err
		}
	}
	limit, err := pageSize(f.Limit, f.Offset)
	if err != nil {
		return nil, err
	}
	out := listing{Offset: f.Offset, Capabilities: []row{}}
	words := text.AppendTokens(nil, f.Query)
	for _, rec := range s.records() {
		if !f.passes(rec, verb, words) {
			continue
		}
		if out.Total >= f.Offset && len(out.Capabilities) < limit {
			out.Capabilities = append(out.Capabilities, row{
				ID: rec.ID, Kind: rec.Kind.String(), Verbs: verbNames(rec.Verbs), Title: rec.Title,
				OneLine: rec.OneLine, Server: rec.Server, Tags: rec.Tags,
			})
		}
		out.Total++
	}
	if end := f.Offset + len(out.Capabilities); end < out.Total {
		out.Next = end
	}
	return out, nil
}

// pageSize is how many rows a page has; nil is the default.
func pageSize(wanted *int, offset int) (int, error) {
	limit := defaultLimit
	if wanted != nil {
		limit = *wanted
	}
	if limit < 1 || limit > maxLimit || offset < 0 {
		return 0, fmt.Errorf("limit %d and offset %d: limit is 1 to %d, offset 0 or more", limit, offset, maxLimit)
	}
	return limit, nil
}

func (f *filter) passes(rec *runtime.Record, verb runtime.Verb, words []string) bool {
	switch {
	case verb != runtime.Any && verb != runtime.Find && !slices.Contains(rec.Verbs, verb),
		f.Kind != "" && rec.Kind.String() != f.Kind,
		f.Server != nil && rec.Server != *f.Server,
		f.Tag != "" && !slices.Contains(rec.Tags, f.Tag):
		return false
	}
	return holdsAll(rec, words)
}

// holdsAll reports whether every word stands somewhere in what a row shows.
func holdsAll(rec *runtime.Record, words []string) bool {
	if len(words) == 0 {
		return true
	}
	var held []string
	for _, s := range append([]string{rec.ID, rec.Title, rec.OneLine}, rec.Tags...) {
		held = text.AppendTokens(held, s)
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(held, w) })
}
