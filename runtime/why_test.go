package runtime

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestPercentIsAsFormatted(t *testing.T) {
	for _, share := range []float64{0, 0.005, 0.015, 0.025, 0.125, 0.145, 0.995, 1} {
		if got, want := percent(share), fmt.Sprintf("%.0f %%", 100*share); got != want {
			t.Errorf("%v is %s, want %s", share, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		if got, want := percent(share), fmt.Sprintf("%.0f %%", 100*share); got != want {
			t.Fatalf("%v is %s, want %s", share, got, want)
		}
	})
}
