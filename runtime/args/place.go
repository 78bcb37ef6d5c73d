package args

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
)

// site is a place in a request: a name, with its region when that is there.
type site struct {
	first, last int
	name        string
	region      string
	before      string // the preposition
}

var placePrepositions = wordSet(`in at near to from for around visit towards of inside outside within into`)

// joints are words without capitals inside of names.
var joints = wordSet(`de del la le los las of the du da do di upon and`)

// wantsRegion finds descriptions that ask for a place with its region.
var wantsRegion = regexp.MustCompile(`(?i)city,? ?(and )?(state|country)`)

// isPlace reports a parameter that takes a place.
func (p *param) isPlace() bool {
	if !p.open() || p.shape.kind != 0 {
		return false
	}
	return p.regional() || p.named("city", "airport", "station", "location", "destination", "origin", "town", "place") && !p.named("id", "type", "code")
}

// regional reports a place that is written with its region.
func (p *param) regional() bool {
	if wantsRegion.MatchString(p.description) {
		return true
	}
	for _, e := range p.examples {
		if regionForm.MatchString(e) {
			return true
		}
	}
	return false
}

var regionForm = regexp.MustCompile(`^\p{Lu}[\pL. '-]+, \p{Lu}[\pL. ]+$`)

// abbreviates reports that the region is written in two letters.
func (p *param) abbreviates() bool {
	if strings.Contains(strings.ToLower(p.description), "abbrev") {
		return true
	}
	n := 0
	for _, e := range p.examples {
		if !regionForm.MatchString(e) || strings.HasPrefix(e, "City") {
			continue
		}
		if _, region, _ := strings.Cut(e, ", "); len(region) != 2 || strings.ToUpper(region) != region {
			return false
		}
		n++
	}
	return n > 0
}

// sites finds places: names in capitals behind a preposition.
func (r *request) sites() []site {
	var out []site
	for i := 1; i < len(r.words); i++ {
		before := &r.words[i-1]
		if !placePrepositions[before.stem] || before.closes || r.words[i].quote >= 0 {
			continue
		}
		first := i
		if r.words[first].stem == "the" && first+1 < len(r.words) {
			first++
		}
		last := r.nameEnd(first)
		if last == first {
			continue
		}
		s := site{first: first, last: last, name: r.between(first, last), before: before.stem}
		r.region(&s)
		out = append(out, s)
	}
	return out
}

// nameEnd is behind the name in capitals that begins at a word.
func (r *request) nameEnd(i int) int {
	end := i
	for j := i; j < len(r.words) && r.words[j].quote < 0; j++ {
		w := &r.words[j]
		if j > i && strings.Contains(r.text[r.words[j-1].end:w.start], "(") {
			return end
		}
		switch {
		case w.capital() && !notNames[w.stem] && !strings.ContainsAny(w.raw, "0123456789"):
			end = j + 1
		case j > i && end == j && joints[w.stem] && w.stem != "and" && w.stem != "the" && j+1 < len(r.words) && r.words[j+1].capital():
		default:
			return end
		}
		if w.closes {
			return end
		}
	}
	return end
}

// notNames are words in capitals that are no names.
var notNames = wordSet(`i im id monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
	september october november december today tomorrow english fahrenheit celsius please`)

// region looks for the region behind a place: Austin, TX; Austin TX; Paris, France.
func (r *request) region(s *site) {
	lastWord := &r.words[s.last-1]
	if lastWord.comma && s.last < len(r.words) {
		end := r.nameEnd(s.last)
		if end > s.last {
			s.region = r.between(s.last, end)
			s.last = end
		} else if code := strings.ToUpper(r.words[s.last].raw); stateCodes[code] && (len(r.words) == s.last+1 || r.words[s.last].closes) {
			s.region = code
			s.last++
		}
		return
	}
	words := strings.Fields(s.name)
	if n := len(words); n > 1 && stateCodes[words[n-1]] {
		s.region, s.name = words[n-1], strings.Join(words[:n-1], " ")
		return
	}
	for name := range states {
		if city, ok := strings.CutSuffix(s.name, " "+name); ok && city != "" {
			s.region, s.name = name, city
			return
		}
	}
	if s.last < len(r.words) && !lastWord.closes {
		for name := range states {
			if strings.EqualFold(r.words[s.last].raw, name) {
				s.region = name
				s.last++
				return
			}
		}
	}
}

// placeRule reads places for the one parameter that takes places, or for two
// that are told apart by from and to.
func placeRule(t *Tool, r *request) []proposal {
	var out []proposal
	sites := r.sites()
	for i := range t.params {
		p := &t.params[i]
		if !p.isPlace() {
			continue
		}
		role := p.direction()
		if role == 0 && t.onlyOne((*param).isPlace) < 0 {
			continue
		}
		for _, s := range sites {
			from := s.before == "from"
			if role == 1 && !from || role == 2 && t.onlyOne((*param).isPlace) < 0 && s.before != "to" || role == 2 && from {
				continue
			}
			if !p.regional() && t.takesRegion() {
				out = append(out, t.regionValue(r, s)...)
				s.region = ""
			}
			if value := p.placeValue(s); value != nil {
				strength := partStrength
				if role == 0 && s.before == "of" {
					strength -= 20
				}
				out = append(out, proposal{param: i, value: value, evidence: Place, strength: strength, start: r.words[s.first].start, end: r.words[s.last-1].end})
			}
		}
	}
	return out
}

func (p *param) isRegion() bool {
	return len(p.stems) == 1 && p.open() && p.named("country", "state", "region")
}

// takesRegion reports a tool that has one parameter for the region alone.
func (t *Tool) takesRegion() bool { return t.onlyOne((*param).isRegion) >= 0 }

// regionValue gives the region of a place to the parameter that takes it.
func (t *Tool) regionValue(r *request, s site) []proposal {
	i := t.onlyOne((*param).isRegion)
	last := &r.words[s.last-1]
	return clean([]proposal{{param: i, value: t.params[i].textValue(s.region), evidence: Place, strength: partStrength, start: last.start, end: last.end, shared: true}})
}

// direction is 1 for where something begins, 2 for where it leads, else 0.
func (p *param) direction() int {
	switch {
	case p.named("from", "origin", "start", "departure", "depart", "source", "pickup"):
		return 1
	case p.named("to", "destination", "end", "arrival", "dropoff", "target"):
		return 2
	}
	return 0
}

// abroad reports that the examples abbreviate countries too.
func (p *param) abroad() bool {
	for _, e := range p.examples {
		if _, region, _ := strings.Cut(e, ", "); len(region) == 2 && !stateCodes[region] {
			return true
		}
	}
	return false
}

// placeValue writes a place as the parameter wants it, nil when its region is
// wanted and missing. An example of the schema may supply it.
func (p *param) placeValue(s site) json.RawMessage {
	if p.named("airport") {
		s.name = strings.TrimSuffix(s.name, " Airport")
	} else if strings.IndexFunc(s.name, unicode.IsLower) < 0 {
		return nil // LA and SD are short for something
	}
	if s.region == "" {
		if !p.regional() {
			return p.textValue(s.name)
		}
		for _, e := range p.examples {
			if name, _, ok := strings.Cut(e, ", "); ok && strings.EqualFold(name, s.name) && regionForm.MatchString(e) {
				return p.textValue(e)
			}
		}
		return nil
	}
	region := s.region
	if p.abbreviates() {
		if code := states[region]; code != "" {
			region = code
		} else if len(region) > 2 && (p.abroad() || !strings.Contains(p.description, "Country")) {
			return nil // its abbreviation is not said
		}
	}
	if p.named("airport") {
		return p.textValue(s.name)
	}
	return p.textValue(s.name + ", " + region)
}

// states are the states of the USA with their postal codes.
var states = map[string]string{}

var stateCodes = map[string]bool{}

func init() {
	for _, one := range strings.Split("Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,"+
		"Florida FL,Georgia GA,Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,Kentucky KY,Louisiana LA,Maine ME,"+
		"Maryland MD,Massachusetts MA,Michigan MI,Minnesota MN,Mississippi MS,Missouri MO,Montana MT,Nebraska NE,Nevada NV,"+
		"New Hampshire NH,New Jersey NJ,New Mexico NM,New York NY,North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,"+
		"Oregon OR,Pennsylvania PA,Rhode Island RI,South Carolina SC,South Dakota SD,Tennessee TN,Texas TX,Utah UT,Vermont VT,"+
		"Virginia VA,Washington WA,West Virginia WV,Wisconsin WI,Wyoming WY", ",") {
		i := strings.LastIndexByte(one, ' ')
		states[one[:i]] = one[i+1:]
		stateCodes[one[i+1:]] = true
	}
}
