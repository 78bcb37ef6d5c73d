package face

import (
	"errors"

	"github.com/sextant-mcp/sextant/runtime/fleet/link"
	"github.com/sextant-mcp/sextant/runtime/surface/coded"
)

// refusal has an error that a server answered reach the client with the server's
// own code and data.
func refusal(err error) error {
	var theirs *link.Error
	if errors.As(err, &theirs) {
		return &coded.Error{Code: theirs.Code, Message: theirs.Message, Data: theirs.Data}
	}
	return err
}
