package index

import (
	"context"
	"slices"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// plan is how a surface learns.
type plan struct {
	// joint is set when the capabilities are trained together (joint.go) as well
	// as one by one against the others; the weights of both are added up.
	joint bool
	// scale is how much a step of a learned weight counts against the lexical
	// weights.
	scale int
}

// usualPlan is that of a surface with few requests.
var usualPlan = plan{scale: 8}

// scales are what is tried where there are many requests, for training one by
// one and for training together too. The first of them is the usual one: the
// others must be clearly better on the held-out requests. For
// training together it was chosen on development rows of three surfaces; of their
// held-out requests 32 routed 12 more of 2,910 right.
var (
	scales      = [...]int{8, 16, 24, 32, 4}
	jointScales = [...]int{24, 16, 32, 12, 8}
)

const (
	// mixFolds is how many parts the requests are split into to choose a plan.
	mixFolds = 3
	// fewRequests is below how many requests there is nothing to choose by.
	fewRequests = 100
	// clearlyBetter is by how many requests in a thousand a plan must be ahead
	// of the best before it to be taken.
	clearlyBetter = 10
)

// mixer chooses the plan, and with it how much the learned part counts: on a
// surface whose descriptors say much the lexical part knows most, on one that is
// little but examples the learned part does. Which it is the requests tell: a
// third of them at a time is routed on tables compiled from the rest.
type mixer struct {
	cat      *catalog.Catalog
	lock     *Lock
	requests []Row // examples and route rows
	others   []Row // descriptions and background
}

// plan returns the plan that routes most of the held-out requests right. On
// surfaces with few requests, and on such that take long to train, it is the
// usual one.
func (m *mixer) plan(ctx context.Context) (plan, error) {
	rows := len(m.requests) + len(m.others)
	if len(m.requests) < fewRequests || rows*len(m.cat.Capabilities) > muchWork {
		return usualPlan, nil
	}
	plans := m.plans()
	right := map[plan]int{}
	for fold := range mixFolds {
		if err := m.try(ctx, fold, plans, right); err != nil {
			return plan{}, err
		}
	}
	return choose(plans, right, len(m.requests)), nil
}

// choose picks the plan by how many of the held-out requests each routes right.
func choose(plans []plan, right map[plan]int, requests int) plan {
	split := slices.IndexFunc(plans, func(p plan) bool { return p.joint })
	if split < 0 {
		return best(plans, right, requests)
	}
	alone, together := best(plans[:split], right, requests), best(plans[split:], right, requests)
	// Of two as good training together is the better: it also knows words that no row
	// holds, and of those a third of the rows shows fewer than users do. Where no
	// request could be held out there is nothing to be good at.
	if right[together] > 0 && right[together] >= right[alone] {
		return together
	}
	return alone
}

// best is the first of the plans, or another that routes clearly more of the
// held-out requests right than the best before it.
func best(plans []plan, right map[plan]int, requests int) plan {
	best := plans[0]
	for _, p := range plans[1:] {
		if right[p]-right[best] > requests*clearlyBetter/1000 {
			best = p
		}
	}
	return best
}

// plans are all that are tried, in order. Capabilities that were trained together
// answer to nearly every word, so less is refused: where the surface has near
// misses of its own, which it is to refuse, they are trained one by one. So they
// are where most have no requests: held-out requests for the others do not tell
// what is good for those.
func (m *mixer) plans() []plan {
	var out []plan
	for _, scale := range scales {
		out = append(out, plan{scale: scale})
	}
	requested := map[string]bool{}
	for _, r := range m.requests {
		if len(r.Gold) == 0 {
			return out
		}
		for _, gold := range r.Gold {
			requested[gold] = true
		}
	}
	if 2*len(requested) < len(m.cat.Capabilities) {
		return out
	}
	for _, scale := range jointScales {
		out = append(out, plan{joint: true, scale: scale})
	}
	return out
}

// try compiles tables without one fold of the requests and counts for each
// of the plans how many of those it routes right.
func (m *mixer) try(ctx context.Context, fold int, plans []plan, right map[plan]int) error {
	var kept, held []Row
	for i, r := range m.requests {
		switch {
		case i%mixFolds != fold:
			kept = append(kept, r)
		case len(r.Gold) == 1:
			held = append(held, r)
		}
	}
	t := &runtime.Tables{Format: runtime.Format, Analyzer: runtime.Analyzer1, Everyday: everydayWords(mannerOf(len(kept)).everyday, standIns(m.cat))}
	var err error
	if t.Capabilities, err = capabilityRows(m.cat, m.lock); err != nil {
		return err
	}
	t.Schemas = schemaRows(m.cat, m.lock)
	t.Lexical = lexicalRows(m.cat, m.lock, kept, nil, &Result{})
	words := wordsOf(held)
	for _, p := range plans {
		if p == usualPlan || p == (plan{joint: true, scale: jointScales[0]}) {
			trainer := newTrainer(m.cat, m.lock, append(slices.Clip(kept), m.others...), p, words)
			if t.Learned, err = trainer.learn(ctx, nil); err != nil {
				return err
			}
		}
		p.apply(&t.Fit)
		t.Checksum = t.Sum()
		r, err := runtime.New(t)
		if err != nil {
			return err
		}
		right[p] += m.count(r, held)
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

// apply sets the tables' numbers that hang on the plan.
func (p plan) apply(fit *runtime.Fit) {
	fit.LearnedScale, fit.LeastShare, fit.MuchEvidence = p.scale, 0, 0
	if p.joint {
		fit.LeastShare, fit.MuchEvidence = jointLeastShare, jointMuchEvidence
		trainedTogether.apply(fit)
	}
}

const (
	// jointLeastShare: by its traits nearly every word says something of every
	// capability. It is between 2, where more is refused that nothing serves, and
	// 4, where more is routed right.
	jointLeastShare = 3
	// jointMuchEvidence: the weights are the sums of two trainings.
	jointMuchEvidence = 5
)

// wordsOf are the distinct words of the rows that have a vector.
func wordsOf(rows []Row) []string {
	var out []string
	for _, r := range rows {
		out = text.AppendTokens(out, r.Intent)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(w string) bool { return vectors().of(w) == nil })
}
