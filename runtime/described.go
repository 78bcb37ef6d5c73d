package runtime

import (
	"fmt"
	"strconv"
	"strings"
)

// markDescribed marks the capabilities that are known by their descriptions alone
// among others that are not.
func (r *Router) markDescribed() error {
	for text := range strings.FieldsSeq(r.tables.Described.Numbers) {
		number, err := strconv.Atoi(text)
		if err != nil || number < 0 || number >= len(r.caps) {
			return fmt.Errorf("described capability %.20q: want a number below %d", text, len(r.caps))
		}
		c := &r.caps[number]
		c.described, c.takes = true, c.parameters()
	}
	return nil
}

// fitOf is what a request is judged by whose best candidate is the given one, -1 for
// none.
func (r *Router) fitOf(number int32) *Fit {
	if number >= 0 && r.caps[number].described {
		return &r.tables.Described.Fit
	}
	return &r.tables.Fit
}
