package routelog

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// Entry is one line of the log.
type Entry struct {
	Time time.Time `json:"time"`
	// Caller is a digest of the caller, "" when nobody is known.
	Caller string `json:"caller,omitempty"`
	Verb   string `json:"verb"`
	// IntentDigest is one for all spellings of an intent: case, accents,
	// punctuation and inflection make no difference.
	IntentDigest string `json:"intent_digest"`
	// Intent is the text, only where the log is told to keep it.
	Intent   string `json:"intent,omitempty"`
	Decision string `json:"decision"`
	// Tool is the chosen capability, "" when none was.
	Tool   string `json:"tool,omitempty"`
	Action string `json:"action,omitempty"`
	// Pinned says that the caller named the tool; FallbackFor names the tool that
	// fitted best where the planner was called in its place.
	Pinned      bool   `json:"pinned,omitempty"`
	FallbackFor string `json:"fallback_for,omitempty"`
	// Status is that of the reply, in words; Executed says that a server was
	// called, Worked that it did what it was asked to.
	Status     string  `json:"status"`
	Executed   bool    `json:"executed"`
	Worked     bool    `json:"worked"`
	Score      int     `json:"score"`
	Confidence float64 `json:"confidence"`
	Reward     float64 `json:"reward"`
	// Offered are the capabilities of the question's options, Alternatives those
	// that were ranked and not chosen, the best first.
	Offered      []string `json:"offered,omitempty"`
	Alternatives []string `json:"alternatives,omitempty"`
}

// statuses names the statuses of replies.
var statuses = map[dispatch.Status]string{
	dispatch.OK: "ok", dispatch.NoMatch: "no_match", dispatch.AskBack: "ask_back", dispatch.BadRequest: "bad_request",
	dispatch.UnknownTool: "unknown_tool", dispatch.NotAllowed: "not_allowed", dispatch.BadArguments: "bad_arguments",
	dispatch.NeedsPlan: "needs_plan", dispatch.NotConnected: "not_connected", dispatch.UpstreamError: "upstream_error",
	dispatch.Timeout: "timeout",
}

// digester keys the digests of one run.
type digester struct{ secret [32]byte }

// of is a digest of 16 hex digits, "" of nothing.
func (d *digester) of(kind string, data []byte) string {
	if len(data) == 0 {
		return ""
	}
	mac := hmac.New(sha256.New, d.secret[:])
	mac.Write([]byte(kind))
	mac.Write(data)
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

// entry says what is logged of a request.
func (d *digester) entry(req dispatch.Request, reply dispatch.Reply, at time.Time, intents bool) Entry {
	g := reply.Routing
	who := req.Caller
	if who == "" {
		who = req.Principal
	}
	e := Entry{
		Time: at.UTC(), Caller: d.of("caller:", []byte(who)),
		Verb: g.Verb, IntentDigest: d.of("intent:", text.AppendKey(nil, req.Intent)),
		Decision: g.Decision, Tool: g.ChosenTool, Action: g.Action, Pinned: g.Pinned, FallbackFor: g.FallbackFor,
		Status: statuses[reply.Status], Executed: reply.Executed, Worked: reply.Worked,
		Score: g.Score, Confidence: g.Confidence, Reward: g.Reward,
	}
	if e.Status == "" {
		e.Status = "other"
	}
	if intents {
		e.Intent = req.Intent
	}
	if g.Question != "" {
		for _, o := range g.Options {
			if id, ok := o.Hints["tool"].(string); ok {
				e.Offered = append(e.Offered, id)
			}
		}
	}
	for _, a := range g.Alternatives {
		e.Alternatives = append(e.Alternatives, a.Tool)
	}
	return e
}
