package harvest

import (
	"slices"
	"strings"
	"time"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/routelog"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// DefaultWindow is how long after a request the same caller's next one may still
// correct it.
const DefaultWindow = 2 * time.Minute

// Options say what is known already.
type Options struct {
	// Catalog is the surface: the capabilities that exist, their examples, and the
	// rows that are learned from and measured on.
	Catalog *catalog.Catalog
	// Rows are further rows that are not proposed again, Tests further ones that
	// are measured on.
	Rows, Tests []source.Route
	// Window bounds the time between a request and its correction; zero means
	// DefaultWindow.
	Window time.Duration
}

// Result is what a log has to offer.
type Result struct {
	Rows []Row
	// Known, Measured and Unknown count the requests that were left out because
	// there is such a row or example, because they are measured on, and because
	// they name a capability that does not exist.
	Known, Measured, Unknown int
	// Silent counts the findings without the text of the request.
	Silent int
}

// Propose reads the rows out of a log.
func Propose(entries []routelog.Entry, opt Options) Result {
	if opt.Window == 0 {
		opt.Window = DefaultWindow
	}
	var res Result
	proposals := map[string]*proposal{}
	for _, s := range sightings(turnsOf(entries), opt.Window) {
		if strings.TrimSpace(s.intent) == "" {
			res.Silent++
			continue
		}
		k := key(s.intent)
		p := proposals[k]
		if p == nil {
			p = &proposal{verb: s.verb, intent: s.intent, golds: map[string]int{}}
			proposals[k] = p
		}
		p.note(s)
	}
	known, measured := opt.known(), opt.measured()
	for k, p := range proposals {
		row := p.row()
		switch {
		case measured[k]:
			res.Measured++
		case known[k]:
			res.Known++
		case slices.ContainsFunc(row.Gold, func(id string) bool { return opt.Catalog.Lookup(id) == nil }):
			res.Unknown++
		default:
			res.Rows = append(res.Rows, row)
		}
	}
	slices.SortFunc(res.Rows, order)
	return res
}

// key is one for all spellings of a request.
func key(intent string) string { return string(text.AppendKey(nil, intent)) }

func (o *Options) known() map[string]bool {
	known := map[string]bool{}
	for _, c := range o.Catalog.Capabilities {
		for _, e := range c.Examples {
			known[key(e)] = true
		}
	}
	for _, s := range o.Catalog.Skills {
		addRows(known, s.Routes)
	}
	addRows(known, o.Rows)
	return known
}

func (o *Options) measured() map[string]bool {
	measured := map[string]bool{}
	for _, s := range o.Catalog.Skills {
		addRows(measured, s.Tests)
	}
	addRows(measured, o.Tests)
	return measured
}

func addRows(to map[string]bool, rows []source.Route) {
	for _, r := range rows {
		to[key(r.Intent)] = true
	}
}
