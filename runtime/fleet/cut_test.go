package fleet

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// What was cut can be read for a while, by whom it was given to, and as long as not
// too much else was cut since.
func TestKeptResults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newResults(10)
		cut := func(caller, text string) (ref string) {
			out := dispatch.Result{Text: text}
			r.cut(&out, caller)
			for known := range r.byRef {
				if strings.Contains(out.Text, known) {
					return known
				}
			}
			t.Fatal(out.Text)
			return ""
		}
		ref := cut("ada", strings.Repeat("ü", 20))
		for _, c := range []struct {
			caller         string
			offset, length int
			part           string
			end            int
			fails          string
		}{
			{"ada", 0, 0, "üüüüü", 10, ""}, {"ada", 1, 3, "ü", 4, ""}, {"ada", 38, 99, "ü", 40, ""}, {"ada", 40, 0, "", 40, ""},
			{"ada", 41, 0, "", 0, "outside of the result"}, {"ada", -1, 0, "", 0, "outside of the result"}, {"eve", 0, 0, "", 0, "there is no result"}, {"", 0, 0, "", 0, "there is no result"},
		} {
			part, end, total, err := r.read(c.caller, ref, c.offset, c.length)
			if c.fails != "" {
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Errorf("%+v: %v", c, err)
				}
				continue
			}
			if err != nil || part != c.part || end != c.end || total != 40 {
				t.Errorf("%+v: %q to %d of %d, %v", c, part, end, total, err)
			}
		}

		time.Sleep(keptFor - time.Second)
		if _, _, _, err := r.read("ada", ref, 0, 0); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Second)
		if _, _, _, err := r.read("ada", ref, 0, 0); err == nil || !strings.Contains(err.Error(), "make the call again") {
			t.Errorf("after %v: %v", keptFor, err)
		}

		first := cut("ada", strings.Repeat("a", 11))
		for range maxKept {
			cut("ada", strings.Repeat("b", 11))
		}
		if _, _, _, err := r.read("ada", first, 0, 0); err == nil || len(r.byRef) > maxKept {
			t.Errorf("%v; %d are kept", err, len(r.byRef))
		}
		for range 3 {
			cut("ada", strings.Repeat("c", maxKeptBytes/2))
		}
		if r.bytes > maxKeptBytes {
			t.Errorf("%d bytes are kept", r.bytes)
		}
	})
}
