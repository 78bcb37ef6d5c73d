package runtime_test

import (
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// Benchmarks compare sizes within one run; only their ratios mean anything on
// a shared machine.

func benchmarkResolve(b *testing.B, n int, intent string) {
	r := crowd(b, n).WithCache(0) // rankings, not what is remembered of one
	dst := make([]runtime.Candidate, 0, runtime.DefaultK)
	b.ReportAllocs()
	for b.Loop() {
		r.Resolve(dst[:0], runtime.Query{Verb: runtime.Act, Intent: intent})
	}
}

const typical = "please create an invoice for the customer of region 17"

func BenchmarkResolve95(b *testing.B)    { benchmarkResolve(b, 95, typical) }
func BenchmarkResolve1000(b *testing.B)  { benchmarkResolve(b, 1000, typical) }
func BenchmarkResolve10000(b *testing.B) { benchmarkResolve(b, 10000, typical) }
func BenchmarkResolveTypos(b *testing.B) {
	benchmarkResolve(b, 95, "plaese craete an invioce for the custmer")
}
func BenchmarkResolveUnknown(b *testing.B) {
	benchmarkResolve(b, 95, "nothing of this was ever heard here")
}
func BenchmarkResolveOneWord(b *testing.B) { benchmarkResolve(b, 95, "invoice") }

func BenchmarkNew(b *testing.B) {
	t := crowd(b, 1000).Tables()
	for b.Loop() {
		if _, err := runtime.New(t); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkJudge is to be compared with BenchmarkExplain: what is saved where nobody
// looks at the evidence.
func BenchmarkJudge(b *testing.B) {
	r := crowd(b, 95)
	for b.Loop() {
		r.Judge(runtime.Query{Verb: runtime.Act, Intent: typical})
	}
}

func BenchmarkExplain(b *testing.B) {
	r := crowd(b, 95)
	for b.Loop() {
		r.Explain(runtime.Query{Verb: runtime.Act, Intent: typical})
	}
}
