package main

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestRequestsAreTheSameEveryTime(t *testing.T) {
	first, err := requests()
	if err != nil {
		t.Fatal(err)
	}
	again, _ := requests()
	if !slices.Equal(first, again) {
		t.Error("two runs make different requests")
	}
	topics, _ := parseTopics(topicLines)
	if least := len(topics) * perTopic * 3 / 4; len(first) < least {
		t.Errorf("%d topics make %d requests, want %d or more", len(topics), len(first), least)
	}
	for _, r := range first {
		for _, w := range strings.Fields(r) {
			if slices.Contains([]string{"V", "T", "P", "D"}, w) {
				t.Fatalf("%q has a place that is not filled", r)
			}
		}
	}
}

func TestTopics(t *testing.T) {
	got, err := parseTopics("# a comment\n\ntea | brew, pour out | cup, pot | is cold\n")
	if err != nil {
		t.Fatal(err)
	}
	want := topic{"tea", []string{"brew", "pour out"}, []string{"cup", "pot"}, []string{"is cold"}}
	if len(got) != 1 || got[0].name != want.name || !slices.Equal(got[0].verbs, want.verbs) ||
		!slices.Equal(got[0].things, want.things) || !slices.Equal(got[0].troubles, want.troubles) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if _, err := parseTopics("tea | brew | cup\n"); err == nil {
		t.Error("a line with a part missing is read")
	}
}

func TestGlossOf(t *testing.T) {
	for _, test := range []struct {
		line string
		want []string
	}{
		{"  1 a line of the licence", nil},
		{`00000001 03 n 01 kettle 0 000 | a pot for boiling water; has a spout; of metal; "put the kettle on"; "tea time"  `,
			[]string{"put the kettle on", "a pot for boiling water", "has a spout"}},
		{`00000002 03 n 01 tea 0 000 | leaves   in hot water; "tea is what one drinks; always"- Ann Example`,
			[]string{"tea is what one drinks; always", "leaves in hot water"}},
		{`00000003 03 n 01 cup 0 000 | a vessel to drink from; "an open quote goes on`,
			[]string{"an open quote goes on", "a vessel to drink from"}},
	} {
		if got := glossOf(test.line); !slices.Equal(got, test.want) {
			t.Errorf("%s\n got %q\nwant %q", test.line, got, test.want)
		}
	}
}

func FuzzGlossOf(f *testing.F) {
	f.Add(`00000001 03 n 01 kettle 0 000 | a pot for water; "put the kettle on"`)
	f.Add(`|"`)
	f.Fuzz(func(t *testing.T, line string) {
		for _, s := range glossOf(line) {
			if len(strings.Fields(s)) < glossWords || strings.ContainsAny(s, "\"\n") {
				t.Errorf("%q is taken for a sentence", s)
			}
		}
	})
}

func TestLinesAreWordsThenSentences(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"catalog.json":     `{"capabilities": [{"id": "tea", "examples": ["brew  a\ncup"]}, {"id": "none"}]}`,
		"background.jsonl": `{"intent": "who was that"}` + "\n",
		"data.verb":        `1 29 v 01 brew 0 000 | make hot with water`,
		"data.noun":        `1 03 n 01 kettle 0 000 | a pot for boiling water`,
		"data.adj":         "", "data.adv": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	v := &vocabulary{forms: slices.Repeat([]string{"word"}, embedded)}
	from := sources{filepath.Join(dir, "catalog.json"), filepath.Join(dir, "background.jsonl"), dir}
	got, err := from.lines(v)
	if err != nil {
		t.Fatal(err)
	}
	made, _ := requests()
	if len(got) != embedded+1+1+len(made)+2 {
		t.Fatalf("%d lines", len(got))
	}
	if got[embedded-1] != "word" || got[embedded] != "brew a cup" || got[embedded+1] != "who was that" || got[embedded+2] != made[0] {
		t.Errorf("after the words come %q", got[embedded:embedded+3])
	}
	if last := got[len(got)-2:]; !slices.Contains(last, "make hot with water") {
		t.Errorf("the lines end in %q", last)
	}
}

func TestBags(t *testing.T) {
	bags := bagsOf([]string{"tea tea cup", "tea", "xyzzy"}, map[string]int{"tea": 0, "cup": 1})
	if b := bags[0]; !slices.Equal(b.words, []int{0, 1}) || b.shares[0] >= b.shares[1] || math.Abs(dot(b.shares, b.shares)-1) > 1e-12 {
		t.Errorf("the rarer word counts no more, or the length is not one: %+v", b)
	}
	if len(bags[2].words) != 0 {
		t.Errorf("a word without a number is in the bag: %+v", bags[2])
	}
}

// One word in one sentence: (1 + penalty)·difference = wanted − prior.
func TestFitOfOneWord(t *testing.T) {
	prior := [][]float64{{2, 0}, {5, 5}}
	fit([]bag{{[]int{0}, []float64{1}}, {}}, [][]float64{{6, 4}, {9, 9}}, prior, 1)
	want := [][]float64{{2 + 4/(1+penalty), 4 / (1 + penalty)}, {5, 5}}
	for i := range want {
		for k := range want[i] {
			if math.Abs(prior[i][k]-want[i][k]) > 1e-12 {
				t.Errorf("row %d is %v, want %v", i, prior[i], want[i])
			}
		}
	}
}

// At the least squares nothing is left of the gradient: what the sums lack,
// brought back to the words, is the penalty times the difference from the prior.
func TestFitLeavesNoGradient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(-2, 2)
		words, width := rapid.IntRange(1, 6).Draw(t, "words"), rapid.IntRange(1, 2*block).Draw(t, "width")
		row := rapid.SliceOfN(number, width, width)
		prior := rapid.SliceOfN(row, words, words).Draw(t, "prior")
		var bags []bag
		var wanted [][]float64
		for range rapid.IntRange(1, 8).Draw(t, "sentences") {
			in := rapid.SliceOfNDistinct(rapid.IntRange(0, words-1), 0, words, rapid.ID).Draw(t, "bag")
			bags = append(bags, bag{in, rapid.SliceOfN(number, len(in), len(in)).Draw(t, "shares")})
			wanted = append(wanted, row.Draw(t, "wanted"))
		}
		vectors := matrix(words, width)
		for i := range vectors {
			copy(vectors[i], prior[i])
		}
		fit(bags, wanted, vectors, 2)
		gradient := missing(bags, wanted, vectors)
		for i := range gradient {
			for k, g := range gradient[i] {
				if d := g - penalty*(vectors[i][k]-prior[i][k]); math.Abs(d) > 1e-6 {
					t.Fatalf("word %d, column %d: %g is left", i, k, d)
				}
			}
		}
	})
}

func TestMainAxes(t *testing.T) {
	got := mainAxes([][]float64{{2, 1, 0}, {1, 2, 0}, {0, 0, -5}}, 2)
	h := math.Sqrt2 / 2
	for k, want := range []float64{h, h, 0} {
		if math.Abs(got[0][k]-want) > 1e-9 {
			t.Errorf("the first axis is %v", got[0])
		}
	}
	if math.Abs(math.Abs(got[1][0])-h) > 1e-9 || math.Abs(got[1][0]+got[1][1]) > 1e-9 {
		t.Errorf("the second axis is %v", got[1])
	}
}

// The axes of a product of a matrix with itself are at right angles, of length
// one, and what the matrix does to them is to stretch them.
func TestMainAxesAreEigenvectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		row := rapid.SliceOfN(rapid.Float64Range(-1, 1), n, n)
		root := rapid.SliceOfN(row, n, n).Draw(t, "root")
		m, work := matrix(n, n), matrix(n, n)
		for _, r := range root {
			for k, x := range r {
				add(m[k], r, x)
				add(work[k], r, x)
			}
		}
		last := math.Inf(1)
		axes := mainAxes(work, n)
		for i, axis := range axes {
			image := make([]float64, n)
			for k := range m {
				image[k] = dot(m[k], axis)
			}
			value := dot(image, axis)
			add(image, axis, -value)
			if dot(image, image) > 1e-16 {
				t.Fatalf("axis %v is turned by %v", axis, image)
			}
			if value > last+1e-9 {
				t.Fatalf("axis %d of %g comes after one of %g", i, value, last)
			}
			last = value
			for j, other := range axes[:i+1] {
				if want := map[bool]float64{true: 1}[i == j]; math.Abs(dot(axis, other)-want) > 1e-9 {
					t.Fatalf("axes %d and %d have the product %g", i, j, dot(axis, other))
				}
			}
		}
	})
}

// As many directions as there are leave every product of two words as it was.
func TestJoinKeepsProducts(t *testing.T) {
	a, b := [][]float64{{1, 0}, {0.5, 2}, {0, 1}}, [][]float64{{3}, {-1}, {0}}
	got := join(a, b, 3)
	for i := range a {
		for j := range a {
			if want := dot(a[i], a[j]) + dot(b[i], b[j]); math.Abs(dot(got[i], got[j])-want) > 1e-9 {
				t.Errorf("words %d and %d have the product %v, want %v", i, j, dot(got[i], got[j]), want)
			}
		}
	}
}

func TestDistil(t *testing.T) {
	embeddings := matrix(5, encoded)
	embeddings[0][0], embeddings[1][1] = 1, 1 // the words
	embeddings[2][0], embeddings[3][1], embeddings[4][2] = 1, 1, 1
	got := distil([]string{"tea", "car"}, []string{"tea", "car", "tea"}, embeddings, 1)
	if math.Abs(meanLength(got)-1) > 1e-9 {
		t.Errorf("the mean length is %v", meanLength(got))
	}
	if got[0][0] <= got[1][0] || got[1][1] <= got[0][1] {
		t.Errorf("words are not what their sentences are: %v, %v", got[0][:3], got[1][:3])
	}
}

func TestVectorTable(t *testing.T) {
	got := vectorTable([]string{"tea", "car"}, [][]float64{{0.5, -9}, {9, 0}})
	if want := "tea\ncar\n\n" + string([]byte{unit / 2, 0x81, 127, 0}); string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestEmbeddingsOfAnotherFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines.f32")
	if err := os.WriteFile(path, make([]byte, encoded*4), 0o600); err != nil {
		t.Fatal(err)
	}
	if rows, err := readEmbeddings(path, 1); err != nil || len(rows) != 1 {
		t.Errorf("got %d rows, %v", len(rows), err)
	}
	if _, err := readEmbeddings(path, 2); err == nil {
		t.Error("the embeddings of one line are taken for those of two")
	}
}
