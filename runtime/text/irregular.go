package text

// irregular knows the words that the rules would get wrong. It answers the
// stem, or "" for a word that stays as it is; false for all other words. A
// stem here is one that no rule changes, and not longer than its word.
func irregular(w []byte) (stem string, ok bool) {
	if stays(w) {
		return "", true
	}
	stem = verbForm(w)
	if stem == "" {
		stem = nounForm(w)
	}
	return stem, stem != ""
}

// stays lists words whose ending is their own.
func stays(w []byte) bool {
	switch string(w) {
	case // no plural
		"news", "series", "species", "always", "perhaps", "overseas", "whereas", "besides", "lens", "chaos",
		"cosmos", "canvas", "alias", "bias", "atlas", "texas", "kansas", "christmas", "pandas", "jenkins",
		"https", "kubernetes", "postgres", "nats", "cors", "macos", "devops", "gitops",
		// no ed
		"embed", "hundred", "sacred", "naked", "wicked", "united", "founded",
		// no ing
		"during", "morning", "evening", "nothing", "something", "anything", "everything", "ceiling", "sibling",
		// the e tells them from another word
		"paste", "waste", "taste", "haste", "caste", "suite", "unite", "locale", "finale", "rationale", "morale",
		"severe", "humane", "secrete", "guide",
		// no noun of the verb it looks like
		"edition", "formation", "production", "projection", "objection", "contraction", "direction", "reaction",
		"installment":
		return true
	}
	return false
}

// verbForm knows past forms and the like.
func verbForm(w []byte) string {
	switch string(w) {
	case "goes", "went":
		return "go"
	case "does":
		return "do"
	case "made":
		return "make"
	case "took", "taken":
		return "take"
	case "gave", "given":
		return "give"
	case "wrote", "written":
		return "write"
	case "sent":
		return "send"
	case "spent":
		return "spend"
	case "lent":
		return "lend"
	case "built", "rebuilt":
		return "build"
	case "found":
		return "find"
	case "bought":
		return "buy"
	case "brought":
		return "bring"
	case "thought":
		return "think"
	case "taught":
		return "teach"
	case "caught":
		return "catch"
	case "sold":
		return "sell"
	case "told":
		return "tell"
	case "held":
		return "hold"
	case "kept":
		return "keep"
	case "lost":
		return "lose"
	case "paid":
		return "pay"
	case "said":
		return "say"
	case "shown":
		return "show"
	case "drew", "drawn":
		return "draw"
	case "knew", "known":
		return "know"
	case "grew", "grown":
		return "grow"
	case "threw", "thrown":
		return "throw"
	case "broke", "broken":
		return "break"
	case "spoke", "spoken":
		return "speak"
	case "drove", "driven":
		return "drive"
	case "choose", "chosen", "choosing":
		return "chose"
	case "froze", "frozen":
		return "freez"
	case "hidden":
		return "hide"
	case "forgot", "forgotten":
		return "forget"
	case "began", "begun":
		return "begin"
	case "stood":
		return "stand"
	case "understood":
		return "understand"
	case "dying":
		return "die"
	case "tying":
		return "tie"
	case "lying":
		return "lie"
	case "pasted", "pasting":
		return "paste"
	case "wasted", "wasting":
		return "waste"
	case "tasted", "tasting":
		return "taste"
	case "guided", "guiding":
		return "guide"
	case "agreed":
		return "agree"
	case "guaranteed":
		return "guarantee"
	case "freed":
		return "free"
	}
	return ""
}

// nounForm knows plurals, nouns made of verbs, and British spellings.
func nounForm(w []byte) string {
	switch string(w) {
	case "children":
		return "child"
	case "people":
		return "person"
	case "women":
		return "woman"
	case "indices":
		return "index"
	case "vertices":
		return "vertex"
	case "matrices":
		return "matrix"
	case "appendices":
		return "appendix"
	case "analyses":
		return "analysis"
	case "hypotheses":
		return "hypothesis"
	case "crises":
		return "crisis"
	case "axes":
		return "axis"
	case "buses":
		return "bus"
	case "gases":
		return "gas"
	case "lenses":
		return "lens"
	case "canvases":
		return "canvas"
	case "atlases":
		return "atlas"
	case "shoes":
		return "shoe"
	case "toes":
		return "toe"
	case "scheduler":
		return "schedul"
	case "registration":
		return "register"
	case "installation":
		return "instal"
	case "cancellation":
		return "cancel"
	case "compilation":
		return "compil"
	case "invitation":
		return "invit"
	case "explanation":
		return "explain"
	case "preparation":
		return "prepar"
	case "interpretation":
		return "interpret"
	case "transportation":
		return "transport"
	case "computation":
		return "comput"
	case "adaptation":
		return "adapt"
	case "limitation":
		return "limit"
	case "submission":
		return "submit"
	case "transmission":
		return "transmit"
	case "compression":
		return "compress"
	case "decompression":
		return "decompress"
	case "discussion":
		return "discuss"
	case "suspension":
		return "suspend"
	case "conversion":
		return "convert"
	case "colour":
		return "color"
	case "favour":
		return "favor"
	case "favourite":
		return "favorit"
	case "behaviour":
		return "behavior"
	case "labour":
		return "labor"
	case "neighbour":
		return "neighbor"
	case "honour":
		return "honor"
	case "flavour":
		return "flavor"
	case "centre":
		return "center"
	case "metre":
		return "meter"
	case "litre":
		return "liter"
	case "theatre":
		return "theater"
	case "catalogue":
		return "catalog"
	case "dialogue":
		return "dialog"
	case "programme":
		return "program"
	case "licence":
		return "license"
	case "defence":
		return "defense"
	case "grey", "greyed":
		return "gray"
	}
	return ""
}

// plainPlural lists the plurals among the words that end in us and is.
func plainPlural(w []byte) bool {
	switch string(w) {
	case "apis", "uris", "clis", "guis", "kpis", "wikis", "taxis", "emojis", "menus", "submenus", "gpus", "cpus",
		"tpus", "npus", "skus":
		return true
	}
	return false
}
