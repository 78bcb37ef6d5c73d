package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/outcome"
)

// storeVariable is the environment variable that -store defaults to.
const storeVariable = "SEXTANT_STORE"

// closeTime is how long the last outcomes may take to be kept when the server
// ends.
const closeTime = 5 * time.Second

// keeping is where what is learned is kept.
type keeping struct {
	spec  string // "" for a file in the user's state folder, if that can be
	store outcome.Store
}

func (k *keeping) register(fs *flag.FlagSet) {
	// The variable is no default of the flag: the help would show it, password and all.
	fs.StringVar(&k.spec, "store", "", "`where` what is learned is kept: memory, bolt, bolt:FILE or nats://HOST/BUCKET (default $"+storeVariable+", else bolt, a file in the user's state folder)")
}

func (k *keeping) check() error {
	if k.spec == "" {
		k.spec = os.Getenv(storeVariable)
	}
	if _, err := outcome.ParseSpec(k.spec); err != nil {
		return fmt.Errorf("-store: %w", err)
	}
	return nil
}

// open opens the store. Nobody asked for the default one: where it can't be had,
// as when another server has the file, it is done without.
func (k *keeping) open(ctx context.Context, rewards *runtime.Rewards, log *slog.Logger) (err error) {
	opt := outcome.Options{Rewards: rewards, Log: log, Patient: true, Park: true}
	if k.spec != "" {
		if k.store, err = outcome.Open(ctx, k.spec, opt); err != nil {
			return fmt.Errorf("-store: %w", err)
		}
		return nil
	}
	opt.Wait = 100 * time.Millisecond
	if k.store, err = outcome.Open(ctx, outcome.Bolt, opt); err == nil {
		return nil
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	log.Warn("what is learned is kept in memory only and ends with this process; -store says where to keep it", "error", err)
	k.store, err = outcome.Open(ctx, outcome.Memory, opt)
	return err
}

// close keeps what is queued and ends the store.
func (k *keeping) close(ctx context.Context, log *slog.Logger) {
	if k.store == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer cancel()
	if err := k.store.Close(ctx); err != nil {
		log.Error("closing the store of rewards", "error", err)
	}
}

// health is what the health check says of the store.
func (k *keeping) health() map[string]any {
	if k.store == nil {
		return nil
	}
	return map[string]any{"store": k.store.Status()}
}
