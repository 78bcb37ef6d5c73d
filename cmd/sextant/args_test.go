package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/peterbourgon/ff/v3/ffcli"
	"pgregory.net/rapid"
)

func TestPermute(t *testing.T) {
	std := streams{io.Discard, io.Discard}
	root := &ffcli.Command{FlagSet: newFlags("sextant", std), Subcommands: []*ffcli.Command{routeCommand(std), generateCommand(std)}}
	for line, want := range map[string]string{
		"":                            "",
		"-h":                          "-h",
		"fly away -x":                 "fly away -x",
		"route send mail":             "route -- send mail",
		"route send mail -verb ask":   "route -verb ask -- send mail",
		"route send -json mail -k 3":  "route -json -k 3 -- send mail",
		"route -verb=ask send --json": "route -verb=ask --json -- send",
		"route send -- -verb ask":     "route -- send -verb ask",
		"route -- send -json":         "route -- send -json",
		"route send mail -nope":       "route -nope -- send mail",
		"route is it -5 or - degrees": "route -- is it -5 or - degrees",
		"route send -h":               "route -h -- send",
		"route send -k":               "route -k", // the flag package says what is missing
		"route -json=false send":      "route -json=false -- send",
		"generate -check":             "generate -check",
		"generate x -out o -check":    "generate -out o -check -- x",
		"Route send -json":            "Route -json -- send",
	} {
		if got := strings.Join(permute(root, strings.Fields(line)), " "); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
	whole := []string{"route", "-5 degrees -verb ask"}
	if got := permute(root, whole); !slices.Equal(got, []string{"route", "--", whole[1]}) {
		t.Errorf("a request in one argument becomes %q", got)
	}
}

// No word is lost, and words that are no flags keep their order.
func TestPermuteKeepsEveryWord(t *testing.T) {
	std := streams{io.Discard, io.Discard}
	root := &ffcli.Command{FlagSet: newFlags("sextant", std), Subcommands: []*ffcli.Command{routeCommand(std)}}
	word := rapid.SampledFrom(strings.Fields("send mail -verb ask -json -k=3 -k 4 --verb=act -5"))
	rapid.Check(t, func(t *rapid.T) {
		words := append(rapid.SliceOf(word).Draw(t, "words"), "end") // which no flag waits for in vain
		got := permute(root, append([]string{"route"}, words...))
		got = slices.DeleteFunc(got[1:], func(w string) bool { return w == "--" })
		a, b := slices.Sorted(slices.Values(words)), slices.Sorted(slices.Values(got))
		if !slices.Equal(a, b) {
			t.Fatalf("%q becomes %q", words, got)
		}
		again := permute(root, permute(root, append([]string{"route"}, words...)))
		if once := permute(root, append([]string{"route"}, words...)); !slices.Equal(again, once) {
			t.Fatalf("%q becomes %q and then %q", words, once, again)
		}
	})
}
