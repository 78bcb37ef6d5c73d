package index

import (
	"strconv"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
)

// judgedByDescription says how requests are judged whose best candidate has no
// request of its own where others have: whether it is served, by what its description
// says of the request, as on a surface without any; whether it is ambiguous, as the
// requests have it. Examples of some tools would otherwise teach that whatever does
// not speak like their users is foreign. Where few have some they tell little of what
// is foreign, and only what is very foreign is refused for that; where many have, the
// class of what nothing serves counts as it does for these. The result is zero where
// each has. Skills are left out: they are reached through the tools they wrap.
func judgedByDescription(cat *catalog.Catalog, lock *Lock, requests []Row, fit runtime.Fit) runtime.Described {
	heard := phrasings(requests)
	among := spreadOf(cat, heard)
	if !fit.Requests || among == every {
		return runtime.Described{}
	}
	var numbers []string
	for number, id := range lock.IDs {
		if c := cat.Lookup(id); c != nil && c.Kind != catalog.KindSkill && len(heard[id]) == 0 {
			numbers = append(numbers, strconv.Itoa(number))
		}
	}
	judged := withoutRequests
	if among == few {
		fit.MaxNone = noRequestsNone
	} else {
		judged.none = withRequests.none
	}
	fit.Requests, fit.MinMargin = false, describedMargin
	judged.apply(&fit)
	return runtime.Described{Numbers: strings.Join(numbers, " "), Fit: fit}
}
