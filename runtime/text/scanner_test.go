package text

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// spans writes a text's tokens with the words they came from and how they
// hang together.
func spans(src string) string {
	var b strings.Builder
	var s Scanner
	for s.Reset(src); s.Next(); {
		from, to := s.Span()
		mark := " "
		if s.Joined() {
			mark = "+"
		}
		fmt.Fprintf(&b, "%s%s<%s>", mark, s.Token(), src[from:to])
	}
	return b.String()
}

func TestSpanAndJoined(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", ""},
		{"Deleting files", " delet<Deleting> file<files>"},
		{"getUserById", " get<get>+user<User>+by<By>+id<Id>"},
		{"create_customer-session.v2", " creat<create>+customer<customer>+session<session>+v2<v2>"},
		{"src/main.go: line", " src<src>+main<main>+go<go> line<line>"},
		{"oauth2", " oauth<oauth>+2<2>"},
		{"a::b", " a<a>+b<b>"},
		{"https://x.io", " https<https>+x<x>+io<io>"},
		{"end. Next", " end<end> next<Next>"},
		{"wait...what", " wait<wait> what<what>"},
		{"this--that", " this<this> that<that>"},
		{"a,b", " a<a> b<b>"},
		{"f(x)", " f<f> x<x>"},
		{"the user's name", " the<the> user<user> name<name>"},
		{"l'homme", " l<l>+homm<homme>"},
		{"URLs", " url<URLs>"},
		{"cafe\u0301 olé", " cafe<cafe\u0301> ole<olé>"},
		{"de\u200blete", " delet<de\u200blete>"},
		{"Straße", " strasse<Straße>"},
		{"½", " 1<½>+2<½>"},
		{"法令を", " 法令<法令>+令を<令を>"},
		{"ｶﾞｽ", " ガス<ｶﾞｽ>"},
		{"㍿", " 株式<㍿>+式会<㍿>+会社<㍿>"},
		{"Gitの森", " git<Git> の森<の森>"},
		{"森Git", " 森<森> git<Git>"},
		{"delete👍🏽now", " delet<delete> 👍<👍🏽> now<now>"},
		{"🇩🇪🇫🇷", " 🇩🇪<🇩🇪> 🇫🇷<🇫🇷>"},
		{"ก้ข้ค", " ก้ข้<ก้ข้>+ข้ค<ข้ค>"},
		{"a\xffb", " a<a> b<b>"},
	} {
		if got := spans(c.src); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestRaw(t *testing.T) {
	for _, c := range []struct{ src, raw, token string }{
		{"Databases", "databases", "database"},
		{"Queries", "queries", "query"},
		{"WROTE", "wrote", "write"},
		{"Notifications", "notifications", "notify"},
		{"ids", "ids", "ids"},
		{"k8s", "k8s", "k8s"},
		{"ÉCOLES", "ecoles", "ecol"},
	} {
		var s Scanner
		s.Reset(c.src)
		if !s.Next() || string(s.Raw()) != c.raw || string(s.Token()) != c.token {
			t.Errorf("%s: raw %q, token %q; want %q, %q", c.src, s.Raw(), s.Token(), c.raw, c.token)
		}
	}
}

// TestReset checks that nothing of one text reaches the next.
func TestReset(t *testing.T) {
	var s Scanner
	for _, left := range []string{"法令を調べて", "½ x", "wrote_", "Æ", "ab1cd", ""} {
		s.Reset(left)
		s.Next()
		s.Reset("getting 3d")
		if s.Joined() || len(s.Token()) != 0 {
			t.Errorf("behind %q: state left after Reset", left)
		}
		if !s.Next() || string(s.Token()) != "get" || s.Joined() {
			t.Errorf("behind %q: first token %q, joined %t", left, s.Token(), s.Joined())
		}
		if !s.Next() || string(s.Token()) != "3d" || s.Next() || s.Next() {
			t.Errorf("behind %q: want 3d and the end", left)
		}
		if len(s.Token()) != 0 || len(s.Raw()) != 0 {
			t.Errorf("behind %q: token %q after the end", left, s.Token())
		}
	}
}

func TestMaxToken(t *testing.T) {
	for _, c := range []struct {
		src  string
		want int
	}{
		{strings.Repeat("a", 10240), 64},
		{strings.Repeat("1", 10240), 64},
		{strings.Repeat("é", 10240), 64},
		{strings.Repeat("ж", 40), 64},
		{"a" + strings.Repeat("ж", 40), 63}, // a rune does not straddle the limit
		{strings.Repeat("ж", 31) + "अ" + "ж", 62},
		{"ก" + strings.Repeat("้", 500), 30},
		{strings.Repeat("x", 70) + "'" + strings.Repeat("y", 70), 64},
	} {
		tokens := AppendTokens(nil, c.src)
		if len(tokens) != 1 || len(tokens[0]) != c.want || !utf8.ValidString(tokens[0]) {
			t.Errorf("%.20q...: tokens %q, want one of %d bytes", c.src, tokens, c.want)
		}
	}
}

func TestAppendKey(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", ""},
		{"...", ""},
		{"createUser", "creat_user"},
		{"create_user", "creat_user"},
		{"Creating users", "creat_user"},
		{"CREATE-USERS!", "creat_user"},
		{"法令を", "法令_令を"},
		{"S3 Bucket", "s3_bucket"},
	} {
		if got := string(AppendKey([]byte(">"), c.src)); got != ">"+c.want {
			t.Errorf("AppendKey(%q) = %q, want %q", c.src, got, ">"+c.want)
		}
	}
}

func TestStemLeavesAlone(t *testing.T) {
	for _, word := range []string{"", "a", "ids", "was", "Loops", "k8ses", "étés", "loops1", "loop_s", "loops "} {
		if got := string(Stem([]byte(word))); got != word {
			t.Errorf("Stem(%q) = %q, want it unchanged", word, got)
		}
	}
}
