package naming

import "strings"

// Rows is how many words the rows of the table hold, a word as often as it is there.
func Rows() int {
	n := 0
	for _, row := range table {
		n += len(strings.Fields(row.words))
	}
	return n
}
