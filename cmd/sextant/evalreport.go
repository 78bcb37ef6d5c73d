package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/source"
)

// warnUnknown says that rows name golds which are not on the surface: they can
// only be missed, and more often the wrong surface was named.
func (e *eval) warnUnknown(cat *catalog.Catalog, rows []source.Route) {
	n, first := 0, ""
	for _, r := range rows {
		for _, id := range r.Gold {
			if cat.Lookup(id) == nil {
				if n == 0 {
					first = fmt.Sprintf("%s: %q", r.Pos, id)
				}
				n++
				break
			}
		}
	}
	if n > 0 {
		fmt.Fprintf(e.std.err, "%s is not on the surface, nor are golds of %d more %s; they count as missed. Is -cpd the surface that the corpus is for?\n",
			first, n-1, plural(n-1, "row"))
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
