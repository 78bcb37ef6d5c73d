package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/source"
)

// warnUnknown says how many clear rows name no gold that is on the surface: mostly
// that means that another surface was meant.
func (e *eval) warnUnknown(cat *catalog.Catalog, rows []source.Route) {
	n, first := 0, ""
	for i := range rows {
		r := &rows[i]
		if measure.ClassOf(r) != measure.Clear || slices.ContainsFunc(r.Gold, func(id string) bool { return cat.Lookup(id) != nil }) {
			continue
		}
		if n == 0 {
			first = fmt.Sprintf("%s: %q", r.Pos, r.Gold[0])
		}
		n++
	}
	if n > 0 {
		fmt.Fprintf(e.std.err, "%s is not on the surface; %d %s can only be missed. Is -cpd the surface that the corpus is for?\n",
			first, n, plural(n, "row"))
	}
}

// seen counts the rows whose request the surface is also compiled from.
func seen(cat *catalog.Catalog, rows, train []source.Route) int {
	learned := map[string]bool{}
	for _, c := range cat.Capabilities {
		for _, example := range c.Examples {
			learned[folded(example)] = true
		}
	}
	train = slices.Clip(train)
	for _, s := range cat.Skills {
		train = append(train, s.Routes...)
	}
	for _, r := range train {
		learned[folded(r.Intent)] = true
	}
	n := 0
	for _, r := range rows {
		if learned[folded(r.Intent)] {
			n++
		}
	}
	return n
}

// folded is a request without case and with single blanks.
func folded(intent string) string { return strings.Join(strings.Fields(strings.ToLower(intent)), " ") }

// write prints the report, and writes the page when one is asked for.
func (e *eval) write(r *measure.Report) error {
	if e.html != "" {
		if err := writePage(e.html, r); err != nil {
			return fmt.Errorf("-html: %w", err)
		}
	}
	if e.json {
		return r.WriteJSON(e.std.out)
	}
	return r.WriteText(e.std.out)
}

func writePage(path string, r *measure.Report) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := r.WriteHTML(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// hold names every floor that is missed.
func (e *eval) hold(floors []measure.Floor, r *measure.Report) error {
	missed := false
	for _, f := range floors {
		if says := f.Check(&r.Main.Summary); says != "" {
			fmt.Fprintln(e.std.err, "floor missed:", says)
			missed = true
		}
	}
	if missed {
		return errFindings
	}
	return nil
}
