package measure

import (
	"fmt"
	"html"
	"html/template"
	"strings"
)

// plot draws one SVG figure with a frame, ticks and titles of its axes. Colours
// are CSS classes, so that the page decides them for light and dark.
type plot struct {
	b              strings.Builder
	width, height  float64
	xLow, xHigh    float64
	yLow, yHigh    float64
	left, bottom   float64
	right, topEdge float64
}

// newPlot begins a figure; x and y are the ranges of the axes.
func newPlot(title string, width, height float64, x, y [2]float64) *plot {
	p := &plot{width: width, height: height, xLow: x[0], xHigh: x[1], yLow: y[0], yHigh: y[1],
		left: 46, bottom: 40, right: 12, topEdge: 12}
	fmt.Fprintf(&p.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" role="img" aria-label="%s"><title>%s</title>`,
		width, height, html.EscapeString(title), html.EscapeString(title))
	return p
}

// x and y place a value inside the frame.
func (p *plot) x(v float64) float64 {
	return p.left + (p.width-p.left-p.right)*fraction(v, p.xLow, p.xHigh)
}

func (p *plot) y(v float64) float64 {
	return p.height - p.bottom - (p.height-p.bottom-p.topEdge)*fraction(v, p.yLow, p.yHigh)
}

// fraction is where v lies between low and high, 0 for an empty range.
func fraction(v, low, high float64) float64 {
	if high <= low {
		return 0
	}
	return (v - low) / (high - low)
}

func (p *plot) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(&p.b, `<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, class, x1, y1, x2, y2)
}

// rect draws a rectangle in pixels with a tooltip.
func (p *plot) rect(class string, x, y, w, h float64, tip string) {
	fmt.Fprintf(&p.b, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>%s</title></rect>`,
		class, x, y, max(w, 0), max(h, 0), html.EscapeString(tip))
}

// text writes at a pixel; anchor is start, middle or end.
func (p *plot) text(x, y float64, anchor, class, text string) {
	fmt.Fprintf(&p.b, `<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, class, x, y, anchor, html.EscapeString(text))
}

// curve joins points, given in values, by a line.
func (p *plot) curve(class string, points [][2]float64) {
	var b strings.Builder
	for _, pt := range points {
		fmt.Fprintf(&b, "%.1f,%.1f ", p.x(pt[0]), p.y(pt[1]))
	}
	fmt.Fprintf(&p.b, `<polyline class="curve %s" points="%s"/>`, class, strings.TrimSpace(b.String()))
}

// dot draws a point, given in values, with a tooltip.
func (p *plot) dot(class string, x, y, radius float64, tip string) {
	fmt.Fprintf(&p.b, `<circle class="dot %s" cx="%.1f" cy="%.1f" r="%.1f"><title>%s</title></circle>`,
		class, p.x(x), p.y(y), radius, html.EscapeString(tip))
}

// axes draws n grid lines a side with their values and the titles.
func (p *plot) axes(n int, xTitle, yTitle string) {
	for i := range n + 1 {
		at := float64(i) / float64(n)
		x, y := p.xLow+at*(p.xHigh-p.xLow), p.yLow+at*(p.yHigh-p.yLow)
		p.line("grid", p.x(x), p.y(p.yLow), p.x(x), p.y(p.yHigh))
		p.line("grid", p.x(p.xLow), p.y(y), p.x(p.xHigh), p.y(y))
		p.text(p.x(x), p.height-p.bottom+14, "middle", "tick", tick(x))
		p.text(p.left-6, p.y(y)+3.5, "end", "tick", tick(y))
	}
	p.text(p.x((p.xLow+p.xHigh)/2), p.height-8, "middle", "axis", xTitle)
	fmt.Fprintf(&p.b, `<text class="axis" text-anchor="middle" transform="translate(11 %.1f) rotate(-90)">%s</text>`,
		p.y((p.yLow+p.yHigh)/2), html.EscapeString(yTitle))
}

func tick(v float64) string { return fmt.Sprintf("%.3g", v) }

// svg ends the figure.
func (p *plot) svg() template.HTML {
	p.b.WriteString("</svg>")
	return template.HTML(p.b.String()) // every text in it went through html.EscapeString
}
