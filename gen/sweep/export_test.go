package sweep

// SpokenElsewhere tells the rules whose messages are those of the readers, the
// catalog or the resolver.
func SpokenElsewhere(rule string) bool {
	for _, r := range ruleOfCode {
		if r == rule {
			return true
		}
	}
	switch rule {
	case "route-row", "descriptor", "wraps-unknown", "duplicate-name", "route-overlap", "route-gold",
		"description-collision", "tool-rival":
		return true
	}
	return false
}

// OpenFence tells whether a body ends in a code block that is not closed.
func OpenFence(body string) bool { return readDocument([]byte(body), 0).open >= 0 }
