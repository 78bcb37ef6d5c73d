package text

import "testing"

// Requests of about one length, told apart by what they ask of the scanner.
var benchTexts = []struct{ name, text string }{
	{"plain", "please create a new calendar event for the weekly planning meeting with everybody on the team"},
	{"names", "call getUserById and create_customer_session on HTTPServer in src/main.go, then report back to"},
	{"digits", "upload the s3 bucket v2 to ec2, check sha256 and utf8, then run k8s with oauth2 and base64 enc"},
	{"accented", "créez un événement périodique à l’école pour la réunion générale, à l’équipe de développement"},
	{"cyrillic", "покажи мой портфель и все заявки за последнюю неделю"},
	{"japanese", "日本の法令を検索してから結果を表に保存します"},
}

func BenchmarkScanner(b *testing.B) {
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(c.text)))
			n := 0
			for b.Loop() {
				var s Scanner
				for s.Reset(c.text); s.Next(); {
					n += len(s.Token())
				}
			}
			if n == 0 {
				b.Fatal("no token")
			}
		})
	}
}

func BenchmarkStem(b *testing.B) {
	words := []string{"scheduling", "database", "queries", "subscription", "address", "calendar"}
	var buf [MaxToken]byte
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		w := words[i%len(words)]
		if len(Stem(buf[:copy(buf[:], w)])) == 0 {
			b.Fatal("empty stem")
		}
	}
}

func BenchmarkAppendKey(b *testing.B) {
	dst := make([]byte, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		dst = AppendKey(dst[:0], "GitHub.createPullRequestReview")
	}
}

func BenchmarkWithinOne(b *testing.B) {
	x, y := []byte("subscription"), []byte("subscritpion")
	b.ReportAllocs()
	for b.Loop() {
		if !WithinOne(x, y) {
			b.Fatal("one swap apart")
		}
	}
}
