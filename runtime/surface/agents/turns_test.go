package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// turn is one labelled question.
type turn struct {
	ID, Namespace, Intent, Set string
	Gold                       []string
}

func readTurns(t *testing.T, path string) []turn {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []turn
	for line := range strings.Lines(string(data)) {
		var one turn
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%s: %v: %s", path, err, line)
		}
		out = append(out, one)
	}
	return out
}

// The places where a question can end.
const (
	right     = "right"
	offered   = "asked, right among the options"
	declined  = "declined"
	elsewhere = "sent to another namespace"
	wrong     = "wrong"
)

// grade plays a turn and says where it ended: at once, or with a question.
func grade(s *Surface, namespace string, tr turn) (verdict, detail string) {
	a := s.Ask(context.Background(), Question{Namespace: namespace, Text: tr.Intent, Key: "conversation " + tr.ID})
	reached := optionTools(a)
	detail = fmt.Sprintf("%s %v %q", a.Tool, reached, a.Answer)
	switch {
	case a.Tool != "" && slices.Contains(tr.Gold, a.Tool):
		return right, detail
	case a.Tool != "":
		return wrong, detail
	case slices.ContainsFunc(reached, func(id string) bool { return slices.Contains(tr.Gold, id) }):
		return offered, detail
	case len(reached) > 0 && strings.HasSuffix(reached[0], ".ask"):
		return elsewhere, detail
	case len(a.Options) == 0 || strings.HasSuffix(reached[0], ".tools"):
		return declined, detail
	}
	return wrong, detail
}

// TestTurns plays questions that the surface was not compiled from, with the
// namespace given and left to the tables.
func TestTurns(t *testing.T) {
	s, upstream := newTestSurface(t)
	turns := readTurns(t, folder+"turns.jsonl")
	for _, global := range []bool{false, true} {
		good, total := 0, 0
		for _, tr := range turns {
			namespace := tr.Namespace
			if global {
				namespace = ""
			}
			verdict, detail := grade(s, namespace, tr)
			total++
			if verdict == right || verdict == offered || len(tr.Gold) == 0 && verdict == declined {
				good++
				continue
			}
			t.Logf("global %t: %s: %q meant %v: %s %s", global, tr.ID, tr.Intent, tr.Gold, verdict, detail)
		}
		t.Logf("global %t: %d of %d", global, good, total)
		if 100*good < 90*total {
			t.Errorf("global %t: %d of %d turns end right, want nine in ten", global, good, total)
		}
	}
	for _, c := range upstream.calls {
		if c.Tool == "feed.persona_delete" {
			t.Errorf("a question deleted a reader: %s", c.Args)
		}
	}
}

// attestationFloors says how many turns of a set must be answered well. They are
// what was measured when the phrasings were written, which was done from the
// tools' facts alone: whoever looks at the turns to raise them makes them
// worthless.
var attestationFloors = map[string]int{"spike": 17, "must_decline": 7}

// TestAttestationTurns plays the turns that the folder of SEXTANT_DATA holds. The
// plain ones and those that nothing serves have floors; the other sets are
// reported.
func TestAttestationTurns(t *testing.T) {
	data := os.Getenv("SEXTANT_DATA")
	if data == "" {
		t.Skip("SEXTANT_DATA names no folder")
	}
	s, _ := newTestSurface(t)
	turns := readTurns(t, filepath.Join(data, "attestation", "turns.jsonl"))
	for _, global := range []bool{false, true} {
		counts, good := map[string]map[string]int{}, map[string]int{}
		for _, tr := range turns {
			verdict, detail, played := playAttestation(s, tr, global)
			if !played {
				continue
			}
			if counts[tr.Set] == nil {
				counts[tr.Set] = map[string]int{}
			}
			counts[tr.Set][verdict]++
			if verdict == right || verdict == offered || len(tr.Gold) == 0 && verdict == declined {
				good[tr.Set]++
				continue
			}
			t.Logf("global %t: %s: %q in %s meant %v: %s %s", global, tr.Set, tr.Intent, tr.Namespace, tr.Gold, verdict, detail)
		}
		t.Logf("global %t: %v", global, counts)
		for set, floor := range attestationFloors {
			if good[set] < floor {
				t.Errorf("global %t, %s: %d answered well, want at least %d", global, set, good[set], floor)
			}
		}
	}
}

// playAttestation plays one of the turns. Those that are labelled with the ask tool
// of a namespace ask which namespace the tables choose; those that are labelled
// with nothing this surface has are left out.
func playAttestation(s *Surface, tr turn, global bool) (verdict, detail string, played bool) {
	if tr.Set == "skill_trigger" {
		if !global || len(tr.Gold) != 1 || !strings.HasSuffix(tr.Gold[0], ".ask") {
			return "", "", false
		}
		a := s.Ask(context.Background(), Question{Text: tr.Intent})
		in := func(id string) bool { return strings.HasPrefix(id, strings.TrimSuffix(tr.Gold[0], askName)) }
		detail = fmt.Sprintf("%s %v", a.Tool, optionTools(a))
		switch {
		case in(a.Tool):
			return right, detail, true
		case a.Tool == "" && slices.ContainsFunc(optionTools(a), in) && !strings.HasSuffix(a.Options[0].Tool, ".tools"):
			return offered, detail, true
		case a.Tool == "":
			return declined, detail, true
		}
		return wrong, detail, true
	}
	namespace := tr.Namespace
	if global {
		namespace = ""
	}
	verdict, detail = grade(s, namespace, tr)
	return verdict, detail, true
}
