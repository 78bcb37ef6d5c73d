package index

import (
	"math"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

func TestVectorsAreOfLikeLengthAndAlike(t *testing.T) {
	sum := 0.0
	for _, name := range vectors().names {
		l := math.Sqrt(product(name, name))
		if l < 1 || l > 3 {
			t.Fatalf("the vector of %s has length %.2f", name, l)
		}
		sum += l
	}
	if mean := sum / float64(len(vectors().names)); mean < 1.2 || mean > 1.4 {
		t.Errorf("the vectors have a mean length of %.2f", mean)
	}
	for _, three := range [][3]string{{"film", "movie", "doctor"}, {"cheap", "expensive", "tuesday"}, {"flight", "plane", "soup"}} {
		a, b, c := stem(t, three[0]), stem(t, three[1]), stem(t, three[2])
		if cosine(a, b) < cosine(a, c)+0.2 {
			t.Errorf("%s is to %s %.2f, to %s %.2f", a, b, cosine(a, b), c, cosine(a, c))
		}
	}
	if vectors().of("zqzqx") != nil {
		t.Error("a word that is none has a vector")
	}
}

func cosine(a, b string) float64 {
	return product(a, b) / math.Sqrt(product(a, a)*product(b, b))
}

func product(a, b string) (sum float64) {
	v, w := vectors().of(a), vectors().of(b)
	for k := range v {
		sum += float64(v[k]) * float64(w[k]) / (vectorUnit * vectorUnit)
	}
	return sum
}

// The letters of a word make a vector of their share, whose runs that are not
// known are missing.
func TestTraitsOfLetters(t *testing.T) {
	tr := newTraits(10)
	tr.learn("zqzqx")
	square := 0.0
	for _, e := range tr.of("zqzqx") {
		if int(e.feature) < 10+dimensions || int(e.feature) >= tr.end() {
			t.Fatalf("trait %d is outside of those of letters", e.feature)
		}
		square += e.value * e.value
	}
	if math.Abs(square-letterShare*letterShare) > 1e-9 {
		t.Errorf("the letters make a vector of length %.3f, want %v", math.Sqrt(square), letterShare)
	}
	if all, some := len(tr.of("zqzqx")), len(tr.of("zqzq")); some == 0 || some >= all {
		t.Errorf("a word that begins like another has %d of its %d traits", some, all)
	}
}

// A weight of any size is read back as what it was, whatever postings it takes.
func TestWeightsBeyondOnePosting(t *testing.T) {
	for want := -mostSteps; want <= mostSteps; want++ {
		got := 0
		for _, p := range appendParts(nil, 7, want+runtime.SignedWeightBias) {
			if p.ID != 7 || p.Weight < 0 || p.Weight > runtime.MaxWeight {
				t.Fatalf("%d is written as %+v", want, p)
			}
			got += p.Weight - runtime.SignedWeightBias
		}
		if got != want {
			t.Fatalf("%d is written as %d", want, got)
		}
	}
}
