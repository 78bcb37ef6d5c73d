package text

import (
	"slices"
	"strings"
	"testing"
)

// TestMeet holds texts that are one to a search.
func TestMeet(t *testing.T) {
	for _, group := range []string{
		"loop loops looping", "goal goals", "query queries querying queried",
		"schedule schedules scheduled scheduling scheduler", "database databases",
		"create creates created creating creation", "run runs running", "stop stops stopped stopping",
		"delete deletes deleted deleting deletion", "box boxes", "index indexes indices indexing",
		"analysis analyses", "status statuses", "process processes processing processed",
		"class classes", "address addresses", "alias aliases", "bus buses", "focus focuses focused focusing",
		"deploy deployment deployments deploying", "subscribe subscription subscriptions",
		"describe description", "encrypt encryption", "connect connection", "execute execution",
		"notify notification notifications", "verify verification", "configure configuration",
		"document documentation", "optimize optimise optimization optimisation optimizer",
		"organize organise organization organisations", "manage management managing", "pay payment paid",
		"ship shipment shipping", "agree agreement", "move movement", "require requirement",
		"calculate calculator calculation", "cancel cancelled canceled cancellation", "control controlled",
		"use uses used using", "size sizes sizing", "cache caching cached caches", "queue queues queued queuing",
		"parse parses parsed parsing", "release released releases", "apply applies applied", "movie movies",
		"write wrote written writes", "send sent", "build built", "child children", "colour color",
		"catalogue catalog", "install installed installation", "summarise summarize summarization",
		"café cafe CAFÉ", "Straße STRASSE strasse", "ΟΔΟΣ οδός οδος", "Łódź lodz", "Æther aether",
		"ﬁle file Ｆｉｌｅ", "ガス ｶﾞｽ", "don't don’t dont", "user's user’s user users'",
	} {
		words := strings.Fields(group)
		want := AppendTokens(nil, words[0])
		for _, word := range words[1:] {
			if got := AppendTokens(nil, word); !slices.Equal(got, want) {
				t.Errorf("%s is %q, %s is %q; want the same", word, got, words[0], want)
			}
		}
	}
}

// TestApart holds words that look alike and are not: none of their tokens may
// meet.
func TestApart(t *testing.T) {
	for _, pair := range []string{
		"research search", "theme the", "theme them", "listen list", "spreadsheet read", "universe university",
		"policy police", "general generate", "organ organize", "organ organization",
		"address add", "access ace", "news new", "https http", "always alway", "its it", "this thi", "analysis analyse",
		"status state", "bus busy", "canvas canva", "class clas", "series serial", "process proceed",
		"action act", "notion not", "note not", "nation nat", "station stat", "option opt", "section sect",
		"question quest", "department depart", "statement state", "production product", "projection project",
		"objection object", "direction direct", "edition edit", "formation format", "formation form",
		"plane plan", "code cod", "site sit", "mode mod", "node nod", "care car", "use us", "used us", "user use",
		"paste past", "suite suit", "locale local", "guide guid", "unite unit", "united unit", "waste wast",
		"customer custom", "container contain", "number numb", "string str", "bring br", "evening even",
		"nats nat", "embed emb", "need ne", "hundred hundr", "quite quit", "stripe strip", "scrape scrap",
		"か が", "は ぱ",
	} {
		words := strings.Fields(pair)
		a, b := AppendTokens(nil, words[0]), AppendTokens(nil, words[1])
		for _, token := range a {
			if slices.Contains(b, token) {
				t.Errorf("%s and %s meet in %q", words[0], words[1], token)
			}
		}
	}
}

// TestIntact holds words whose ending is their own.
func TestIntact(t *testing.T) {
	for _, word := range strings.Fields(`address status analysis access process bus canvas redis kubernetes https
		always news series class this its string thing need speed embed action station comment department environment
		lens alias bias nats guid api cpu virus basis axis less cross`) {
		if got := string(Stem([]byte(word))); got != word {
			t.Errorf("Stem(%s) = %s", word, got)
		}
	}
}

// TestShare holds a request and a description in scripts without spaces, which
// must have tokens in common.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		request, description string
		least                int
	}{
		{"法令を調べて", "日本の法令を検索します", 2},
		{"搜索文件", "在所有文件中搜索", 2},
		{"파일을 찾아줘", "파일 검색", 1},
		{"ค้นหาไฟล์", "ไฟล์ทั้งหมด", 1},
		{"покажи мой портфель", "Портфель клиента", 1},
		{"HTTPサーバーを再起動", "サーバーの再起動", 4},
	} {
		description := AppendTokens(nil, c.description)
		shared := 0
		for _, token := range AppendTokens(nil, c.request) {
			if slices.Contains(description, token) {
				shared++
			}
		}
		if shared < c.least {
			t.Errorf("%s and %s share %d tokens, want %d", c.request, c.description, shared, c.least)
		}
	}
}
