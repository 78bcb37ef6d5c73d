package index

import (
	"fmt"
	"strings"
)

// rawSafe rewrites JSON text so that it can stand in a raw string literal of
// Go source: a backquote and a byte order mark, which only occur inside JSON
// strings, become escapes that mean the same.
var rawSafe = strings.NewReplacer("`", `\u0060`, "\ufeff", `\ufeff`)

// checkID refuses the few characters that no row can hold.
func checkID(id string) error {
	if i := strings.IndexAny(id, "`\ufeff\t\r\n\x00"); i >= 0 {
		return fmt.Errorf("the id %q holds a character that a table can't: %q at byte %d; rename it", id, id[i], i)
	}
	return nil
}
