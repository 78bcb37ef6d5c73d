package args

import "fmt"

// Evidence is what in a request a value was read from.
type Evidence uint8

// The kinds of evidence.
const (
	// Named is a value beside its parameter's name: limit=5, title "Bees".
	Named Evidence = iota
	// Quoted is a text between quotation marks that only one parameter takes.
	Quoted
	// Choice is a word of the request that the schema's enum lists.
	Choice
	// Number is a number beside its parameter's word or unit.
	Number
	// Date is a date or a time of day.
	Date
	// Token is an address, path or identifier of the parameter's kind.
	Token
	// Place is a city or a place behind a preposition.
	Place
	// Flag is a true or false that clear words say.
	Flag
	// Title is a name in capitals behind its parameter's word.
	Title
	// Subject is what a search or a question is about.
	Subject
)

var evidenceNames = [...]string{"named", "quoted", "choice", "number", "date", "token", "place", "flag", "title", "subject"}

// String returns the kind's name.
func (e Evidence) String() string {
	if int(e) < len(evidenceNames) {
		return evidenceNames[e]
	}
	return fmt.Sprintf("evidence(%d)", uint8(e))
}
