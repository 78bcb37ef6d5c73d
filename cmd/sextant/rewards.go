package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/outcome"
)

// storeVariable is the environment variable that -store defaults to, as with
// sextant-mcp.
const storeVariable = "SEXTANT_STORE"

// rewardWait is how long a store may take to open and to answer.
const rewardWait = 15 * time.Second

// rewarding is the command that looks after what was learned.
type rewarding struct {
	std   streams
	in    inputs
	store string
	json  bool
	all   bool
	yes   bool
	prior float64
	which selection
}

func rewardsCommand(std streams) *ffcli.Command {
	r := &rewarding{std: std}
	flags := newFlags("sextant rewards", std)
	r.in.register(flags)
	// The variable is no default of the flag: the help would show it, password and all.
	flags.StringVar(&r.store, "store", "", "`where` rewards are kept: bolt, bolt:FILE or nats://HOST/BUCKET (default $"+storeVariable+", else bolt, the file in the user's state folder)")
	flags.Float64Var(&r.prior, "learn-prior", runtime.DefaultPrior, "show and take rewards as a server with this `prior` has them")
	flags.BoolVar(&r.json, "json", false, "print one JSON object")
	flags.BoolVar(&r.all, "all", false, "reset: forget everything")
	flags.BoolVar(&r.yes, "yes", false, "reset: do it, not only say what would be forgotten")
	r.which.register(flags)
	return &ffcli.Command{
		Name:       "rewards",
		ShortUsage: "sextant rewards list|reset|export|import [flags] [FILE]",
		ShortHelp:  "look at what was learned from outcomes, forget it, move it",
		LongHelp: `What sextant-mcp learned from the outcomes of calls, where its -store keeps it:

  list             one line for each capability, verb and scope
  reset -yes       forget those that -capability, -verb and -scope choose, or -all
  export           one JSON object a line on standard output, for import
  import FILE      put an export back; what it does not speak of stays as it is

Without a file, import reads standard input. Capabilities that are not on the
surface (any more) keep their rewards, and list marks them as gone; the surface is
the one that -cpd and -skills name or that is in this folder. A file belongs to one
process at a time: of a running server ask its tool sextant_rewards_list instead.`,
		FlagSet: flags,
		Exec:    r.run,
	}
}

// selection chooses rewards. Without any choice it is all of them.
type selection struct{ capability, verb, scope string }

func (s *selection) register(fs *flag.FlagSet) {
	fs.StringVar(&s.capability, "capability", "", "only of the capability with this `id`")
	fs.StringVar(&s.verb, "verb", "", "only under this `verb`")
	fs.StringVar(&s.scope, "scope", "", "only of this `scope`: shared, or the digits that list shows")
}

func (s *selection) empty() bool { return *s == selection{} }

func (s *selection) match() (func(runtime.RewardKey) bool, error) {
	verb, err := runtime.ParseVerb(s.verb)
	if err != nil {
		return nil, fmt.Errorf("-verb: %w", err)
	}
	scope, err := runtime.ParseScope(s.scope)
	if err != nil {
		return nil, fmt.Errorf("-scope: %w", err)
	}
	return func(k runtime.RewardKey) bool {
		return (s.capability == "" || k.Capability == s.capability) && (s.verb == "" || k.Verb == verb) && (s.scope == "" || k.Scope == scope)
	}, nil
}

func (r *rewarding) run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errors.New("say what to do: sextant rewards list, reset, export or import")
	}
	actions := map[string]func(context.Context, outcome.Store, []string) error{
		"list": r.list, "reset": r.reset, "export": r.export, "import": r.load,
	}
	act, ok := actions[args[0]]
	switch {
	case !ok:
		return fmt.Errorf("rewards has no %q; it has list, reset, export and import", args[0])
	case args[0] != "import" && len(args) > 1 || len(args) > 2:
		return fmt.Errorf("rewards %s takes no argument %q", args[0], args[len(args)-1])
	case args[0] != "reset" && (r.all || r.yes):
		return errors.New("-all and -yes are for reset")
	case args[0] == "reset" && r.all != r.which.empty():
		return errors.New("reset forgets what -capability, -verb and -scope choose, or everything with -all: give the one or the other")
	case args[0] == "import" && !r.which.empty():
		return errors.New("import takes the whole file: leave -capability, -verb and -scope out")
	}
	if _, err := r.which.match(); err != nil {
		return err
	}
	r.store = cmp.Or(r.store, os.Getenv(storeVariable), outcome.Bolt)
	if r.store == outcome.Memory {
		return errors.New("-store memory: what is kept in memory is the server's alone; ask its tool sextant_rewards_list")
	}
	if !(r.prior > 0 && r.prior < 1) {
		return fmt.Errorf("-learn-prior: %v is out of range; give more than 0 and less than 1", r.prior)
	}
	rewards, err := runtime.NewRewards(runtime.RewardOptions{Prior: r.prior})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, rewardWait)
	defer cancel()
	store, err := outcome.Open(ctx, r.store, outcome.Options{Rewards: rewards, Existing: args[0] != "import", Log: notices(r.std)})
	if err != nil {
		return fmt.Errorf("-store: %w", err)
	}
	err = act(ctx, store, args[1:])
	if closing := store.Close(context.WithoutCancel(ctx)); err == nil {
		err = closing
	}
	return err
}

// notices is where a store says what is not as it should be, such as a damaged file
// that was set aside.
func notices(std streams) *slog.Logger {
	untimed := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	return slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn, ReplaceAttr: untimed}))
}

// chosen are the rewards that the flags choose.
func (r *rewarding) chosen(ctx context.Context, store outcome.Store) (outcome.Values, error) {
	match, err := r.which.match()
	if err != nil {
		return nil, err
	}
	values, err := store.Entries(ctx)
	for k := range values {
		if !match(k) {
			delete(values, k)
		}
	}
	return values, err
}

func (r *rewarding) reset(ctx context.Context, store outcome.Store, _ []string) error {
	match, err := r.which.match()
	if err != nil {
		return err
	}
	if !r.yes {
		values, err := r.chosen(ctx, store)
		if err != nil {
			return err
		}
		return fmt.Errorf("%d %s would be forgotten, by every server that uses %s; add -yes to do it", len(values), plural(len(values), "reward"), store.Status().Store)
	}
	n, err := store.Reset(ctx, match)
	if err != nil {
		return err
	}
	return r.say(map[string]any{"store": store.Status().Store, "reset": n}, fmt.Sprintf("%d %s forgotten", n, plural(n, "reward")))
}

func (r *rewarding) export(ctx context.Context, store outcome.Store, _ []string) error {
	values, err := r.chosen(ctx, store)
	if err != nil {
		return err
	}
	return outcome.Write(r.std.out, values)
}

func (r *rewarding) load(ctx context.Context, store outcome.Store, args []string) error {
	name, in := "standard input", os.Stdin
	if len(args) == 1 && args[0] != "-" {
		file, err := os.Open(args[0])
		if err != nil {
			return err
		}
		defer file.Close()
		name, in = args[0], file
	}
	values, err := outcome.Read(name, in)
	if err != nil {
		return err
	}
	if err := store.Put(ctx, values); err != nil {
		return err
	}
	return r.say(map[string]any{"store": store.Status().Store, "imported": len(values)}, fmt.Sprintf("%d %s imported", len(values), plural(len(values), "reward")))
}

// capabilities are those on the surface, nil when there is none here.
func (r *rewarding) capabilities() ([]string, error) {
	if _, err := r.in.paths(); err != nil && r.in == (inputs{}) {
		return nil, nil
	}
	cat, err := r.in.load(r.std)
	if err != nil {
		return nil, err
	}
	return ids(cat), nil
}

func ids(cat *catalog.Catalog) []string {
	out := []string{}
	for _, c := range cat.Capabilities {
		out = append(out, c.ID)
	}
	slices.SortFunc(out, strings.Compare)
	return out
}
