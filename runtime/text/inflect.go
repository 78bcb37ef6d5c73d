package text

// plural takes off the s of plurals and of the third person.
func plural(w []byte) (keep int, add string) {
	n := len(w)
	switch w[n-2] {
	case 's': // address
		return n, ""
	case 'u', 'i': // status, analysis
		if !plainPlural(w) {
			return n, ""
		}
	case 'e':
		return pluralES(w)
	}
	return n - 1, ""
}

// pluralES decides between s and es.
func pluralES(w []byte) (keep int, add string) {
	n := len(w)
	switch w[n-3] {
	case 'i':
		if n > 4 {
			return n - 3, "y" // queries
		}
	case 'x', 'o':
		return n - 2, "" // boxes, echoes
	case 'h':
		if w[n-4] == 'c' || w[n-4] == 's' {
			return n - 2, "" // searches, pushes
		}
	case 'z':
		if w[n-4] == 'z' {
			return n - 2, ""
		}
	case 's':
		if w[n-4] == 's' || n > 5 && w[n-4] == 'a' && w[n-5] == 'i' || isUS(w[:n-2]) {
			return n - 2, "" // classes, aliases, statuses
		}
	}
	return n - 1, ""
}

// isUS tells whether a word that ends in us is a noun like status rather than
// what is left of a verb like use.
func isUS(w []byte) bool {
	n := len(w)
	if n < 4 || w[n-1] != 's' || w[n-2] != 'u' || w[n-3] == 'a' || w[n-3] == 'o' {
		return false
	}
	switch string(w) {
	case "reus", "misus", "abus", "accus", "excus", "refus", "confus", "diffus", "infus", "defus", "fus", "amus", "perus":
		return false
	}
	return true
}

// past takes off ed.
func past(w []byte) (keep int, add string) {
	n := len(w)
	if w[n-2] != 'e' || w[n-3] == 'e' {
		return n, "" // need, speed, exceed
	}
	if w[n-3] == 'i' {
		if n == 4 {
			return n - 1, "" // tied
		}
		return n - 3, "y" // queried
	}
	return withoutEnding(w, 2)
}

// progressive takes off ing.
func progressive(w []byte) (keep int, add string) {
	if !hasSuffix(w, "ing") {
		return len(w), ""
	}
	return withoutEnding(w, 3)
}

// withoutEnding takes the last size letters, ed or ing, off w where a verb is
// left, undoes the doubling of its last letter and brings back an e that is
// known to have been there.
func withoutEnding(w []byte, size int) (keep int, add string) {
	n := len(w) - size
	verb := w[:n]
	switch {
	case n < 2 || !hasVowel(verb):
		return len(w), "" // string, shred
	case n == 2 && isVowel(verb, 0):
		return n, "e" // using, aged
	case n == 2 && (size == 2 || verb[1] == 'y'):
		return len(w), ""
	case n == 2:
		return n, "" // going
	}
	last := verb[n-1]
	if last == verb[n-2] {
		switch last {
		case 'b', 'd', 'g', 'k', 'm', 'n', 'p', 'r', 't', 'v':
			if n > 3 {
				return n - 1, "" // stopped; but adding
			}
		}
		return n, ""
	}
	switch {
	case last == 'u':
		return n, "e" // queued
	case last == 's' && !isUS(verb) && !hasSuffix(verb, "ias"):
		return n, "e" // released; but focused, biased
	case last == 'd' && verb[n-2] == 'e' && verb[n-3] != 'e':
		return n, "e" // preceding
	case closedSyllable(verb):
		return n, "e" // coding
	}
	return n, ""
}
