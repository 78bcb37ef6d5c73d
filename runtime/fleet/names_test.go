package fleet

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	long := strings.Repeat("a_very_long_name_", 6)
	type ask struct{ server, tool, wish, want string }
	for what, c := range map[string]struct {
		limit int
		asks  []ask
	}{
		"alone": {64, []ask{{"a", "search_code", "", "search_code"}, {"b", "list", "", "list"}, {"a", "search_code", "", "search_code"}}},
		"collision": {64, []ask{
			{"a", "search", "", "search"}, {"b", "search", "", "b__search"}, {"c", "search", "", "c__search"}, {"a", "search", "", "search"},
		}},
		"the qualified name is taken": {64, []ask{{"a", "x", "", "x"}, {"c", "b__x", "", "b__x"}, {"b", "x", "", "b__x_e1707ddf"}}},
		"separator in the server's name": {64, []ask{
			{"Demo__Everything", "echo", "", "echo"}, {"Demo", "Everything__echo", "", "Everything__echo"}, {"x", "echo", "", "x__echo"},
		}},
		"underscores":           {64, []ask{{"aws_documentation", "search", "", "search"}, {"aws", "search", "", "aws__search"}, {"aws", "documentation_search", "", "documentation_search"}}},
		"characters":            {64, []ask{{"context7", "get:library.docs", "", "get_library_docs"}, {"context7", "get:library-docs", "", "get_library-docs"}, {"context7", "get library.docs", "", "context7__get_library_docs"}}},
		"reserved":              {64, []ask{{"a", "ask", "", "a__ask"}, {"a", "sextant_fleet_status", "", "a__sextant_fleet_status"}}},
		"wishes":                {64, []ask{{"a", "x", "nice_name", "nice_name"}, {"b", "y", "nice_name", "y"}, {"c", "z", "not/nice", "z"}, {"c", "z2", "ask", "z2"}}},
		"too long for some":     {60, []ask{{"a", strings.Repeat("n", 61), "", strings.Repeat("n", 51) + "_08bb796e"}}},
		"fits the protocol":     {128, []ask{{"a", long, "", long}}},
		"long names stay apart": {64, []ask{{"a", long + "x", "", "a_very_long_name_a_very_long_name_a_very_long_name_a_ve_eb8e6794"}, {"a", long + "y", "", "a_very_long_name_a_very_long_name_a_very_long_name_a_ve_d79ac744"}}},
		"no letter at all":      {64, []ask{{"a", "法令", "", "__"}, {"b", "検索", "", "b____"}}},
	} {
		t.Run(what, func(t *testing.T) {
			n := newNames(c.limit, "ask", StatusTool)
			for _, a := range c.asks {
				if got := n.of(Origin{a.server, a.tool}, a.wish); got != a.want {
					t.Errorf("%s of %s is %s, want %s", a.tool, a.server, got, a.want)
				}
			}
		})
	}
}

// Whichever instance is there first, their tool has one name when all are there, and
// an instance that differs again does not answer to it.
func TestNamesOfInstances(t *testing.T) {
	both := Origin{"prod+staging", "restart"}
	three := Origin{"prod+staging+test", "restart"}
	for what, before := range map[string][]Origin{
		"at once": nil, "prod first": {{"prod", "restart"}}, "staging first": {{"staging", "restart"}}, "one by one": {{"prod", "restart"}, both},
	} {
		n := newNames(64, "ask")
		for _, o := range before {
			n.of(o, "", strings.Split(o.Server, "+")...)
		}
		if got := n.of(both, "", "prod", "staging"); got != "restart" {
			t.Errorf("%s: two instances: %s", what, got)
		}
		if got := n.of(three, "", "prod", "staging", "test"); got != "restart" {
			t.Errorf("%s: three instances: %s", what, got)
		}
		if got := n.of(Origin{"prod", "restart"}, "", "prod"); got != "prod__restart" {
			t.Errorf("%s: alone again: %s", what, got)
		}
	}
	n := newNames(64, "ask")
	n.of(Origin{"other", "restart"}, "", "other")
	n.of(Origin{"prod", "restart"}, "chosen", "prod")
	if got := n.of(both, "", "prod", "staging"); got != "prod_staging__restart" {
		t.Errorf("the name of another server's tool: %s", got)
	}
	if got := n.of(three, "chosen", "prod", "staging", "test"); got != "chosen" {
		t.Errorf("a name that people chose: %s", got)
	}
	if got := n.of(Origin{"prod+staging", "ask"}, "", "prod", "staging"); got != "prod_staging__ask" {
		t.Errorf("a reserved name: %s", got)
	}
}

var accepted = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)

// Whatever joins in whatever order: names are unique, short enough, made of what
// clients accept, and stay.
func TestNamesAreUniqueAndStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.SampledFrom([]int{60, 64, 128}).Draw(t, "limit")
		n := newNames(limit, "ask", "find")
		given := map[Origin]string{}
		owner := map[string]Origin{}
		part := rapid.OneOf(rapid.StringMatching(`[ab_]{1,3}`), rapid.StringMatching(`(ask|find|a__b|ü)`), rapid.StringN(1, 140, 140))
		for range rapid.IntRange(1, 40).Draw(t, "tools") {
			o := Origin{part.Draw(t, "server"), part.Draw(t, "tool")}
			name := n.of(o, "")
			if !accepted.MatchString(name) || len(name) > limit || name == "ask" || name == "find" {
				t.Fatalf("%+v is called %q", o, name)
			}
			if before, ok := given[o]; ok && before != name {
				t.Fatalf("%+v was called %q, now %q", o, before, name)
			}
			if other, ok := owner[name]; ok && other != o {
				t.Fatalf("%+v and %+v are both called %q", o, other, name)
			}
			given[o], owner[name] = name, o
		}
	})
}

// The names of a start can be kept: whoever comes first then, each tool gets the name
// that it had, and what is new takes none of them.
func TestKeptNamesDoNotDependOnTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.SampledFrom([]int{60, 64, 128}).Draw(t, "limit")
		part := rapid.OneOf(rapid.StringMatching(`[ab_]{1,2}`), rapid.StringMatching(`(ask|a__b|a b)`), rapid.StringN(60, 130, 130))
		origins := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) Origin { return Origin{part.Draw(t, "server"), part.Draw(t, "tool")} }), 1, 20,
			func(o Origin) Origin { return o }).Draw(t, "tools")
		first := newNames(limit, "ask")
		kept := map[Origin]string{}
		var wishes []string
		for _, o := range origins {
			kept[o] = first.of(o, "")
			wishes = append(wishes, kept[o])
		}
		later := newNames(limit, "ask").hold(wishes...)
		added := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Origin { return Origin{part.Draw(t, "server") + "+", part.Draw(t, "tool")} }), 0, 5).Draw(t, "new tools")
		for _, o := range rapid.Permutation(append(append([]Origin{}, origins...), added...)).Draw(t, "order") {
			got := later.of(o, kept[o])
			if want, known := kept[o]; known && got != want {
				t.Fatalf("%+v was called %q, now %q", o, want, got)
			}
		}
	})
}
