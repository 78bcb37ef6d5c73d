package dispatch

import "testing"

func TestIsQuestion(t *testing.T) {
	for intent, want := range map[string]bool{
		"what have I subscribed to?": true, "How do I leave": true, "is it rated": true, "Which": true, "  who's in": true,
		"subscribe me": false, "do the thing": false, "have it sent": false, "can you delete it": false, "": false, "?!": false,
		"tell me what is new": false, "whatever": false, "Add what is missing": false,
	} {
		if got := isQuestion(intent); got != want {
			t.Errorf("%q: %t, want %t", intent, got, want)
		}
	}
}
