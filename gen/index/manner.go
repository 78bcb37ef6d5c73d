package index

// manner is how the words of a capability are weighed.
type manner struct {
	// everyday is how many of the background requests may hold a word before it
	// counts as everyday speech.
	everyday int
	// k1 of BM25F is how soon more of the same word stops counting.
	k1 float64
	// leadPart divides what a leading word counts.
	leadPart int
}

// Where users have said how they speak of a capability, their words are there
// to be found. Where there is only a description, what it says in passing counts
// less, and the leading words, which stand in for the users, count in full
// (leads.go).
var (
	exemplified = manner{everyday: 30, k1: 0.8, leadPart: 2}
	described   = manner{everyday: 12, k1: 1.0, leadPart: 1}
)

// mannerOf is that of a capability with so many examples, or of a surface with
// so many requests.
func mannerOf(examples int) *manner {
	if examples > 0 {
		return &exemplified
	}
	return &described
}
