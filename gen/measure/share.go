package measure

import (
	"math"
	"strconv"
)

// Share is a measured number: a share 0..1, or a mean. One that could not be
// measured, because the corpus has no row of that kind, is NaN; JSON has null
// for it.
type Share float64

// shareDecimals is how many decimals of a share are written: more would only
// say how floating point rounds.
const shareDecimals = 6

// share is part of whole, NaN of nothing.
func share(part, whole int) Share { return Share(float64(part) / float64(whole)) }

// Known tells whether the number was measured.
func (s Share) Known() bool { return !math.IsNaN(float64(s)) }

// MarshalJSON writes the number with six decimals at most, null when it was
// not measured.
func (s Share) MarshalJSON() ([]byte, error) {
	if !s.Known() {
		return []byte("null"), nil
	}
	scale := math.Pow10(shareDecimals)
	return strconv.AppendFloat(nil, math.Round(float64(s)*scale)/scale, 'g', -1, 64), nil
}

// percent is the share in percent with one decimal, "-" when it was not
// measured.
func (s Share) percent() string {
	if !s.Known() {
		return "-"
	}
	return strconv.FormatFloat(100*float64(s), 'f', 1, 64)
}

// mean is the average of what value gives for each element that keep accepts.
func mean[T any](list []T, keep func(*T) bool, value func(*T) float64) Share {
	sum, n := 0.0, 0
	for i := range list {
		if keep(&list[i]) {
			sum += value(&list[i])
			n++
		}
	}
	return Share(sum / float64(n))
}
