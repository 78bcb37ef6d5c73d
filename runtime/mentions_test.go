package runtime

import (
	"strings"
	"testing"
)

func TestMentions(t *testing.T) {
	for intent, want := range map[string]int{
		"":                             0,
		"what is the weather like":     0,
		"What is the weather like":     0,
		"I want tea. Then we shall go": 0,
		"when I'm home":                0,
		"fly from Oslo to New York on 2026-05-01": 3,
		"the weather in Lima, Cusco and Puno":     3,
		"set columnCount to 8":                    1,
		`rename it to "the old mill"`:             1,
		"rename it to 'the old mill', please":     1,
		"rename it to “the old mill” today":       1,
		`"mill"`:                                  1,
		`an open " is none`:                       0,
		`an "open one is none`:                    0,
		"read /etc/motd and mail it to me@x.org":  2,
		"show issue_count":                        1,
		"SHOW ME THE LIST":                        1,
		"un train pour Zürich":                    1,
		"北京后天的天气如何":                               0,
	} {
		if got := mentions(intent); got != want {
			t.Errorf("%q mentions %d, want %d", intent, got, want)
		}
	}
}

func TestMentionsAllocateNothing(t *testing.T) {
	intent := strings.Repeat(`fly "from here" to Oslo on 2026-05-01 `, 50)
	if n := testing.AllocsPerRun(20, func() { mentions(intent) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// No text breaks the counting, and however long it is, the count is bounded.
func FuzzMentions(f *testing.F) {
	for _, s := range []string{"", `a "b c" d`, "“x", "«»", "'", "É É.", "a\xffb \xff", "1 2 3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, intent string) {
		if n := mentions(intent); n < 0 || n > MaxTokens {
			t.Errorf("%q mentions %d", intent, n)
		}
	})
}
