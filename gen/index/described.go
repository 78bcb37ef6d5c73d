package index

import (
	"strconv"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
)

// judgedByDescription says how requests are judged whose best candidate has no
// request of its own where few others have any: whether it is served, as on a surface
// without; whether it is ambiguous, as the requests have it. A handful of tools with
// examples would otherwise teach that whatever does not speak like their users is
// foreign. Where most have some, enough is known of how users speak here, and the
// result is zero. Skills are left out: they are reached through the tools they wrap.
func judgedByDescription(cat *catalog.Catalog, lock *Lock, requests []Row, fit runtime.Fit) runtime.Described {
	heard := phrasings(requests)
	if !fit.Requests || spreadOf(cat, heard) != few {
		return runtime.Described{}
	}
	var numbers []string
	for number, id := range lock.IDs {
		if c := cat.Lookup(id); c != nil && c.Kind != catalog.KindSkill && len(heard[id]) == 0 {
			numbers = append(numbers, strconv.Itoa(number))
		}
	}
	fit.Requests, fit.MaxNone, fit.MinMargin = false, noRequestsNone, describedMargin
	withoutRequests.apply(&fit)
	return runtime.Described{Numbers: strings.Join(numbers, " "), Fit: fit}
}
