package runtime_test

import (
	"slices"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// A part of the surface has rankings of its own: it neither finds those of the
// whole in the cache nor leaves any there.
func TestCachesOfParts(t *testing.T) {
	whole := compile(t, platform).WithCache(16)
	part := whole.Restrict(func(rec *runtime.Record) bool { return rec.ID != "mail_send" })
	const intent = "send the slides to the team by mail"
	ids := func(r *runtime.Router, among *runtime.Set) []string {
		var out []string
		_, all := r.Resolve(nil, runtime.Query{Intent: intent, Among: among})
		for _, c := range all {
			out = append(out, c.ID)
		}
		return out
	}
	only := &runtime.Set{}
	number, _ := whole.Lookup("mail_search")
	only.Add(number)
	for range 2 {
		if got := ids(whole, nil); !slices.Contains(got, "mail_send") {
			t.Errorf("the whole: %v", got)
		}
		if got := ids(part, nil); slices.Contains(got, "mail_send") || len(got) == 0 {
			t.Errorf("the part: %v", got)
		}
		if got := ids(whole, only); !slices.Equal(got, []string{"mail_search"}) {
			t.Errorf("among one: %v", got)
		}
	}
	for name, r := range map[string]*runtime.Router{"whole": whole, "part": part} {
		if s := r.CacheStats(); s.Size != 16 || s.Entries != 1 || s.Hits != 1 || s.Misses != 1 {
			t.Errorf("the cache of the %s: %+v", name, s)
		}
	}
}
