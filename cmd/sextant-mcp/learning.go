package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/own"
	"github.com/sextant-mcp/sextant/runtime/routelog"
)

// learning is what the flags say of what the server learns and keeps. The zero
// value learns and keeps nothing.
type learning struct {
	on      bool
	options runtime.RewardOptions
	cache   int
	path    string // of the routing log, "" for none
	intents bool
	mib     int64
	keep    keeping

	rewards *runtime.Rewards // nil when nothing is learned
	routes  *routelog.Log    // nil without a routing log
}

// asNew says that the router decides about its cache by itself.
const asNew = -1

func (l *learning) register(fs *flag.FlagSet) {
	fs.BoolVar(&l.on, "learn", true, "let the outcomes of calls have a say in the order of candidates that the words leave unsure")
	fs.Float64Var(&l.options.Alpha, "learn-alpha", runtime.DefaultAlpha, "the `share` of the last outcome in what was learned, more than 0 and at most 1")
	fs.Float64Var(&l.options.Prior, "learn-prior", runtime.DefaultPrior, "the `reward` of what nothing was learned of, more than 0 and less than 1")
	fs.Float64Var(&l.options.Weight, "learn-weight", runtime.DefaultWeight, "the `share` of a score that outcomes can move, more than 0 and at most 1")
	fs.DurationVar(&l.options.HalfLife, "learn-half-life", 0, "the `time` in which half of what was learned is forgotten, such as 720h; 0 forgets nothing")
	fs.IntVar(&l.options.Keys, "learn-keys", runtime.DefaultRewardKeys, "keep what is learned of so `many` combinations of tool, verb and caller")
	l.keep.register(fs)
	fs.IntVar(&l.cache, "cache", asNew, fmt.Sprintf("keep the rankings of the last `N` requests; 0 keeps none, -1 keeps %d on surfaces of %d capabilities or more", runtime.DefaultCache, runtime.CacheFrom))
	fs.StringVar(&l.path, "log", "", "append a line for each request to this `file`, for sextant harvest: where it went and what came of it")
	fs.BoolVar(&l.intents, "log-intents", false, "have the text of requests in the routing log, not only a digest")
	fs.Int64Var(&l.mib, "log-size", routelog.DefaultMaxSize>>20, "set the routing log aside as FILE.1 when it has so many `MiB`")
}

// check refuses numbers out of range: they are usage mistakes.
func (l *learning) check() error {
	if l.mib < 1 || l.mib > 1<<20 {
		return fmt.Errorf("-log-size: %d MiB is out of range; give 1 or more", l.mib)
	}
	if l.intents && l.path == "" {
		return errors.New("-log-intents: there is no log; name one with -log")
	}
	if l.cache < asNew {
		return fmt.Errorf("-cache: %d is no number of requests; give 0 for none", l.cache)
	}
	if l.options.Keys < 1 {
		return fmt.Errorf("-learn-keys: %d is out of range; give 1 or more, or -learn=false to learn nothing", l.options.Keys)
	}
	for name, value := range map[string]float64{"-learn-alpha": l.options.Alpha, "-learn-weight": l.options.Weight} {
		if !(value > 0 && value <= 1) {
			return fmt.Errorf("%s: %v is out of range; give more than 0 and at most 1, or -learn=false to learn nothing", name, value)
		}
	}
	if !(l.options.Prior > 0 && l.options.Prior < 1) {
		return fmt.Errorf("-learn-prior: %v is out of range; give more than 0 and less than 1", l.options.Prior)
	}
	if _, err := runtime.NewRewards(l.options); err != nil {
		return fmt.Errorf("-learn: %w", err)
	}
	return l.keep.check()
}

// open makes the rewards, loads what was kept of them and opens the routing log.
func (l *learning) open(ctx context.Context, log *slog.Logger) (err error) {
	if l.on {
		l.options.Full = func() {
			log.Warn("no room for what is learned of further tools and callers; -learn-keys makes room", "keys", l.options.Keys)
		}
		if l.rewards, err = runtime.NewRewards(l.options); err != nil {
			return err
		}
		if err = l.keep.open(ctx, l.rewards, log); err != nil {
			return err
		}
	}
	if l.path == "" {
		return nil
	}
	l.routes, err = routelog.Open(l.path, routelog.Options{
		Intents: l.intents, MaxSize: l.mib << 20,
		Failed: func(err error) { log.Error("requests are served and not logged", "error", err) },
	})
	return err
}

// close keeps what was learned last, and closes the routing log.
func (l *learning) close(ctx context.Context, log *slog.Logger) {
	l.keep.close(ctx, log)
	if l.routes == nil {
		return
	}
	if err := l.routes.Close(); err != nil {
		log.Error("closing the routing log", "error", err)
	}
	if n := l.routes.Lost(); n > 0 {
		log.Error("requests are missing in the routing log", "requests", n)
	}
}

// router is the router with the cache that the flags want.
func (l *learning) router(r *runtime.Router) *runtime.Router {
	if l.cache == asNew {
		return r
	}
	return r.WithCache(l.cache)
}

// tools has the surface's own tools show what was learned, when anything is.
func (l *learning) tools() []own.Option {
	if l.keep.store == nil {
		return nil
	}
	return []own.Option{own.WithRewards(l.keep.store), own.WithLearned(l.rewards)}
}

// join has a dispatcher learn and log.
func (l *learning) join(opt dispatch.Options) dispatch.Options {
	opt.Rewards = l.rewards
	if l.routes != nil {
		opt.Log = l.routes.Record
	}
	return opt
}
