package runtime

import (
	"math"
	"time"
)

// Step is what a number of outcomes do to a reward, as one affine map:
//
//	r' = A r + B
//
// Steps compose, so that a batch of outcomes of one key is sent and stored as one
// step, and its order is kept. The zero Step is no step: use Identity for the
// one that changes nothing.
type Step struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
	// N is how many outcomes it stands for.
	N int `json:"n"`
}

// Identity is the step of no outcome.
var Identity = Step{A: 1}

// Then is the step that does s first and next after it.
func (s Step) Then(next Step) Step {
	return Step{A: next.A * s.A, B: next.A*s.B + next.B, N: s.N + next.N}
}

// Apply is the reward after the step.
func (s Step) Apply(r float64) float64 {
	// Without the conversion the two operations may become one, which rounds
	// differently from machine to machine.
	return float64(s.A*r) + s.B
}

// Step is what one outcome does: A is 1-Alpha, B is Alpha x.
func (r *Rewards) Step(x float64) Step {
	return Step{A: 1 - r.opt.Alpha, B: r.opt.Alpha * x, N: 1}
}

// Fade is what the time without an outcome does: nothing without a HalfLife.
func (r *Rewards) Fade(passed time.Duration) Step {
	if r.opt.HalfLife == 0 || passed <= 0 {
		return Identity
	}
	keep := math.Exp2(-float64(passed) / float64(r.opt.HalfLife))
	return Step{A: keep, B: (1 - keep) * r.opt.Prior}
}
