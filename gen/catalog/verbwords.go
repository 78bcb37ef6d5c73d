package catalog

import "strings"

var (
	// leads are the words after which a description may put a verb.
	leads = wordSet("can to tool which will")
	// starters are the verbs whose object may be called by a reading word:
	// run_query runs one, while order_search reads.
	starters = wordSet("build deploy open play run schedule select test")
)

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
