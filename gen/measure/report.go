package measure

import (
	"encoding/json"
	"io"
)

// Measured is one ranker's results.
type Measured struct {
	// Name is what reports call the ranker.
	Name    string
	Results []Result
	Summary Summary
}

// Report is everything that is told of one run.
type Report struct {
	// Corpus names what was measured on, as the user gave it.
	Corpus []string
	// Capabilities is the size of the surface.
	Capabilities int
	// Seen is how many of the requests the surface was also compiled from: on
	// them it shows memory, not routing.
	Seen int
	// Main is the ranker under test.
	Main Measured
	// Baselines are others on the same rows, for comparison.
	Baselines []Measured
	// Misses are the ranker's own, and Missed is how many there are in all.
	Misses []Miss
	Missed int
}

// all are the rankers, the one under test first.
func (r *Report) all() []Measured { return append([]Measured{r.Main}, r.Baselines...) }

// document is the JSON form of a report: the summary's fields at the top.
type document struct {
	Summary
	Capabilities int         `json:"capabilities"`
	Seen         int         `json:"seen_in_training"`
	Confusion    []Confused  `json:"confusion"`
	Missed       int         `json:"missed"`
	Misses       []Miss      `json:"misses"`
	Baseline     *baseline   `json:"baseline,omitempty"`
	Baselines    []*baseline `json:"baselines,omitempty"`
}

// baseline is the JSON form of a ranker to compare with.
type baseline struct {
	Name string `json:"name"`
	Summary
}

// WriteJSON writes one JSON object: the fields of Summary, the confusion table,
// the misses, and under "baseline" the same fields of the first baseline. With
// several baselines "baselines" holds all of them.
func (r *Report) WriteJSON(w io.Writer) error {
	d := document{
		Summary: r.Main.Summary, Capabilities: r.Capabilities, Seen: r.Seen,
		Confusion: Confusion(r.Main.Results), Missed: r.Missed, Misses: r.Misses,
	}
	if d.Misses == nil {
		d.Misses = []Miss{}
	}
	for _, b := range r.Baselines {
		d.Baselines = append(d.Baselines, &baseline{b.Name, b.Summary})
	}
	if len(d.Baselines) > 0 {
		d.Baseline = d.Baselines[0]
	}
	if len(d.Baselines) == 1 {
		d.Baselines = nil
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(d)
}
