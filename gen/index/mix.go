package index

import (
	"context"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
)

// How much a step of a learned weight counts against the lexical weights on a
// surface with few requests.
const usualScale = 8

// scales are what is tried where there are many requests. Of equal ones the
// first wins.
var scales = [...]int{8, 16, 24, 32, 4}

const (
	// mixFolds is how many parts the requests are split into to choose a scale.
	mixFolds = 3
	// fewRequests is below how many requests there is nothing to choose by.
	fewRequests = 100
	// clearlyBetter is by how many requests in a thousand a scale must be
	// ahead of the best before it to be taken.
	clearlyBetter = 10
)

// mixer chooses how much the learned part counts: on a surface whose
// descriptors say much the lexical part knows most, on one that is little but
// examples the learned part does. Which it is the requests tell: a third of
// them at a time is routed on tables compiled from the rest.
type mixer struct {
	cat      *catalog.Catalog
	lock     *Lock
	requests []Row // examples and route rows
	others   []Row // descriptions and background
}

// scale returns the scale that routes most of the held-out requests right. On
// surfaces with few requests, and on such that take long to train, it is the
// usual one.
func (m *mixer) scale(ctx context.Context) (int, error) {
	rows := len(m.requests) + len(m.others)
	if len(m.requests) < fewRequests || rows*len(m.cat.Capabilities) > muchWork {
		return usualScale, nil
	}
	right := map[int]int{}
	for fold := range mixFolds {
		if err := m.try(ctx, fold, right); err != nil {
			return 0, err
		}
	}
	best := scales[0]
	for _, scale := range scales {
		if right[scale]-right[best] > len(m.requests)*clearlyBetter/1000 {
			best = scale
		}
	}
	return best, nil
}

// try compiles tables without one fold of the requests and counts for each
// scale how many of those it routes right.
func (m *mixer) try(ctx context.Context, fold int, right map[int]int) error {
	var kept, held []Row
	for i, r := range m.requests {
		switch {
		case i%mixFolds != fold:
			kept = append(kept, r)
		case len(r.Gold) == 1:
			held = append(held, r)
		}
	}
	t := &runtime.Tables{Format: runtime.Format, Analyzer: runtime.Analyzer1, Everyday: everydayWords(mannerOf(len(kept)).everyday)}
	var err error
	if t.Capabilities, err = capabilityRows(m.cat, m.lock); err != nil {
		return err
	}
	t.Schemas = schemaRows(m.cat, m.lock)
	t.Lexical = lexicalRows(m.cat, m.lock, kept, nil, &Result{})
	trainer := newTrainer(m.cat, m.lock, append(kept, m.others...))
	if t.Learned, err = trainer.learn(ctx, nil); err != nil {
		return err
	}
	for _, scale := range scales {
		t.Fit.LearnedScale = scale
		t.Checksum = t.Sum()
		r, err := runtime.New(t)
		if err != nil {
			return err
		}
		right[scale] += m.count(r, held)
	}
	return nil
}

// count says how many rows have their right answer first among the tools.
func (m *mixer) count(r *runtime.Router, rows []Row) (right int) {
	tool := func(number int) bool { return m.cat.Lookup(m.lock.IDs[number]).Kind != catalog.KindSkill }
	for _, row := range rows {
		_, ranked := r.RankAmong(runtime.Query{Intent: row.Intent}, tool)
		if len(ranked) > 0 && ranked[0].ID == row.Gold[0] {
			right++
		}
	}
	return right
}
