package sweep

import (
	"fmt"
	"strings"
	"testing"
)

func anyName(string) bool { return true }

// describe shows a call as the scanner understood it.
func (c call) describe() string {
	var b strings.Builder
	b.WriteString(c.name)
	for _, a := range c.args {
		fmt.Fprintf(&b, " %s:%s:%s", a.name, strings.TrimPrefix(strings.TrimPrefix(a.kind.String(), "an "), "a "), a.text)
	}
	if c.elided {
		b.WriteString(" elided")
	}
	if c.broken != "" {
		b.WriteString(" broken: " + c.broken)
	}
	return b.String()
}

func TestScanCalls(t *testing.T) {
	for code, want := range map[string]string{
		`f()`:                                    "f",
		`f(a="x", b='y')`:                        "f a:string:x b:string:y",
		`f(a="it\"s", b='''x'y''')`:              `f a:string:it\"s b:string:x'y`,
		"f(a=r\"x\", b=f'{y}')":                  "f a:string:x b:string:{y}",
		`f(a=1, b=-2.5e3, c=1_000)`:              "f a:integer:1 b:number:-2.5e3 c:integer:1_000",
		`f(a=true, b=False, c=null, d=None)`:     "f a:boolean:true b:boolean:False c:null:null d:null:None",
		`f(a=[1, [2, ")"]], b={"x": {}})`:        `f a:array:[1, [2, ")"]] b:object:{"x": {}}`,
		`f(a=<name>, b=...)`:                     "f a:expression:<name> b:expression:...",
		`f(a=1, ...)`:                            "f a:integer:1 elided",
		`f(a=1, …)`:                              "f a:integer:1 elided",
		`f(x, y)`:                                "f elided",
		`f("x")`:                                 "f elided",
		`f(a=x + "y", b=g(1, 2)[0])`:             `f a:expression:x + "y" b:expression:g(1, 2)[0]|g elided`,
		"f(\n  a=1, # one, (two)\n  b=2 // )\n)": "f a:integer:1 b:integer:2",
		`f(a=[...] | b=[...])`:                   "f a:expression:[...] | b=[...]",
		`f(a == 1)`:                              "f elided",
		`f(größe=1)`:                             "f elided",
		`f(a="x`:                                 "f a:string: broken: a string in it is never closed",
		`f(a=[1, 2`:                              "f a:array:[1, 2 broken: a bracket in it is never closed",
		`f(a=1`:                                  "f a:integer:1 broken: its parenthesis is never closed",
		`f(a=`:                                   "f a:expression: broken: its parenthesis is never closed",
		`f(]`:                                    "f elided broken: its parenthesis is never closed",
		`f(a=g(b=1))`:                            "f a:expression:g(b=1)|g b:integer:1",
		`def f(a=1): x.g(b=2) /h(c=3) -i() $j()`: "",
		`func f(a int); i(x=1)`:                  "i x:integer:1",
		`defer f(a=1)`:                           "f a:integer:1",
	} {
		var got []string
		for _, c := range scanCalls(code, anyName) {
			got = append(got, c.describe())
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s\n got %s\nwant %s", code, s, want)
		}
	}
}

func FuzzScanCalls(f *testing.F) {
	f.Add(`f(a="x", b=[1, {"y": 2}], c=<z>, ...)`)
	f.Add("f(a='''x\n")
	f.Add("f(\\\"(")
	f.Fuzz(func(t *testing.T, code string) {
		for _, c := range scanCalls(code, anyName) {
			if c.start < 0 || c.end < c.start || c.end > len(code) || c.at > len(code) {
				t.Fatalf("%q: call at %d to %d, fault at %d", code, c.start, c.end, c.at)
			}
			for _, a := range c.args {
				if a.start < c.start || a.end < a.valueStart || a.end > len(code) {
					t.Fatalf("%q: argument %s at %d, %d to %d", code, a.name, a.start, a.valueStart, a.end)
				}
			}
		}
	})
}

func TestSnippetOffset(t *testing.T) {
	data := "- x\r\n\r\n  ```\r\n  one\r\n  two(a=1)\r\n  ```\r\n"
	s := snippet{f: &skillFile{data: []byte(data)}, text: "one\ntwo(a=1)\n", start: strings.Index(data, "one")}
	for _, word := range []string{"one", "two", "a=", "1"} {
		if got, want := s.offset(strings.Index(s.text, word)), strings.Index(data, word); got != want {
			t.Errorf("%s stands at %d, want %d", word, got, want)
		}
	}
}

func TestMatchPath(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"a/*/c", "a/b/c", true},
		{"a/*", "a/b/c", true},
		{"a", "a/b/c", true},
		{"./a/", "a/b/c", true},
		{"a/b/d", "a/b/c", false},
		{"b", "a/b/c", false},
		{"a/**", "a/b/c", true},
		{"a/**", "a", true},
		{"**/c", "a/b/c", true},
		{"**/c", "c", true},
		{"a/**/c", "a/c", true},
		{"a/**/d", "a/b/c", false},
		{"old-*/SKILL.md", "old-x/SKILL.md", true},
		{"[", "[", false},
		{"", "", true},
	} {
		if got := matchPath(test.pattern, test.name); got != test.want {
			t.Errorf("matchPath(%q, %q) = %v", test.pattern, test.name, got)
		}
	}
}
