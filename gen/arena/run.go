package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mcp/sextant/gen/llm"
)

// Options adjust a run.
type Options struct {
	// Arms are the arms to measure; nil is all. They run in the order of [Arms].
	Arms []string
	// Runs is how often each turn is played in each arm; zero is DefaultRuns.
	Runs int
	// Seed is that of the first run; the next ones count on.
	Seed int64
	// Progress is told how many of the moves are played; nil is fine.
	Progress func(done, total int)
}

// DefaultRuns is how often each turn is played when Options do not say.
const DefaultRuns = 3

// Run plays the turns in every arm, one request after another, so that the
// latency is that of an endpoint with nothing else to do. A request that fails
// is a failed move; an endpoint that refuses everybody, or a context that ends,
// ends the run with an error and no report.
func Run(ctx context.Context, model Asker, f *Field, turns []Turn, opt Options) (*Report, error) {
	if opt.Runs == 0 {
		opt.Runs = DefaultRuns
	}
	if opt.Arms == nil {
		opt.Arms = Arms
	}
	if err := CheckArms(opt.Arms); err != nil {
		return nil, err
	}
	r := &Report{Model: model.Model(), Tools: len(f.tools), Groups: len(f.groups), Namespaces: f.namespaces, Skipped: []Skip{}}
	for i := range opt.Runs {
		r.Seeds = append(r.Seeds, opt.Seed+int64(i))
	}
	for i := range turns {
		if why := f.takes(&turns[i]); why != "" {
			r.Skipped = append(r.Skipped, Skip{turns[i].label(), why})
		} else {
			r.turns = append(r.turns, &turns[i])
		}
	}
	if r.Turns = len(r.turns); r.Turns == 0 {
		return nil, errors.New("no turn of the corpus can be measured on these tools")
	}
	p := &player{model: model, report: r, progress: opt.Progress, total: r.Turns * opt.Runs * len(opt.Arms)}
	for _, name := range Arms {
		if !slices.Contains(opt.Arms, name) {
			continue
		}
		a, err := newArm(ctx, name, f)
		if err != nil {
			return nil, err
		}
		result, err := p.play(ctx, name, a)
		if err != nil {
			return nil, fmt.Errorf("%s arm: %w", name, err)
		}
		r.Arms = append(r.Arms, result)
	}
	return r, nil
}

// CheckArms refuses names of arms that there are not.
func CheckArms(names []string) error {
	for _, name := range names {
		if !slices.Contains(Arms, name) {
			return fmt.Errorf("there is no arm %q; the arms are routed, flat and swarm", name)
		}
	}
	return nil
}

// player plays the turns of one report.
type player struct {
	model       Asker
	report      *Report
	progress    func(done, total int)
	done, total int
}

// play plays all turns in one arm.
func (p *player) play(ctx context.Context, name string, a arm) (ArmResult, error) {
	tools := a.offer()
	result := ArmResult{Name: name, Offered: len(tools), OfferedBytes: size(tools)}
	for _, t := range p.report.turns {
		result.Turns = append(result.Turns, TurnResult{
			ID: t.label(), Intent: t.Intent, Gold: t.Gold, Kind: t.Kind, Class: t.Class().String(), Namespace: t.Namespace,
		})
	}
	for _, seed := range p.report.Seeds {
		for i, t := range p.report.turns {
			played, err := p.one(ctx, a, t, seed)
			if err != nil {
				return result, err
			}
			result.Turns[i].Moves = append(result.Turns[i].Moves, played)
			p.done++
			if p.progress != nil {
				p.progress(p.done, p.total)
			}
		}
	}
	result.sum(len(p.report.Seeds))
	return result, nil
}

// one plays one turn once.
func (p *player) one(ctx context.Context, a arm, t *Turn, seed int64) (Played, error) {
	m, err := a.move(ctx, asking{p.model, seed}, t.Intent)
	played := Played{Move: m}
	switch {
	case err == nil:
		played.Verdict = judge(t, &m)
	case ctx.Err() != nil:
		return played, ctx.Err()
	case llm.Lasting(err):
		return played, err
	default:
		played.Verdict, played.Error = Failed, err.Error()
	}
	if played.Called == nil {
		played.Called = []string{}
	}
	if played.Tools == nil {
		played.Tools = []string{}
	}
	return played, nil
}

// size is how many bytes the tools take in a request.
func size(tools []llm.Tool) int {
	data, err := json.Marshal(tools)
	if err != nil {
		return 0 // a schema that is no JSON; the request will say so
	}
	return len(data)
}
