package runtime_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

func TestResolveRanks(t *testing.T) {
	r := compile(t, platform)
	for _, tt := range []struct {
		name, intent string
		verb         runtime.Verb
		want         string
	}{
		{"own words", "send a mail to the team", runtime.Act, "mail_send"},
		{"inflection", "searching mails", runtime.Ask, "mail_search"},
		{"words of an example", "am I free on friday", runtime.Ask, "cal_list_events"},
		{"one typing error", "apointments of this week", runtime.Ask, "cal_list_events"},
		{"one typing error in a short stem", "find all my maisl", runtime.Ask, "mail_search"},
		{"two words for one", "kv cache stats", runtime.Manage, "kvcache_stats"},
		{"two words for one, in a name", "write back the proposed changes", runtime.Write, "graph_writeback"},
		{"a verb parted from its particle", "write all the nodes back", runtime.Write, "graph_writeback"},
		{"one word for two", "mailsearch", runtime.Any, "mail_search"},
		{"exact name", "mail_send", runtime.Any, "mail_send"},
		{"exact name in words", "cal create event", runtime.Any, "cal_create_event"},
		{"case and accents", "SEND Á MÀIL", runtime.Act, "mail_send"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, got := resolve(r, tt.verb, tt.intent)
			if len(got) == 0 || got[0] != tt.want {
				t.Fatalf("got %v (%+v), want %s first", got, d, tt.want)
			}
		})
	}
}

// The letters of chance in the name of a temporary folder are no words, a
// letter that stands alone is one.
func TestCutLettersAreNoWords(t *testing.T) {
	r := compile(t, `
{"id":"use_repository","one_line":"Choose the repository to work in.","intent_verbs":["act"]},
{"id":"commit","one_line":"Record what is staged in the repository with -m as its message.","intent_verbs":["act"]}`)
	plain := r.Explain(runtime.Query{Verb: runtime.Act, Intent: "repository /var/qee6xmuex"})
	cut := r.Explain(runtime.Query{Verb: runtime.Act, Intent: "repository /var/QEE6XmuexM"})
	if !slices.Equal(cut.Candidates[0].Matched, []string{"repository"}) || cut.Candidates[0].Score != plain.Candidates[0].Score {
		t.Errorf("with a cut letter: %+v; without: %+v", cut.Candidates, plain.Candidates)
	}
	if _, got := resolve(r, runtime.Act, "repository -m"); got[0] != "commit" {
		t.Errorf("-m led to %v", got)
	}
}

func TestResolveHasNoWinnerWithoutEvidence(t *testing.T) {
	r := compile(t, platform)
	for _, intent := range []string{"", "   ", "?!", "zzz qqq", "\xff\xfe", "книга"} {
		d, got := resolve(r, runtime.Any, intent)
		if d.Outcome != runtime.NoMatch || len(got) != 0 {
			t.Errorf("%q: %v with candidates %v, want no_match with none", intent, d.Outcome, got)
		}
	}
}

func TestResolveKeepsToTheVerb(t *testing.T) {
	r := compile(t, platform)
	for _, v := range runtime.Verbs {
		_, got := resolve(r, v, "mail appointment calendar cache changes team")
		behind := r.Behind(v)
		for _, id := range got {
			if !slices.Contains(behind, id) {
				t.Errorf("%s offers %s, which is behind %v only", v, id, behind)
			}
		}
	}
}

func TestResolvePointsElsewhere(t *testing.T) {
	r := compile(t, platform)
	d, _ := resolve(r, runtime.Ask, "send a mail to the team")
	want, _ := r.Lookup("mail_send")
	if d.Elsewhere != want {
		t.Fatalf("elsewhere is %d, want %d: mail_send is behind act only", d.Elsewhere, want)
	}
}

func TestTiesGoToTheDeclaredOrder(t *testing.T) {
	twins := `{"id":"qb","one_line":"paint the fence","intent_verbs":["act"]},
		{"id":"qa","one_line":"paint the fence","intent_verbs":["act"]},
		{"id":"qc","one_line":"paint the fence","intent_verbs":["act","ask"]},
		{"id":"qd","one_line":"paint the fence","intent_verbs":["ask","act"]}`
	r := compile(t, twins)
	for range 20 {
		if _, got := resolve(r, runtime.Act, "paint fence"); !slices.Equal(got, []string{"qa", "qb", "qc", "qd"}) {
			t.Fatalf("act: %v, want those that declare act first, in order", got)
		}
	}
	if _, got := resolve(r, runtime.Ask, "paint fence"); !slices.Equal(got, []string{"qd", "qc"}) {
		t.Fatalf("ask: %v, want the one that declares ask first", got)
	}
	if d, _ := resolve(r, runtime.Act, "paint fence"); d.Outcome != runtime.AskBack {
		t.Fatalf("four equal capabilities: %v, want ask_back", d.Outcome)
	}
}

func TestSkillsAnswerToTheirNames(t *testing.T) {
	skill := source.Skill{Name: "kg-goals", Path: "skills/kg-goals/SKILL.md", Tier: "core", Wraps: []string{"graph_goals"},
		Description: "Create and follow goals that run on their own.", Title: "kg-goals"}
	r := compile(t, `{"id":"graph_goals","one_line":"Create, list and cancel goals.","intent_verbs":["act"]}`, skill)
	if _, got := resolve(r, runtime.Act, "cancel goals that run on their own"); !slices.Equal(got, []string{"graph_goals"}) {
		t.Errorf("act without naming the skill: %v, want the tool alone", got)
	}
	if _, got := resolve(r, runtime.Act, "use the goals skill"); !slices.Contains(got, "kg-goals") {
		t.Errorf("act naming the skill: %v, want kg-goals among them", got)
	}
	if _, got := resolve(r, runtime.Find, "goals that run on their own"); !slices.Contains(got, "kg-goals") {
		t.Errorf("find: %v, want the skill among them", got)
	}
}

func TestResolveLimits(t *testing.T) {
	r := crowd(t, 200)
	for k, want := range map[int]int{0: runtime.DefaultK, 1: 1, 7: 7, 32: 32, 1000: runtime.MaxK, -3: runtime.DefaultK} {
		_, got := r.Resolve(nil, runtime.Query{Intent: "create invoice", K: k})
		if len(got) != want {
			t.Errorf("k=%d: %d candidates, want %d", k, len(got), want)
		}
	}
	d, _ := r.Resolve(nil, runtime.Query{Intent: strings.Repeat("word ", runtime.MaxTokens+1)})
	if !d.Truncated {
		t.Error("a request of more than MaxTokens words is not marked as truncated")
	}
	prefix := []runtime.Candidate{{ID: "kept"}}
	if _, got := r.Resolve(prefix, runtime.Query{Intent: "create invoice", K: 2}); len(got) != 3 || got[0].ID != "kept" {
		t.Errorf("candidates are not appended to dst: %v", got)
	}
}

func TestResolveAllocs(t *testing.T) {
	for _, n := range []int{6, 95, 3000} {
		r := crowd(t, n)
		dst := make([]runtime.Candidate, 0, runtime.MaxK)
		for _, intent := range []string{"create an invoice for region 7", "lsit ordders", "createinvoice", "nothing known here", strings.Repeat("create invoice order ticket ", 40), "請求書を作成"} {
			if a := testing.AllocsPerRun(200, func() { r.Resolve(dst[:0], runtime.Query{Verb: runtime.Act, Intent: intent}) }); a != 0 {
				t.Errorf("%d capabilities, %.20q: %v allocations, want 0", n, intent, a)
			}
		}
	}
}

func TestResolveIsSafeForManyGoroutines(t *testing.T) {
	r := crowd(t, 2000)
	intents := []string{"create invoice 17", "delete ticket 44", "export the shipment report", "zzz"}
	want := make([][]string, len(intents))
	for i, intent := range intents {
		_, want[i] = resolve(r, runtime.Act, intent)
	}
	var wg sync.WaitGroup
	for g := range 16 {
		wg.Go(func() {
			for i := range 200 {
				at := (g + i) % len(intents)
				if _, got := resolve(r, runtime.Act, intents[at]); !slices.Equal(got, want[at]) {
					t.Errorf("%q: %v, want %v", intents[at], got, want[at])
					return
				}
			}
		})
	}
	wg.Wait()
}

// Both ways of walking over the scores must leave them zero: the answer to a
// request may not depend on the requests before it.
func TestResolveLeavesNothingBehind(t *testing.T) {
	r := crowd(t, 1500)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"create", "invoice", "order", "delete", "region", "report", "9", "x"}), 0, 12)
		a, b := strings.Join(words.Draw(t, "a"), " "), strings.Join(words.Draw(t, "b"), " ")
		_, alone := resolve(r, runtime.Act, a)
		resolve(r, runtime.Act, b)
		if _, again := resolve(r, runtime.Act, a); !slices.Equal(alone, again) {
			t.Fatalf("%q: %v, after %q: %v", a, alone, b, again)
		}
	})
}

func TestExplainAgreesWithResolve(t *testing.T) {
	r := compile(t, platform)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"mail", "send", "calender", "kv", "cache", "team", "what", "mailsearch", "xyzzy"}), 0, 8)
		q := runtime.Query{Verb: rapid.SampledFrom([]runtime.Verb{runtime.Any, runtime.Ask, runtime.Act}).Draw(t, "verb"), Intent: strings.Join(words.Draw(t, "words"), " ")}
		d, candidates := r.Resolve(nil, q)
		e := r.Explain(q)
		if e.Decision != d || len(e.Candidates) != len(candidates) || e.Why == "" {
			t.Fatalf("%q: explained %+v, resolved %+v", q.Intent, e, d)
		}
		for i, c := range candidates {
			sum := 0
			for _, ev := range e.Candidates[i].Evidence {
				sum += ev.Impact
			}
			if e.Candidates[i].Candidate != c || sum != c.Score {
				t.Fatalf("%q: evidence of %s adds up to %d, its score is %d", q.Intent, c.ID, sum, c.Score)
			}
		}
	})
}

func TestExplainShowsTheUsersWords(t *testing.T) {
	r := compile(t, platform)
	e := r.Explain(runtime.Query{Verb: runtime.Ask, Intent: "Apointments of the wobble"})
	if len(e.Candidates) == 0 || !slices.Contains(e.Candidates[0].Matched, "Apointments") {
		t.Fatalf("matched %+v, want the user's own word Apointments", e.Candidates)
	}
	if !slices.Contains(e.Unknown, "wobble") {
		t.Fatalf("unknown %v, want wobble", e.Unknown)
	}
}

func TestNewRefusesWhatItCanNotRead(t *testing.T) {
	good := compile(t, platform).Tables()
	for name, tt := range map[string]struct {
		change func(*runtime.Tables)
		want   error
		says   string
	}{
		"another format":   {func(t *runtime.Tables) { t.Format++ }, runtime.ErrForeignTables, "go generate"},
		"another analyzer": {func(t *runtime.Tables) { t.Analyzer-- }, runtime.ErrForeignTables, "go generate"},
		"an edited row":    {func(t *runtime.Tables) { t.Lexical = strings.Replace(t.Lexical, "mail", "mall", 1) }, runtime.ErrAlteredTables, "go generate"},
		"a lost row":       {func(t *runtime.Tables) { t.Capabilities = t.Capabilities[strings.Index(t.Capabilities, "\n")+1:] }, runtime.ErrAlteredTables, "go generate"},
		"a malformed row":  {resealed(func(t *runtime.Tables) { t.Lexical += "word\n" }), nil, "row"},
		"a foreign digit":  {resealed(func(t *runtime.Tables) { t.Lexical += "zz AA!A\n" }), nil, "posting 1"},
		"an unknown id":    {resealed(func(t *runtime.Tables) { t.Lexical += "zz ///A\n" }), nil, "posting 1"},
		"an unknown verb":  {resealed(func(t *runtime.Tables) { t.Capabilities = strings.Replace(t.Capabilities, "\task\t", "\tbeg\t", 1) }), nil, "beg"},
		"an unknown kind":  {resealed(func(t *runtime.Tables) { t.Capabilities = strings.Replace(t.Capabilities, "\ttool\t", "\ttoy\t", 1) }), nil, "toy"},
		"a lost schema":    {resealed(func(t *runtime.Tables) { t.Schemas = "" }), nil, "schema"},
	} {
		t.Run(name, func(t *testing.T) {
			tables := *good
			tt.change(&tables)
			_, err := runtime.New(&tables)
			if err == nil || !strings.Contains(err.Error(), tt.says) || tt.want != nil && !errors.Is(err, tt.want) {
				t.Fatalf("got %v, want %v saying %q", err, tt.want, tt.says)
			}
		})
	}
	if _, err := runtime.New(good); err != nil {
		t.Fatalf("the unchanged tables: %v", err)
	}
}

// resealed makes the checksum fit a change, so that what is behind it is
// tested.
func resealed(change func(*runtime.Tables)) func(*runtime.Tables) {
	return func(t *runtime.Tables) {
		change(t)
		t.Checksum = t.Sum()
	}
}

func FuzzResolve(f *testing.F) {
	r := compile(f, platform)
	for _, s := range []string{"send a mail", "", "\xff", "kv cache", strings.Repeat("a", 10000), "会議を予約", "e\u0301"} {
		f.Add(s, uint8(0))
	}
	f.Fuzz(func(t *testing.T, intent string, verb uint8) {
		v := runtime.Verb(verb % 7)
		d, candidates := r.Resolve(nil, runtime.Query{Verb: v, Intent: intent, K: 32})
		for i, c := range candidates {
			if c.Confidence < 0 || c.Confidence > 1 {
				t.Fatalf("%q: %+v", intent, c)
			}
			if i > 0 && c.Score > candidates[i-1].Score {
				t.Fatalf("%q: not sorted: %v", intent, candidates)
			}
		}
		if len(candidates) == 0 && d.Outcome == runtime.Route {
			t.Fatalf("%q: routed to nothing", intent)
		}
	})
}
