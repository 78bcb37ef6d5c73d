package agents

import (
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// General is the namespace of capabilities that nothing tells one of.
const General = "general"

// NamespaceOf is the namespace of a capability: the one that its descriptor
// declares, else its server, else what stands before the first dot in its id,
// else General.
func NamespaceOf(rec *runtime.Record) string {
	if rec.Namespace != "" {
		return rec.Namespace
	}
	if rec.Server != "" {
		return rec.Server
	}
	if ns, _, dotted := strings.Cut(rec.ID, "."); dotted && ns != "" {
		return ns
	}
	return General
}

// Namespaces are the namespaces of a router's tools, workflows and agents, in
// alphabetical order.
func Namespaces(r *runtime.Router) ([]string, error) {
	var names []string
	err := each(r, func(_ int, rec *runtime.Record) {
		if !rec.Kind.Instructs() {
			names = append(names, NamespaceOf(rec))
		}
	})
	slices.Sort(names)
	return slices.Compact(names), err
}

// each calls f for every capability, in order of number.
func each(r *runtime.Router, f func(number int, rec *runtime.Record)) error {
	for _, id := range r.Behind(runtime.Any) {
		number, _ := r.Lookup(id)
		rec, err := r.Record(number)
		if err != nil {
			return err
		}
		f(number, rec)
	}
	return nil
}
