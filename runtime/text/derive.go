package text

// derived brings nouns to the verbs they are made of where the ending tells
// for sure: creation to create, deployment to deploy, optimizer to optimize.
// An ending that a common word carries by chance (action, department, station,
// order) has no rule, and the few unsure words under a rule are irregular.
func derived(w []byte) (keep int, add string) {
	switch {
	case hasSuffix(w, "ion"):
		return apply(w, ionRules[:])
	case hasSuffix(w, "ment"):
		return apply(w, mentRules[:])
	case hasSuffix(w, "or"), hasSuffix(w, "er"):
		return apply(w, agentRules[:])
	}
	return len(w), ""
}

// rule takes an ending off: cut letters, and then add comes instead. What is
// left must measure at least.
type rule struct {
	ending string
	cut    int
	add    string
	least  int
}

func apply(w []byte, rules []rule) (keep int, add string) {
	for i := range rules {
		r := &rules[i]
		if !hasSuffix(w, r.ending) {
			continue
		}
		// The letters before the ending must hold a vowel of their own, or
		// station would be stat.
		if left := w[:len(w)-r.cut]; hasVowel(w[:len(w)-len(r.ending)]) && measure(left) >= r.least {
			return len(left), r.add
		}
		break
	}
	return len(w), ""
}

// The first rule whose ending fits decides.
var ionRules = [...]rule{
	{"ification", 7, "y", 0}, // notification
	{"ization", 5, "", 1},    // organization
	{"isation", 6, "z", 1},   // the same in Britain
	{"mentation", 5, "", 1},  // documentation
	{"rmation", 5, "", 2},    // transformation; but formation
	{"mendation", 5, "", 1},  // recommendation
	{"rvation", 5, "", 1},    // reservation
	{"guration", 5, "", 1},   // configuration
	{"loration", 5, "", 2},   // exploration
	{"ation", 3, "", 1},      // creation
	{"ription", 5, "b", 1},   // subscription
	{"cryption", 3, "", 1},   // encryption
	{"umption", 5, "", 1},    // consumption
	{"ruption", 3, "", 1},    // interruption
	{"doption", 3, "", 1},    // adoption
	{"letion", 3, "", 2},     // deletion
	{"ution", 3, "", 2},      // execution; but caution
	{"ction", 3, "", 2},      // connection; but action, function
	{"sertion", 3, "", 2},    // insertion
	{"gestion", 3, "", 2},    // suggestion
}

var mentRules = [...]rule{
	{"yment", 4, "", 0},    // deployment
	{"eement", 4, "", 0},   // agreement
	{"crement", 0, "", 99}, // increment has no verb without it
	{"rement", 4, "", 1},   // requirement
	{"gement", 4, "", 1},   // management
	{"dgment", 4, "", 1},   // judgment
	{"cement", 4, "", 1},   // placement
	{"vement", 4, "", 1},   // improvement
	{"rsement", 4, "", 1},  // endorsement
	{"hment", 4, "", 1},    // attachment
	{"stment", 4, "", 1},   // investment
	{"ntment", 4, "", 1},   // appointment
	{"eatment", 4, "", 1},  // treatment
	{"ruitment", 4, "", 1}, // recruitment
	{"lment", 4, "", 1},    // enrollment
	{"pment", 4, "", 1},    // shipment
	{"dment", 4, "", 1},    // amendment
	{"ronment", 0, "", 99}, // environment
	{"nment", 4, "", 1},    // assignment
}

var agentRules = [...]rule{
	{"izer", 2, "", 1}, // optimizer
	{"ator", 2, "", 1}, // calculator
}
