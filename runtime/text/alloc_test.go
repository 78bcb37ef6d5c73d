package text

import "testing"

func TestNoAllocations(t *testing.T) {
	key := make([]byte, 0, 512)
	var word [MaxToken]byte
	swapped, plain := []byte("scheudle"), []byte("schedule")
	wideA, wideB := []byte("портфель"), []byte("портфел")
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"Scanner", func() {
			for i := range benchTexts {
				var s Scanner
				for s.Reset(benchTexts[i].text); s.Next(); {
					if len(s.Token()) == 0 || len(s.Raw()) == 0 {
						t.Error("empty token")
					}
				}
			}
		}},
		{"Stem", func() {
			for _, w := range [...]string{"scheduling", "wrote", "notifications", "analyses", "address"} {
				if len(Stem(word[:copy(word[:], w)])) == 0 {
					t.Error("empty stem")
				}
			}
		}},
		{"AppendKey", func() {
			for i := range benchTexts {
				key = AppendKey(key[:0], benchTexts[i].text)
			}
		}},
		{"WithinOne", func() {
			if !WithinOne(swapped, plain) || !WithinOne(wideA, wideB) {
				t.Error("want one edit")
			}
		}},
	} {
		if n := testing.AllocsPerRun(100, c.run); n != 0 {
			t.Errorf("%s: %v allocations a run, want none", c.name, n)
		}
	}
}
