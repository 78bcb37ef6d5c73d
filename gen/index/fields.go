package index

// field is one part of a capability's document and how much its words count.
//
// The weights, lengths and b are constants, not averages of the surface at
// hand: then the row of a word depends on the capabilities that hold it and on
// nothing else, and adding a capability changes few rows.
type field struct {
	name string
	// weight multiplies the field's term frequency.
	weight float64
	// b is how much a long field is discounted, 0 not at all, 1 wholly.
	b float64
	// length is the length in tokens that counts as average.
	length float64
	// prose is set for running text, in which words of grammar say nothing.
	prose bool
}

// The fields of BM25F, in the order of document.fields.
const (
	fieldName = iota
	fieldActions
	fieldOneLine
	fieldParams
	fieldTags
	fieldSkill
	fieldExamples
	fieldCount
)

var fields = [fieldCount]field{
	fieldName:     {"name", 3.0, 0.4, 4, false},
	fieldActions:  {"actions", 1.2, 0.6, 12, true},
	fieldOneLine:  {"one_line", 1.6, 0.8, 20, true},
	fieldParams:   {"parameters", 0.5, 0.7, 30, true},
	fieldTags:     {"tags", 0.6, 0.5, 6, true},
	fieldSkill:    {"skill", 1.0, 0.7, 60, true},
	fieldExamples: {"examples", 1.0, 0.5, 120, false},
}
