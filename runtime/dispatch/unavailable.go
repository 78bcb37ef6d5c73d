package dispatch

import "strings"

// Unavailable is a server that should be there and is not, or not yet: what it
// serves may be missing from the surface, and calls of it may fail.
type Unavailable struct {
	Server string `json:"server"`
	// State is a word for it, such as "starting" or "failed"; Why says more.
	State string `json:"state"`
	Why   string `json:"why,omitempty"`
}

// unavailable asks which servers are not there.
func (d *Dispatcher) unavailable() []Unavailable {
	if d.opt.Unavailable == nil {
		return nil
	}
	return d.opt.Unavailable()
}

// notSearched says in a sentence whose tools a search may have missed, "" when
// all were searched.
func notSearched(missing []Unavailable) string {
	if len(missing) == 0 {
		return ""
	}
	const most = 5
	names := make([]string, 0, most+1)
	for i, one := range missing {
		if i == most {
			names = append(names, "others")
			break
		}
		names = append(names, one.Server+" ("+one.State+")")
	}
	return " Not available now: " + strings.Join(names, ", ") + "; what they serve may be missing."
}
