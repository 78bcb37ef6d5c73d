package measure

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
	"sync"
)

//go:embed report.gohtml
var pageText string

var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Parse(pageText))
})

// tableData is a table with a head, as the page shows it.
type tableData struct {
	Head []string
	Rows [][]string
}

// pageData is what the page's template sees.
type pageData struct {
	Title, Heading   string
	Figures, Kinds   tableData
	Confusion        tableData
	Reliability      template.HTML
	CalibrationError string
	Risk, Heatmap    template.HTML
	Scores           []template.HTML
	Misses           []missData
	Missed           int
}

// missData is one miss as the page shows it.
type missData struct {
	Miss
	Wanted, Sure string
	Lines        []string
}

// WriteHTML writes the report as one page that loads nothing from anywhere, with
// its plots inside.
func (r *Report) WriteHTML(w io.Writer) error {
	d := pageData{
		Title: strings.Join(r.Corpus, ", "), Heading: r.heading(), Missed: r.Missed,
		Reliability: reliabilityFigure(r.Main.Results), Risk: riskFigure(r.all()),
		Heatmap: heatmapFigure(r.Main.Results), Scores: scoreFigures(r.Main.Results),
	}
	if e := CalibrationError(Reliability(r.Main.Results)); !math.IsNaN(e) {
		d.CalibrationError = fmt.Sprintf("%.1f", 100*e)
	}
	d.Figures.Head, d.Figures.Rows = r.table()
	d.Kinds.Head, d.Kinds.Rows = r.kindTable()
	d.Confusion.Head = []string{"meant", "got", "n"}
	for _, c := range Confusion(r.Main.Results) {
		d.Confusion.Rows = append(d.Confusion.Rows, []string{orNothing(c.Gold), orNothing(c.Got), fmt.Sprint(c.N)})
	}
	for _, m := range r.Misses {
		d.Misses = append(d.Misses, m.data())
	}
	return page().Execute(w, d)
}

func (m Miss) data() missData {
	d := missData{Miss: m, Wanted: goldList(m.Gold), Sure: fmt.Sprintf("%.2f", float64(m.Confidence))}
	for _, c := range m.Candidates {
		d.Lines = append(d.Lines, c.line())
	}
	return d
}
