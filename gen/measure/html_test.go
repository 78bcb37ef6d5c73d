package measure_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

func htmlOf(t *testing.T, r *measure.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var svgs = regexp.MustCompile(`(?s)<svg .*?</svg>`)

func TestPageCarriesItsPlots(t *testing.T) {
	page := htmlOf(t, fixedReport(t))
	var all strings.Builder
	for _, figure := range svgs.FindAllString(page, -1) {
		all.WriteString(figure)
		d := xml.NewDecoder(strings.NewReader(figure))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("a figure is no well-formed XML: %v\n%s", err, figure)
			}
		}
		if strings.Contains(figure, "NaN") || strings.Contains(figure, "Inf") {
			t.Errorf("a figure has a place that is no number:\n%s", figure)
		}
	}
	for _, title := range []string{"Reliability:", "Risk and coverage:", "Confusion:",
		"Confidence, clear, first candidate right (2)", "Confidence, clear, first candidate wrong (3)",
		"Confidence, nothing fits (2)", "Confidence, ambiguous (2)"} {
		if strings.Count(all.String(), "<title>"+title) != 1 {
			t.Errorf("not exactly one figure is titled %q", title)
		}
	}
	for _, want := range []string{"cal_create → cal_move: 1", ">sextant</text>", ">blind</text>", "wrong_act", "p +90"} {
		if !strings.Contains(html.UnescapeString(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestPageLoadsNothing(t *testing.T) {
	page := strings.ReplaceAll(htmlOf(t, fixedReport(t)), `xmlns="http://www.w3.org/2000/svg"`, "")
	for _, what := range []string{"http:", "https:", "src=", "href=", "@import", "url(", "<script", "<link"} {
		if strings.Contains(page, what) {
			t.Errorf("the page holds %q", what)
		}
	}
}

// TestPageEscapes: requests and ids come from anywhere.
func TestPageEscapes(t *testing.T) {
	const evil = `<script>alert("1")</script>&`
	row := source.Route{Intent: evil, Gold: []string{evil + "gold"}, Verb: "act"}
	ranker := scripted{evil: {Outcome: runtime.Route, Confidence: .7, IDs: []string{evil + "got"}}}
	results := measure.Run(ranker, []source.Route{row}, measure.Options{})
	r := &measure.Report{Corpus: []string{evil}, Main: measure.Measured{Name: evil, Results: results, Summary: measure.Summarize(results, speed)}}
	r.Misses, r.Missed = measure.Misses(ranker, results, -1, 3)
	page := htmlOf(t, r)
	if strings.Contains(page, "<script>") {
		t.Error("a request's markup got into the page")
	}
	if !strings.Contains(page, "&lt;script&gt;") {
		t.Error("the request is not on the page")
	}
}

// TestHeatmapIsBounded: many confused capabilities give the worst ones.
func TestHeatmapIsBounded(t *testing.T) {
	ranker := scripted{}
	var rows []source.Route
	for i := range 100 {
		intent := fmt.Sprintf("request %d", i)
		rows = append(rows, source.Route{Intent: intent, Gold: []string{fmt.Sprintf("a_rather_long_name_of_a_tool_%d", i)}})
		ranker[intent] = measure.Answer{IDs: []string{"always_this"}}
	}
	results := measure.Run(ranker, rows, measure.Options{})
	page := htmlOf(t, &measure.Report{Main: measure.Measured{Results: results, Summary: measure.Summarize(results, speed)}})
	heatmap := ""
	for _, figure := range svgs.FindAllString(page, -1) {
		if strings.Contains(figure, "<title>Confusion") {
			heatmap = figure
		}
	}
	if n := strings.Count(heatmap, `class="heat`); n != 24*24 {
		t.Errorf("%d cells, want 24 by 24", n)
	}
	if !strings.Contains(heatmap, ">always_this<") || !strings.Contains(heatmap, ">…") {
		t.Error("the worst capability is not shown, or long names are not shortened")
	}
}
