package index_test

import (
	"testing"

	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// A request in words that no example and no descriptor holds reaches the
// capability whose examples say the same in related ones.
func TestRelatedWordsReachACapability(t *testing.T) {
	cat := surface(t,
		`{"id":"cinema_times","one_line":"When it runs.","examples":["when does the movie start","which movies are on tonight","movie times please"]}`,
		`{"id":"room_booking","one_line":"Reserve a room.","examples":["book a hotel for two nights","find me a hotel downtown","hotel for the weekend"]}`,
		`{"id":"doctor_visits","one_line":"Visits.","examples":["see a doctor tomorrow","is there a doctor nearby","doctor visit on monday"]}`)
	r := loaded(t, build(t, cat, index.Options{}))
	for intent, want := range map[string]string{"that film": "cinema_times", "some motel": "room_booking", "any physician": "doctor_visits"} {
		_, got := r.Resolve(nil, runtime.Query{Intent: intent})
		if len(got) == 0 || got[0].ID != want {
			t.Errorf("%q: %v first, want %s", intent, got, want)
		}
	}
}
