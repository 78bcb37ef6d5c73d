package index

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
)

// Where many capabilities have examples, all that a description says counts for more,
// but for the name: who says it means the capability anyhow.
func TestUntaughtSayMore(t *testing.T) {
	c := CatalogOf(t, `{"id":"flight_status","one_line":"Tells the status of a flight and which gate it leaves from.",
		"typed_io":{"input_params":[{"name":"number","type":"string","description":"Number of the flight."}]}}`).Lookup("flight_status")
	usual, raised := newDocument(c, nil, few.manner(0), nil).weights(), newDocument(c, nil, many.manner(0), nil).weights()
	if len(usual) < 10 || len(raised) != len(usual) {
		t.Fatalf("%d and %d features", len(usual), len(raised))
	}
	for feature, w := range usual {
		want := int(math.Round(1.5 * float64(w)))
		if strings.HasPrefix(feature, "=") {
			want = w
		}
		if raised[feature] != want {
			t.Errorf("%q: %d, want %d of %d", feature, raised[feature], want, w)
		}
	}
}

// A tool that only a description is known of is found beside others that examples tell
// of, though those were taught words of it; they keep their own requests.
func TestUntaughtAmongTaught(t *testing.T) {
	taught := map[string][]string{
		"message_send":  {"tell ann that the flight leaves at nine", "write to bob about the trip", "let carl know which gate we are at", "send dora the status"},
		"calendar_add":  {"put the flight into my calendar", "remind me of the trip on monday", "note down when we leave", "an appointment at nine"},
		"photo_archive": {"store the pictures of the trip", "keep the photos from monday", "file away what I took at the gate", "save my snapshots"},
	}
	descriptors := []string{
		`{"id":"departure_board","one_line":"Shows the status of a flight: the gate and when it leaves."}`,
		`{"id":"hotel_rooms","one_line":"Lists free rooms of hotels near an airport."}`,
	}
	var rows []Row
	for _, id := range []string{"message_send", "calendar_add", "photo_archive"} {
		descriptors = append(descriptors, fmt.Sprintf(`{"id":%q,"one_line":"Works on what the user says."}`, id))
		for _, intent := range taught[id] {
			rows = append(rows, Row{Intent: intent, Gold: []string{id}})
		}
	}
	r, err := Router(t.Context(), CatalogOf(t, descriptors...), Options{Train: rows})
	if err != nil {
		t.Fatal(err)
	}
	for intent, want := range map[string]string{
		"the gate of flight 12":              "departure_board",
		"status of the trip by plane":        "departure_board",
		"when does flight 12 leave the gate": "departure_board",
		"a free room near the airport":       "hotel_rooms",
		"tell bob that we leave at nine":     "message_send",
		"put the trip into the calendar":     "calendar_add",
		"keep the pictures I took on monday": "photo_archive",
	} {
		if d, best := r.Resolve(nil, runtime.Query{Intent: intent}); len(best) == 0 || best[0].ID != want {
			t.Errorf("%q: %s %v, want %s", intent, d.Outcome, best, want)
		}
	}
}

// Of the manners only that of a capability without examples among many with some is
// raised.
func TestOnlyUntaughtIsRaised(t *testing.T) {
	for _, s := range []spread{every, many, few} {
		for _, n := range []int{0, 1} {
			if got, want := s.manner(n).alone != 0, s == many && n == 0; got != want {
				t.Errorf("spread %d, %d examples: raised %t, want %t", s, n, got, want)
			}
		}
	}
	if mannerOf(0).alone != 0 || mannerOf(1).alone != 0 {
		t.Error("a surface by itself is raised")
	}
	if s := spreadOf(&catalog.Catalog{}, nil); s.manner(0).alone != 0 {
		t.Error("an empty catalog is raised")
	}
}
