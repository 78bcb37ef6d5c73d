package index_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// Where a stand-in is in a name, it is a name there.
func TestStandInsInNamesAreNames(t *testing.T) {
	r, err := index.Router(t.Context(), surface(t,
		`{"id":"list_things","one_line":"Lists the registered devices.","examples":["which things do I have","all my things","every thing we own","show the devices","devices please","what is registered"]}`,
		`{"id":"describe_device","one_line":"Returns a device in full.","examples":["describe the lamp","details of device 7","what is that lamp","how is the lamp set","the lamp in full","tell me about device 3"]}`,
		`{"id":"reset_device","one_line":"Resets a device.","examples":["reset the lamp","restart device 7","reset it to factory state","reset all","please reset the pump","power cycle device 2"]}`), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, intent := range []string{"things", "our things", "any things", "all the things"} {
		if d, found := r.Resolve(nil, runtime.Query{Intent: intent}); d.Outcome != runtime.Route || found[0].ID != "list_things" {
			t.Errorf("%q: %v of %v, want list_things", intent, d.Outcome, found)
		}
	}
}

// The tables hold them among the everyday words, but for those that are names.
func TestStandInsAreEverydayWords(t *testing.T) {
	for id, want := range map[string]bool{"list_devices": true, "list_things": false} {
		res := build(t, surface(t, `{"id":"`+id+`","one_line":"Lists the registered devices."}`), index.Options{})
		everyday := strings.Fields(res.Tables.Everyday)
		if slices.Contains(everyday, "thing") != want || !slices.Contains(everyday, "stuff") {
			t.Errorf("%s: %v", id, everyday)
		}
	}
}

// A request that names nothing but stand-ins is for nobody, though one tool's users
// alone say those words; beside words that name something they do no harm.
func TestStandInsNameNothing(t *testing.T) {
	r, err := index.Router(t.Context(), surface(t,
		`{"id":"valve_close","one_line":"Closes a valve of the pump house.","examples":["shut the thing at the pump","close that thing","turn the stuff off","stop something from leaking",
		"shut valve 4","the valve must be closed","close it before it leaks"]}`,
		`{"id":"pump_level","one_line":"Returns the level of the water at a pump.","examples":["how high is the water","level at pump two","what is the water level","is the pump dry","read the gauge","how deep is it there","water at the pump"]}`,
		`{"id":"shift_plan","one_line":"Plans who is on shift.","examples":["who is on duty tomorrow","plan the night shift","put dana on the late shift","swap two shifts","who works on sunday","next week's shifts","make the roster"]}`), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, intent := range []string{"do the thing", "the thing", "do something", "that stuff", "do things", "all the stuff"} {
		if d, found := r.Resolve(nil, runtime.Query{Intent: intent}); d.Outcome != runtime.NoMatch {
			t.Errorf("%q: %v of %v, want no match", intent, d.Outcome, found)
		}
	}
	for _, intent := range []string{"close the thing", "shut that thing off at the pump"} {
		if d, found := r.Resolve(nil, runtime.Query{Intent: intent}); d.Outcome != runtime.Route || found[0].ID != "valve_close" {
			t.Errorf("%q: %v of %v, want valve_close", intent, d.Outcome, found)
		}
	}
}
