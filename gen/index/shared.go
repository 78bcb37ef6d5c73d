package index

// A request with several right answers sets none of them apart from the others,
// and yet says how users speak of each: of a surface's ways to be asked "what is
// new", it may be the only one. So it counts for each of them what is its part,
// one of two right answers half, beside the requests that mean one capability
// alone. Where there are none of those it counts nothing: what is known of a
// capability would then be all that others share with it.

// phrasing is a labelled request as one of its right answers sees it.
type phrasing struct {
	intent string
	// share is what it counts of a request that means this capability alone.
	share float64
}

// phrasings are the requests that users word for each capability, by id.
func phrasings(requests []Row) map[string][]phrasing {
	out := map[string][]phrasing{}
	for _, r := range requests {
		if len(r.Gold) == 1 {
			out[r.Gold[0]] = append(out[r.Gold[0]], phrasing{r.Intent, 1})
		}
	}
	for _, r := range requests {
		if len(r.Gold) < 2 {
			continue
		}
		for _, id := range r.Gold {
			if out[id] != nil {
				out[id] = append(out[id], phrasing{r.Intent, 1 / float64(len(r.Gold))})
			}
		}
	}
	return out
}
