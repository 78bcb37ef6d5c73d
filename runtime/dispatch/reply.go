package dispatch

import (
	"github.com/sextant-mcp/sextant/runtime"
)

// The decisions a reply carries.
const (
	// DecisionRoute: the request goes to the chosen tool, whether it was
	// executed, previewed or failed.
	DecisionRoute = "route"
	// DecisionAskBack: the caller is asked which of the options is meant.
	DecisionAskBack = "ask_back"
	// DecisionNoMatch: nothing on the surface fits.
	DecisionNoMatch = "no_match"
	// DecisionFound: find lists what fits.
	DecisionFound = "found"
	// DecisionRejected: the request can't be understood or is not allowed.
	DecisionRejected = "rejected"
)

// Status classifies a reply for carriers that have codes of their own, such as
// HTTP.
type Status uint8

// The statuses.
const (
	OK            Status = iota // executed, listed, explained or previewed as asked
	NoMatch                     // nothing fits
	AskBack                     // a question is open
	BadRequest                  // intent or hints are malformed
	UnknownTool                 // the pinned tool does not exist
	NotAllowed                  // the verb must not do this
	BadArguments                // the tool's schema refuses the arguments
	NeedsPlan                   // runs only when plan_ref is sent back
	NotConnected                // no server executes the capability
	UpstreamError               // the call came through and failed, or did not come through
	Timeout                     // the call took longer than it may
	InputNeeded                 // the upstream needs answers before it goes on
	Changed                     // the surface is another than the request was made for
)

// Reply answers a Request. As JSON it is {result, routing, executed} or, when
// Error is set, {error, routing, executed} with the result beside it if the
// upstream sent one.
type Reply struct {
	// Result is what was found, done or would be done; nil when there is
	// nothing, as with an open question.
	Result any
	// Error says what went wrong and what to do, "" when nothing did.
	Error string
	// Problem is Error without the call that would put it right, which
	// Routing.Options hold; "" where there is none to leave out. It is not part
	// of the JSON.
	Problem string
	Routing Routing
	// Executed says that an upstream was called, be it that the call failed.
	Executed bool
	// Status is not part of the JSON, and neither is Worked: an upstream was
	// called, the call came through, and nothing in its result says that it failed.
	Status Status
	Worked bool
	// Upstream is what the upstream gave, as it gave it; nil when none was called
	// or its answer did not come. It is not part of the JSON.
	Upstream *Result
}

// Failed reports whether the reply is an error. Open questions and "nothing
// fits" are answers, not errors.
func (r *Reply) Failed() bool { return r.Error != "" }

// PreviewOnly reports whether the result is a preview: nothing was called.
func (r *Reply) PreviewOnly() bool {
	_, preview := r.Result.(Preview)
	return preview
}

// MarshalJSON implements json.Marshaler.
func (r Reply) MarshalJSON() ([]byte, error) {
	if r.Error == "" {
		return encode(struct {
			Result   any     `json:"result"`
			Routing  Routing `json:"routing"`
			Executed bool    `json:"executed"`
		}{r.Result, r.Routing, r.Executed})
	}
	return encode(struct {
		Error    string  `json:"error"`
		Result   any     `json:"result,omitempty"`
		Routing  Routing `json:"routing"`
		Executed bool    `json:"executed"`
	}{r.Error, r.Result, r.Routing, r.Executed})
}

// Routing says where a request went and why.
type Routing struct {
	Verb       string `json:"verb"`
	Decision   string `json:"decision"`
	ChosenTool string `json:"chosen_tool"`
	Action     string `json:"action"`
	Kind       string `json:"kind"`
	// Score is the winner's score; scores of one request compare, scores of
	// two do not. It is zero for a pinned tool, which is not ranked.
	Score int `json:"score"`
	// Learned is the part of Score that outcomes of earlier calls added, negative
	// where they took away: the words alone order by what is left.
	Learned int `json:"learned,omitempty"`
	// Confidence is the share of the request that the winner accounts for,
	// 0..1; 1 for a pinned tool.
	Confidence   float64       `json:"confidence"`
	MatchedTerms []string      `json:"matched_terms"`
	Why          string        `json:"why"`
	Alternatives []Alternative `json:"alternatives"`
	// Source is what the ranking rests on: "cpd" or "lexical_fallback", ""
	// without a chosen tool.
	Source string `json:"capability_source"`
	// Reward is the calibrated outcome reward of the chosen tool under the
	// verb, 0..1; the prior, 0.5 unless told otherwise, where nothing is known.
	Reward float64 `json:"calibrated_outcome_reward"`
	// Pinned is set when the caller named the tool.
	Pinned bool `json:"pinned,omitempty"`
	// FallbackFor names the tool that fits best but needs arguments that the
	// request does not give, so that the planner was chosen in its place.
	FallbackFor string `json:"fallback_for,omitempty"`
	// Question is what the caller is asked, Options the exact next calls that
	// answer it, complete but for what their Fill names.
	Question string   `json:"question,omitempty"`
	Options  []Option `json:"options,omitempty"`
	// PlanRef, sent back in the hints, executes what was previewed.
	PlanRef string `json:"plan_ref,omitempty"`
	// Bind is how an agent is given the chosen capability.
	Bind *Bind `json:"bind,omitempty"`
	// Unavailable are the servers that are not there now.
	Unavailable []Unavailable `json:"unavailable,omitempty"`
}

// Alternative is a candidate that was not chosen.
type Alternative struct {
	Tool  string `json:"tool"`
	Kind  string `json:"kind"`
	Score int    `json:"score"`
	// Learned is as in Routing.
	Learned int    `json:"learned,omitempty"`
	Why     string `json:"why,omitempty"`
}

// Option is an exact next call: the verb to call with these arguments, once
// those that Fill names have a value.
type Option struct {
	Label   string         `json:"label,omitempty"`
	Verb    string         `json:"verb"`
	Intent  string         `json:"intent"`
	Hints   map[string]any `json:"hints,omitempty"`
	Execute *bool          `json:"execute,omitempty"`
	// Fill names the arguments in Hints whose value is a placeholder, such as
	// "<limit: integer>", that the caller has to replace. A call that still
	// holds one is not executed.
	Fill []string `json:"fill,omitempty"`

	// tool and args are the call itself, apart from how Hints hold it.
	tool string
	args map[string]any
}

// Call is the call that the option makes, for carriers that give each tool a
// place of its own: the capability and its arguments, placeholders included. An
// operation that is chosen stands among them as "action".
func (o Option) Call() (tool string, args map[string]any) { return o.tool, o.args }

// newRouting begins a routing with the keys that must not be null, and the reward
// of what nothing is known of.
func newRouting(v runtime.Verb, prior float64) Routing {
	return Routing{
		Verb: v.String(), Decision: DecisionRejected, MatchedTerms: []string{}, Alternatives: []Alternative{}, Reward: prior,
	}
}

// reject is the reply to a request that is malformed or not allowed.
func (r Routing) reject(status Status, err error) *Reply {
	r.Decision = DecisionRejected
	if r.Why == "" {
		r.Why = "The request was not carried out."
	}
	return &Reply{Error: err.Error(), Routing: r, Status: status}
}

// ask is the reply that asks the caller a question.
func (r Routing) ask(question string, options []Option) *Reply {
	r.Decision, r.Question, r.Options = DecisionAskBack, question, options
	return &Reply{Routing: r, Status: AskBack}
}

// Rejected is the reply to a call that no Request could be made from.
func Rejected(verb runtime.Verb, err error) Reply {
	return *newRouting(verb, runtime.DefaultPrior).reject(BadRequest, err)
}
