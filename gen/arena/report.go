package arena

import (
	"slices"
	"time"
)

// Report is what a run measured. As JSON it holds everything that the text
// report is made from.
type Report struct {
	Corpus []string `json:"corpus,omitempty"`
	Model  string   `json:"model"`
	// Temperature is that of every request.
	Temperature float64 `json:"temperature"`
	// Seeds are those of the runs, one each.
	Seeds []int64 `json:"seeds"`
	// Tools and Groups count what takes part, Namespaces restrict it.
	Tools      int      `json:"tools"`
	Groups     int      `json:"groups"`
	Namespaces []string `json:"namespaces,omitempty"`
	// Turns is how many turns were played, Skipped are the others.
	Turns   int         `json:"turns"`
	Skipped []Skip      `json:"skipped"`
	Arms    []ArmResult `json:"arms"`

	turns []*Turn
}

// Skip is a turn that was not played.
type Skip struct {
	ID  string `json:"id"`
	Why string `json:"why"`
}

// ArmResult is what one arm did.
type ArmResult struct {
	Name string `json:"name"`
	// Offered is how many tools the first request offers, OfferedBytes their size
	// in it.
	Offered      int `json:"offered"`
	OfferedBytes int `json:"offered_bytes"`
	// Runs counts the verdicts of each run.
	Runs []map[Verdict]int `json:"runs"`
	// Kinds counts the verdicts of all runs by the kind of turn.
	Kinds map[string]map[Verdict]int `json:"kinds"`
	// Latency is that of the moves that were answered.
	Latency Latency `json:"latency_ms"`
	// PromptTokens and CompletionTokens are means of a move; null when the
	// endpoint reports none.
	PromptTokens     *float64 `json:"prompt_tokens"`
	CompletionTokens *float64 `json:"completion_tokens"`
	// Requests is the mean of a move.
	Requests float64      `json:"requests"`
	Turns    []TurnResult `json:"turns"`
}

// Latency is in milliseconds.
type Latency struct {
	Mean float64 `json:"mean"`
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
}

// TurnResult is one turn with its moves, one a run.
type TurnResult struct {
	ID        string   `json:"id"`
	Intent    string   `json:"intent"`
	Gold      []string `json:"gold"`
	Kind      string   `json:"kind,omitempty"`
	Class     string   `json:"class"`
	Namespace string   `json:"namespace,omitempty"`
	Moves     []Played `json:"moves"`
}

// Played is a move and its verdict.
type Played struct {
	Verdict Verdict `json:"verdict"`
	Error   string  `json:"error,omitempty"`
	Move
}

// kind is what a turn is counted under.
func (t *TurnResult) kind() string {
	if t.Kind != "" {
		return t.Kind
	}
	return t.Class
}

// Failures counts the moves that the endpoint did not answer.
func (r *Report) Failures() int {
	n := 0
	for i := range r.Arms {
		for _, run := range r.Arms[i].Runs {
			n += run[Failed]
		}
	}
	return n
}

// sum fills the figures from the moves.
func (a *ArmResult) sum(runs int) {
	a.Kinds = map[string]map[Verdict]int{}
	for range runs {
		a.Runs = append(a.Runs, map[Verdict]int{})
	}
	var took []time.Duration
	var prompt, completion, requests int
	for _, t := range a.Turns {
		if a.Kinds[t.kind()] == nil {
			a.Kinds[t.kind()] = map[Verdict]int{}
		}
		for run, m := range t.Moves {
			a.Runs[run][m.Verdict]++
			a.Kinds[t.kind()][m.Verdict]++
			if m.Verdict == Failed {
				continue
			}
			took = append(took, m.Took)
			prompt += m.Usage.Prompt
			completion += m.Usage.Completion
			requests += m.Requests
		}
	}
	if len(took) == 0 {
		return
	}
	n := float64(len(took))
	a.Requests = float64(requests) / n
	if prompt+completion > 0 {
		p, c := float64(prompt)/n, float64(completion)/n
		a.PromptTokens, a.CompletionTokens = &p, &c
	}
	a.Latency = latencyOf(took)
}

func latencyOf(took []time.Duration) Latency {
	slices.Sort(took)
	var total time.Duration
	for _, d := range took {
		total += d
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	// The nearest rank: the smallest that so many percent do not exceed.
	rank := func(percent int) time.Duration { return took[(len(took)*percent+99)/100-1] }
	return Latency{Mean: ms(total / time.Duration(len(took))), P50: ms(rank(50)), P90: ms(rank(90))}
}
