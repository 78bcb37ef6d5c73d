package dispatch

import (
	"strings"
	"testing"
)

func TestIsQuestion(t *testing.T) {
	for want, intents := range map[bool][]string{
		true: {
			"what have I subscribed to?", "How do I leave", "is it rated", "Which", "  who's in", "whats on", "have I left", "do we have any",
			"so what is new", "hi, what is new", "tell me which ones I follow", "to which of them do I belong", "when did I join", "where are they",
			"did I leave", "has it been sent",
		},
		false: {
			"subscribe me", "do the thing", "have it sent", "can you delete it?", "could I have a copy", "", "?!", "whatever", "Add what is missing",
			"tell me", "tell them what is new", "when I get home, switch it on", "where possible leave it", "how about leaving", "why don't you go",
			"why not leave", "is there a way to leave", "what the heck, leave", "whenever you like", "please tell",
		},
	} {
		for _, intent := range intents {
			if got := isQuestion(intent); got != want {
				t.Errorf("%q: %t, want %t", intent, got, want)
			}
		}
	}
}

// A question is no order where the tool is named either: the calls that replies offer
// name it.
func TestQuestionWithTheToolNamed(t *testing.T) {
	k := newDesk(t)
	reply := k.Do(t.Context(), open("when are the card boxes reworked overnight?", `{"tool":"reindex_cards"}`))
	if reply.Status != NeedsPlan || reply.Executed || reply.Routing.PlanRef == "" {
		t.Fatalf("not previewed\n%s", asJSON(t, reply))
	}
	if shown, ok := reply.Result.(Preview); !ok || shown.Because == "" || !strings.HasSuffix(shown.Because, ", and the request was a question") {
		t.Errorf("the preview does not say why\n%s", asJSON(t, reply))
	}
	again := k.Do(t.Context(), open("yes", `{"plan_ref":"`+reply.Routing.PlanRef+`"}`))
	if !again.Executed || again.Failed() {
		t.Errorf("not executed\n%s", asJSON(t, again))
	}
}
