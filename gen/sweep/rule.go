package sweep

// Rule is one thing that is checked. Its text is all the documentation there
// is: the pages below docs/rules and the help of SARIF viewers are made of it.
type Rule struct {
	// ID is stable: configurations, ignores and baselines name it.
	ID    string
	Group string
	// Severity is that of its findings unless a configuration says otherwise.
	Severity Severity
	// Fixable is set when -fix can mend at least some of its findings.
	Fixable bool
	// Title says in one line what must hold.
	Title string
	// Doc is one paragraph: what is checked and why it matters.
	Doc string
	// Bad breaks the rule, Good keeps it.
	Bad, Good string
	// Lang is the language of both, for highlighting.
	Lang string
}

// Groups of rules, in the order in which they are documented.
const (
	GroupFile        = "file"
	GroupFrontmatter = "front matter"
	GroupTools       = "tools"
	GroupNote        = "condensed note"
	GroupCalls       = "example calls"
	GroupBody        = "body"
	GroupRoutes      = "route rows"
	GroupDescriptors = "descriptors"
	GroupParity      = "parity"
	GroupSweep       = "skillsweep itself"
)

// registry is filled by the lists of the groups, in order.
var registry = concat(
	fileRules,
	frontmatterRules,
	toolRules,
	noteRules,
	callRules,
	bodyRules,
	routeRules,
	descriptorRules,
	parityRules,
	sweepRules,
)

// checks run one after another; each reports findings of one or more rules.
var checks = []func(*pass){
	checkReading,
	checkFrontmatter,
	checkTools,
	checkNotes,
	checkCalls,
	checkBody,
	checkCollisions,
	checkRoutes,
	checkDescriptors,
	checkParity,
	checkHidden,
}

var byID = indexRules(registry)

// Rules returns every rule, group by group.
func Rules() []Rule {
	out := make([]Rule, len(registry))
	for i, r := range registry {
		out[i] = *r
	}
	return out
}

// Lookup returns the rule of that id, nil when there is none.
func Lookup(id string) *Rule { return byID[id] }

func concat(groups ...[]*Rule) []*Rule {
	var all []*Rule
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

func indexRules(rules []*Rule) map[string]*Rule {
	m := make(map[string]*Rule, len(rules))
	for _, r := range rules {
		if m[r.ID] != nil {
			panic("sweep: two rules are called " + r.ID)
		}
		m[r.ID] = r
	}
	return m
}
