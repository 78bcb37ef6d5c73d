package surface

import "testing"

func TestWhole(t *testing.T) {
	for raw, want := range map[string]int{`2`: 2, `"3"`: 3, `4.0`: 4, `"5.00"`: 5, `-1`: -1, `2.5`: 0, `0`: 0, `0.0`: 0, `1e1`: 0, `"x"`: 0, `.0`: 0, `true`: 0} {
		var got int
		err := fields{"k": []byte(raw)}.whole("k", &got)
		if got != want || (err == nil) != (want != 0) {
			t.Errorf("%s: %d %v, want %d", raw, got, err, want)
		}
	}
}
