package fleet

import (
	"errors"
	"fmt"
	"time"
)

var errNotThere = errors.New("the server is not there")

// AbsentError is a call that was not made because its server is not there.
type AbsentError struct{ Status Status }

// Error says what is wrong with the server and since when.
func (e *AbsentError) Error() string {
	s := e.Status
	text := fmt.Sprintf("the server %q is %s", s.Name, s.State)
	if age := time.Since(s.Since).Round(time.Second); age > 0 && s.State != Off {
		text += fmt.Sprintf(", since %v", age)
	}
	if s.Why != "" {
		text += ": " + s.Why
	}
	switch s.State {
	case Failed:
		text += "; it is tried again by itself, so call again later, or do without it"
	case Starting:
		text += "; call again in a moment"
	}
	return text
}
