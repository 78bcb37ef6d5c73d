package index

import "strings"

// rawSafe rewrites JSON text so that it can stand in a raw string literal of
// Go source: a backquote and a byte order mark, which only occur inside JSON
// strings, become escapes that mean the same. Ids, which stand outside of JSON,
// are quoted by runtime.QuoteID.
var rawSafe = strings.NewReplacer("`", `\u0060`, "\ufeff", `\ufeff`)
