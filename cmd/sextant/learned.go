package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/outcome"
)

// learned is what a server has learned, for a command that is to rank as that one
// does. The zero value is nothing.
type learned struct {
	store, scope string
	options      runtime.RewardOptions
}

func (l *learned) register(fs *flag.FlagSet) {
	fs.StringVar(&l.store, "store", "", "rank as a server that keeps what it learned there `where` -store says: bolt, bolt:FILE or nats://HOST/BUCKET; env is what $"+storeVariable+" says (default by words alone)")
	fs.StringVar(&l.scope, "scope", "", "with -store, for callers of this `scope`: shared, or the digits that rewards list shows (default shared)")
	fs.Float64Var(&l.options.Prior, "learn-prior", runtime.DefaultPrior, "with -store, the server's `prior`")
	fs.Float64Var(&l.options.Weight, "learn-weight", runtime.DefaultWeight, "with -store, the server's `weight`")
	fs.DurationVar(&l.options.HalfLife, "learn-half-life", 0, "with -store, the server's half-life, a `time` such as 720h")
}

// read has a query rank by what was learned too.
func (l *learned) read(ctx context.Context, std streams, q *runtime.Query) (err error) {
	if l.store == "" {
		if l.scope != "" {
			return errors.New("-scope: there is nothing learned to choose from; name a -store")
		}
		return nil
	}
	if q.Scope, err = runtime.ParseScope(l.scope); err != nil {
		return fmt.Errorf("-scope: %w", err)
	}
	if q.Rewards, err = runtime.NewRewards(l.options); err != nil {
		return err
	}
	where := l.store
	if where == "env" {
		where = os.Getenv(storeVariable)
	}
	if where == "" || where == outcome.Memory {
		return errors.New("-store: what is kept in memory is the server's alone; ask its tool sextant_explain_route")
	}
	ctx, cancel := context.WithTimeout(ctx, rewardWait)
	defer cancel()
	store, err := outcome.Open(ctx, where, outcome.Options{Rewards: q.Rewards, Existing: true, Log: notices(std)})
	if err != nil {
		return fmt.Errorf("-store: %w", err)
	}
	return store.Close(ctx)
}
