package tokens

import "testing"

// The counts are those of the vocabulary, as its publisher's tools give them.
func TestCount(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "hello world": 2, "tiktoken is great!": 6, "antidisestablishmentarianism": 6,
		"2 + 2 = 4": 7, "お誕生日おめでとう": 8,
	} {
		if got, err := Count(text); got != want || err != nil {
			t.Errorf("%q has %d tokens, want %d, %v", text, got, want, err)
		}
	}
}
