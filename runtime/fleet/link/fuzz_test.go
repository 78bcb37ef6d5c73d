package link

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// Whatever a page holds, what is taken of it can be used and is bounded.
func FuzzPage(f *testing.F) {
	for _, seed := range []string{
		`{"tools":[{"name":"a","inputSchema":{}}],"nextCursor":"2"}`, `{"tools":[{"name":"a"},{"name":"a"},7,null,{"name":""}]}`,
		`{"tools":{},"nextCursor":""}`, `[]`, `{"tools":[{"name":"\ud800"}],"nextCursor":7}`, `{"tools":[{"name":"a","inputSchema":[]}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !json.Valid(raw) {
			return // the transport hands on JSON only
		}
		l := listing{kind: Tools, taken: map[string]bool{}, cursors: map[string]bool{}}
		for range 3 {
			if _, more := l.page(raw); !more {
				break
			}
		}
		seen := map[string]bool{}
		for _, item := range l.Items {
			if item.Key == "" || len(item.Key) > MaxName || seen[item.Key] || !utf8.Valid(item.Raw) || depth(item.Raw) > MaxDepth {
				t.Fatalf("%q was taken: %s", item.Key, item.Raw)
			}
			seen[item.Key] = true
		}
		if len(l.Problems) > maxProblems+1 {
			t.Fatalf("%d problems", len(l.Problems))
		}
	})
}
