package own

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// Keeper keeps what was learned from outcomes; outcome.Store is one.
type Keeper interface {
	// Entries is everything that is kept.
	Entries(ctx context.Context) (map[runtime.RewardKey]runtime.RewardValue, error)
	// Reset forgets the keys that match accepts, and says how many those were.
	Reset(ctx context.Context, match func(runtime.RewardKey) bool) (int, error)
}

// Option adjusts a Server.
type Option func(*Server)

// WithRewards has the tools sextant_rewards_list and sextant_rewards_reset work on
// what k keeps. Without it they answer that nothing is learned.
func WithRewards(k Keeper) Option { return func(s *Server) { s.keeper = k } }

// WithLearned has sextant_explain_route rank as a dispatcher does that learns in r,
// and show what that changes. Without it the words alone rank.
func WithLearned(r *runtime.Rewards) Option { return func(s *Server) { s.learned = r } }

// errNothingLearned is the answer without a keeper.
var errNothingLearned = errors.New("this server learns nothing from outcomes; it does without -learn=false")

// Whose rewards a list is of.
const (
	ofEveryone = "everyone"
	ofCaller   = "caller"
)

type rewardListing struct {
	Whose   string   `json:"whose"` // everyone, or the caller alone
	Total   int      `json:"total"` // of all rows that pass the filters
	Offset  int      `json:"offset"`
	Rewards []reward `json:"rewards"`
	// Gone counts the rows, of all pages, of capabilities that are not on this
	// surface. What was learned of them is kept for when they come back.
	Gone int `json:"gone"`
	// Next is the offset of the next page, absent on the last.
	Next int `json:"next_offset,omitempty"`
}

type reward struct {
	Capability string        `json:"capability"`
	Verb       string        `json:"verb"`
	Scope      runtime.Scope `json:"scope"`
	Reward     float64       `json:"reward"` // 0..1, not faded since At
	Outcomes   uint64        `json:"outcomes"`
	At         time.Time     `json:"at,omitzero"`
	Gone       bool          `json:"gone,omitempty"`
}

// rewardFilter chooses rewards. Empty fields let everything through.
type rewardFilter struct {
	Capability string `json:"capability"`
	Verb       string `json:"verb"`
	Scope      string `json:"scope"`
}

// match accepts what the filter chooses of what the caller may see: an operator
// everything, everybody else what was learned from their own calls.
func (f rewardFilter) match(c dispatch.Call) (func(runtime.RewardKey) bool, error) {
	verb, err := runtime.ParseVerb(f.Verb)
	if err != nil {
		return nil, err
	}
	scope, err := runtime.ParseScope(f.Scope)
	if err != nil {
		return nil, err
	}
	if !c.Operator && f.Scope != "" && scope != c.Scope {
		return nil, fmt.Errorf("scope %s: you may see and reset what was learned from your own calls, which is scope %s; an operator may do so for others, on stdin and stdout or with a token that says operator", scope, c.Scope)
	}
	return func(k runtime.RewardKey) bool {
		if !c.Operator && k.Scope != c.Scope {
			return false
		}
		return (f.Capability == "" || k.Capability == f.Capability) && (f.Verb == "" || k.Verb == verb) && (f.Scope == "" || k.Scope == scope)
	}, nil
}

// listRewards lists what was learned for the caller, for an operator all of it, in order of capability, verb and scope.
func (s *Server) listRewards(ctx context.Context, c dispatch.Call) (any, error) {
	var args struct {
		rewardFilter
		Limit  *int `json:"limit"`
		Offset int  `json:"offset"`
	}
	if err := decode(c.Args, &args); err != nil {
		return nil, err
	}
	match, err := args.match(c)
	if err != nil {
		return nil, err
	}
	limit, err := pageSize(args.Limit, args.Offset)
	if err != nil {
		return nil, err
	}
	if s.keeper == nil {
		return nil, errNothingLearned
	}
	values, err := s.keeper.Entries(ctx)
	if err != nil {
		return nil, err
	}
	rows := []reward{}
	out := rewardListing{Whose: ofCaller, Offset: args.Offset}
	if c.Operator {
		out.Whose = ofEveryone
	}
	for k, v := range values {
		if !match(k) {
			continue
		}
		_, here := s.router.Lookup(k.Capability)
		if !here {
			out.Gone++
		}
		rows = append(rows, reward{k.Capability, k.Verb.String(), k.Scope, dispatch.Share(v.Reward), v.Count, v.At, !here})
	}
	slices.SortFunc(rows, func(a, b reward) int {
		return cmp.Or(cmp.Compare(a.Capability, b.Capability), cmp.Compare(a.Verb, b.Verb), bytes.Compare(a.Scope[:], b.Scope[:]))
	})
	out.Total = len(rows)
	from := min(args.Offset, len(rows))
	to := min(from+limit, len(rows))
	out.Rewards = rows[from:to]
	if to < len(rows) {
		out.Next = to
	}
	return out, nil
}

// resetRewards forgets what was learned for the caller, for an operator all of it.
func (s *Server) resetRewards(ctx context.Context, c dispatch.Call) (any, error) {
	var args struct {
		rewardFilter
		All bool `json:"all"`
	}
	if err := decode(c.Args, &args); err != nil {
		return nil, err
	}
	match, err := args.match(c)
	if err != nil {
		return nil, err
	}
	if chosen := args.rewardFilter != (rewardFilter{}); chosen == args.All {
		return nil, errors.New("say what to forget: a capability, a verb or a scope, or all: true for everything, and not both")
	}
	if s.keeper == nil {
		return nil, errNothingLearned
	}
	n, err := s.keeper.Reset(ctx, match)
	if err != nil {
		return nil, fmt.Errorf("%d are forgotten, then: %w", n, err)
	}
	return map[string]int{"forgotten": n}, nil
}
