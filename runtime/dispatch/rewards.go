package dispatch

import "github.com/sextant-mcp/sextant/runtime"

// scope is whose outcomes count for a request. Sessions have none of their own:
// they end, and what they taught would end with them.
func (d *Dispatcher) scope(req Request) runtime.Scope {
	if d.opt.Scope != nil {
		return d.opt.Scope(req)
	}
	return runtime.ScopeOf(req.Principal)
}

// query is the request as the router ranks it.
func (t *turn) query(k int) runtime.Query {
	return runtime.Query{
		Verb: t.req.Verb, Intent: t.req.Intent, K: k, Among: t.req.Among, Rewards: t.d.opt.Rewards, Scope: t.d.scope(t.req),
	}
}

// prior is the reward of a capability of which nothing is known.
func (d *Dispatcher) prior() float64 {
	if d.opt.Rewards == nil {
		return runtime.DefaultPrior
	}
	return d.opt.Rewards.Options().Prior
}

// reward is what was learned of a capability under the request's verb, as replies
// show it.
func (t *turn) reward(capability string) float64 {
	if t.d.opt.Rewards == nil {
		return Share(t.d.prior())
	}
	return Share(t.d.opt.Rewards.Reward(runtime.RewardKey{Scope: t.d.scope(t.req), Verb: t.req.Verb, Capability: capability}))
}

// log passes a request on to the log.
func (d *Dispatcher) log(req Request, reply *Reply) {
	if d.opt.Log != nil {
		d.opt.Log(req, *reply)
	}
}

// record learns the outcome of a plan.
func (d *Dispatcher) record(p *plan, success bool) {
	if d.opt.Rewards == nil {
		return
	}
	x := 0.0
	if success {
		x = 1
	}
	d.opt.Rewards.Record(runtime.RewardKey{Scope: p.scope, Verb: p.verb, Capability: p.rec.ID}, x, d.opt.Now())
}
