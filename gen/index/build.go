package index

import (
	"context"
	"fmt"
	goruntime "runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// Options adjust a build.
type Options struct {
	// Lock holds the numbers given out so far; nil begins anew.
	Lock *Lock
	// LexicalOnly leaves the training out: for comparing texts by what they say,
	// not by what was learned from them.
	LexicalOnly bool
	// Train are rows to learn from beside the examples and route rows of the
	// catalog itself.
	Train []Row
	// Progress is told how many of how many capabilities are indexed; nil is
	// fine.
	Progress func(done, total int)
}

// Result is a compiled surface.
type Result struct {
	Tables *runtime.Tables
	Lock   *Lock
	// Features is the number of distinct features, Postings that of all
	// weights.
	Features, Postings int
}

// Build compiles a catalog to tables. It is deterministic: equal catalogs and
// locks give equal tables, byte for byte. The error names the capability or
// skill that can't be compiled, or is that of a context that ended.
func Build(ctx context.Context, cat *catalog.Catalog, opt Options) (*Result, error) {
	return build(ctx, cat, opt, schemaRows)
}

// build writes the schemas as it is told.
func build(ctx context.Context, cat *catalog.Catalog, opt Options, schemas func(*catalog.Catalog, *Lock) string) (*Result, error) {
	lock, err := opt.Lock.Extend(ids(cat))
	if err != nil {
		return nil, err
	}
	digest, requests := cat.Digest(), resolved(cat, examples(cat, opt.Train))
	cat, diags := cat.ReachedBy(catalog.LabelledVerbs(verbsOf(requests)))
	if err := diags.Err(); err != nil {
		return nil, err
	}
	t := &runtime.Tables{
		Format: runtime.Format, Analyzer: text.Version, Digest: digest,
		Everyday: everydayWords(mannerOf(len(requests)).everyday, standIns(cat)),
	}
	res := &Result{Tables: t, Lock: lock}
	if t.Capabilities, err = capabilityRows(cat, lock); err != nil {
		return nil, err
	}
	t.Schemas = schemas(cat, lock)
	if t.Notes, err = noteRows(cat); err != nil {
		return nil, err
	}
	if t.Skills, err = skillBundle(cat); err != nil {
		return nil, err
	}
	t.Fit = runtime.Fit{MinCoverage: minCoverage, MinMargin: minMargin}
	t.Lexical = lexicalRows(cat, lock, requests, opt.Progress, res)
	if !opt.LexicalOnly {
		if err := train(ctx, t, cat, lock, requests, opt.Progress); err != nil {
			return nil, fmt.Errorf("training: %w", err)
		}
	}
	t.Checksum = t.Sum()
	return res, nil
}

// train adds the learned rows and the fitted numbers to tables that hold the
// lexical rows.
func train(ctx context.Context, t *runtime.Tables, cat *catalog.Catalog, lock *Lock, requests []Row, progress func(done, total int)) error {
	lexical, err := lexicalRouter(t)
	if err != nil {
		return err
	}
	others := append(descriptions(cat, len(requests) == 0), unserved(lexical)...)
	m := &mixer{cat: cat, lock: lock, requests: requests, others: others}
	p, err := m.plan(ctx)
	if err != nil {
		return err
	}
	var foreign []string
	if p.joint {
		foreign = vectors().names
	}
	trainer := newTrainer(cat, lock, append(slices.Clip(requests), others...), p, foreign)
	if t.Learned, err = trainer.learn(ctx, progress); err != nil {
		return err
	}
	t.Fit = trainer.fitted()
	p.apply(&t.Fit)
	t.Described = judgedByDescription(cat, lock, requests, t.Fit)
	return nil
}

// lexicalRouter loads what there is of the tables before anything is learned.
func lexicalRouter(t *runtime.Tables) (*runtime.Router, error) {
	part := *t
	part.Checksum = part.Sum()
	r, err := runtime.New(&part)
	if err != nil {
		return nil, fmt.Errorf("lexical rows do not load: %w", err)
	}
	return r, nil
}

// lexicalRows indexes the documents of all capabilities. Labelled requests are
// examples of what they mean.
func lexicalRows(cat *catalog.Catalog, lock *Lock, training []Row, progress func(done, total int), res *Result) string {
	examples := phrasings(training)
	among, hollow := spreadOf(cat, examples), standIns(cat)
	rows := newRowSet()
	for first := 0; first < len(lock.IDs); first += batch {
		part := lock.IDs[first:min(first+batch, len(lock.IDs))]
		for i, weights := range weigh(cat, part, examples, among, hollow) {
			if weights != nil {
				rows.add(first+i, weights)
			}
			if progress != nil {
				progress(first+i+1, len(lock.IDs))
			}
		}
	}
	res.Features, res.Postings = len(rows.lists), rows.postings
	return rows.format()
}

// batch is how many documents are weighed at once: they are held until their rows
// are written.
const batch = 64

// weigh weighs the words of some capabilities, each on its own, nil where there is
// none.
func weigh(cat *catalog.Catalog, ids []string, examples map[string][]phrasing, among spread, hollow map[string]bool) []map[string]int {
	out := make([]map[string]int, len(ids))
	var work errgroup.Group
	work.SetLimit(goruntime.GOMAXPROCS(0))
	for i, id := range ids {
		if c := cat.Lookup(id); c != nil {
			work.Go(func() error {
				out[i] = newDocument(c, examples[id], among.manner(len(examples[id])), hollow).weights()
				return nil
			})
		}
	}
	_ = work.Wait() // none fails
	return out
}

func ids(cat *catalog.Catalog) []string {
	out := make([]string, len(cat.Capabilities))
	for i, c := range cat.Capabilities {
		out[i] = c.ID
	}
	return out
}

// rowSet collects the postings of each feature.
type rowSet struct {
	lists    map[string][]runtime.Posting
	postings int
}

func newRowSet() *rowSet { return &rowSet{lists: map[string][]runtime.Posting{}} }

// add takes the weights of one capability; numbers must come in rising order.
func (s *rowSet) add(number int, weights map[string]int) {
	for feature, w := range weights {
		s.lists[feature] = appendParts(s.lists[feature], number, w)
	}
	s.postings += len(weights)
}

// appendParts appends a weight as as many postings as its size takes: the
// loader adds up those of one capability. A few words say very much, and cutting
// their weights to the range of one posting costs more than the postings do.
func appendParts(list []runtime.Posting, number, w int) []runtime.Posting {
	part := func(w int) { list = append(list, runtime.Posting{ID: number, Weight: w}) }
	for ; w > runtime.MaxWeight; w -= runtime.MaxWeight - runtime.SignedWeightBias {
		part(runtime.MaxWeight)
	}
	for ; w < 0; w += runtime.SignedWeightBias {
		part(0)
	}
	part(w)
	return list
}

// format writes the rows in bytewise order of the features.
func (s *rowSet) format() string {
	features := make([]string, 0, len(s.lists))
	for f := range s.lists {
		features = append(features, f)
	}
	slices.Sort(features)
	var b []byte
	for _, f := range features {
		b = runtime.AppendRow(b, f, s.lists[f])
	}
	return string(b)
}

// Router compiles a catalog and loads it: for tools that appear while the
// server runs, and for commands that answer without generating code.
func Router(ctx context.Context, cat *catalog.Catalog, opt Options) (*runtime.Router, error) {
	res, err := build(ctx, cat, opt, exactSchemas)
	if err != nil {
		return nil, err
	}
	r, err := runtime.New(res.Tables)
	if err != nil {
		return nil, fmt.Errorf("compiled tables do not load: %w", err)
	}
	return r, nil
}
