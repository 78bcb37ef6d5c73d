package args_test

import (
	"fmt"

	"github.com/sextant-mcp/sextant/runtime/args"
)

const rental = `{"type":"object","required":["city","start_date"],"properties":{
	"city":{"type":"string","description":"Where the car is picked up, in the format 'City, State', such as 'Austin, TX'."},
	"start_date":{"type":"string","description":"First day, in the format 'YYYY-MM-DD'."},
	"end_date":{"type":"string","description":"Last day, in the format 'YYYY-MM-DD'."},
	"car_type":{"type":"string","enum":["Hatchback","Sedan","SUV"]},
	"number_of_drivers":{"type":"integer"},
	"has_insurance":{"type":"boolean"}}}`

func ExampleTool_Read() {
	tool := args.Parse(rental, nil)
	for _, a := range tool.Read("rent a sedan in Portland, Oregon from March 9th to March 10th 2026, 2 drivers, without insurance") {
		fmt.Println(a.Name, string(a.Value), a.Evidence)
	}
	// The state of Springfield is anyone's guess, and tomorrow depends on today.
	fmt.Println(tool.Read("a car in Springfield tomorrow"))
	// Output:
	// city "Portland, OR" place
	// start_date "2026-03-09" date
	// end_date "2026-03-10" date
	// car_type "Sedan" choice
	// number_of_drivers 2 number
	// has_insurance false flag
	// []
}
