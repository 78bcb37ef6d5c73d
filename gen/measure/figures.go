package measure

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"unicode/utf8"
)

// unit is the range of a share.
var unit = [2]float64{0, 1}

// reliabilityFigure draws accuracy over confidence. A dot's area grows with its
// rows; on the diagonal the router is as often right as it says.
func reliabilityFigure(results []Result) template.HTML {
	p := newPlot("Reliability: accuracy by confidence", 400, 300, unit, unit)
	p.axes(5, "confidence", "right")
	p.line("ideal", p.x(0), p.y(0), p.x(1), p.y(1))
	bins, most := Reliability(results), 1
	var curve [][2]float64
	for _, b := range bins {
		most = max(most, b.N)
		curve = append(curve, [2]float64{b.Confidence, b.Accuracy})
	}
	p.curve("s0", curve)
	for _, b := range bins {
		radius := 3 + 7*math.Sqrt(float64(b.N)/float64(most))
		p.dot("s0", b.Confidence, b.Accuracy, radius,
			fmt.Sprintf("%d requests of confidence %.1f to %.1f: %.1f %% right", b.N, b.Low, b.High, 100*b.Accuracy))
	}
	return p.svg()
}

// riskFigure draws risk over coverage, one curve a ranker.
func riskFigure(rankers []Measured) template.HTML {
	p := newPlot("Risk and coverage: wrong answers by share answered", 400, 310, unit, unit)
	p.topEdge = 26
	p.axes(5, "answered, the surest first", "wrong")
	legend := p.left
	for i, m := range rankers {
		class := fmt.Sprintf("s%d", i%3)
		var curve [][2]float64
		for _, pt := range RiskCoverage(m.Results) {
			curve = append(curve, [2]float64{pt.Coverage, pt.Risk})
		}
		p.curve(class, curve)
		p.line("curve "+class, legend, 11, legend+18, 11)
		p.text(legend+23, 15, "start", "tick", m.Name)
		legend += 40 + 6.5*float64(utf8.RuneCountInString(m.Name))
	}
	return p.svg()
}

const histogramBins = 25

// scoreFigures draws how confidence is spread over the requests that should be
// told apart by it.
func scoreFigures(results []Result) []template.HTML {
	groups := []struct {
		title, class string
		in           func(*Result) bool
	}{
		{"clear, first candidate right", "s0", func(r *Result) bool { return r.Class == Clear && r.Rank == 1 }},
		{"clear, first candidate wrong", "s1", func(r *Result) bool { return r.misplaced() }},
		{"nothing fits", "s1", goldless},
		{"ambiguous", "s2", func(r *Result) bool { return r.Class == Ambiguous }},
	}
	top := 1.0
	for i := range results {
		top = max(top, results[i].Confidence)
	}
	var out []template.HTML
	for _, g := range groups {
		values := confidences(results, g.in)
		if len(values) > 0 {
			out = append(out, histogramFigure(fmt.Sprintf("%s (%d)", g.title, len(values)), g.class, values, top))
		}
	}
	return out
}

func histogramFigure(title, class string, values []float64, top float64) template.HTML {
	counts := Histogram(values, 0, top, histogramBins)
	p := newPlot("Confidence, "+title, 400, 170, [2]float64{0, top}, [2]float64{0, float64(slices.Max(counts))})
	p.topEdge = 26
	p.axes(2, "confidence", "requests")
	p.text(p.left, 16, "start", "axis", title)
	width := (p.x(top) - p.x(0)) / histogramBins
	for i, n := range counts {
		if n > 0 {
			y := p.y(float64(n))
			p.rect(class, p.x(0)+float64(i)*width+0.5, y, width-1, p.y(0)-y, fmt.Sprint(n))
		}
	}
	return p.svg()
}

// shownGolds bounds the heatmap to so many capabilities.
const shownGolds = 24

// heatmapFigure draws the confusion table: rows are what was meant, columns what
// came first, darker is more often. Only capabilities with errors are shown; it
// is "" when there are none.
func heatmapFigure(results []Result) template.HTML {
	counts, ids := confusionCounts(results)
	if len(ids) == 0 {
		return ""
	}
	const cell, label, slant = 18.0, 170.0, 85.0 // slant: how far the last label leans out
	size := label + cell*float64(len(ids)) + 8
	p := newPlot("Confusion: what was meant, what came first", size+slant, size, unit, unit)
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	for row, gold := range ids {
		y := label + cell*float64(row)
		p.text(label-6, y+12, "end", "tick", shorten(orNothing(gold)))
		fmt.Fprintf(&p.b, `<g transform="translate(%.1f %.1f) rotate(-60)">`, label+cell*float64(row)+10, label-6)
		p.text(0, 0, "start", "tick", shorten(orNothing(gold)))
		p.b.WriteString("</g>")
		for column, got := range ids {
			n := counts[[2]string{gold, got}]
			class := fmt.Sprintf("heat h%d", heat(n, most))
			if row == column {
				class += " right"
			}
			p.rect(class, label+cell*float64(column), y, cell-1, cell-1, fmt.Sprintf("%s → %s: %d", orNothing(gold), orNothing(got), n))
		}
	}
	return p.svg()
}

// heatSteps is how many shades the heatmap has besides none.
const heatSteps = 5

// heat is the shade of n: 0 for none, the darkest for the most.
func heat(n, most int) int { return (n*heatSteps + most - 1) / max(most, 1) }

// confusionCounts counts pairs of meant and first, right ones included, and
// lists the capabilities of the largest wrong pairs, in order of name.
func confusionCounts(results []Result) (counts map[[2]string]int, ids []string) {
	counts = map[[2]string]int{}
	for i := range results {
		if r := &results[i]; r.Class == Clear || r.offered() {
			counts[[2]string{r.meant(), r.first()}]++
		}
	}
	for _, c := range Confusion(results) {
		for _, id := range []string{c.Gold, c.Got} {
			if len(ids) < shownGolds && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return counts, ids
}

// shorten keeps the end of a long id, which tells siblings apart.
func shorten(id string) string {
	const most = 26
	if utf8.RuneCountInString(id) <= most {
		return id
	}
	runes := []rune(id)
	return "…" + string(runes[len(runes)-most+1:])
}
