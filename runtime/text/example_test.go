package text_test

import (
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/runtime/text"
)

// A request is scanned where it is handled: the scanner lives on the stack and
// the tokens are looked up before the next one is read.
func ExampleScanner() {
	request := "Scheduling meetings in getUserById, s'il te plaît"
	var s text.Scanner
	for s.Reset(request); s.Next(); {
		from, to := s.Span()
		fmt.Printf("%-10s %-10s %q joined=%t\n", s.Token(), s.Raw(), request[from:to], s.Joined())
	}
	// Output:
	// schedul    scheduling "Scheduling" joined=false
	// meet       meetings   "meetings" joined=false
	// in         in         "in" joined=false
	// get        get        "get" joined=false
	// user       user       "User" joined=true
	// by         by         "By" joined=true
	// id         id         "Id" joined=true
	// s          s          "s" joined=false
	// il         il         "il" joined=true
	// te         te         "te" joined=false
	// plait      plait      "plaît" joined=false
}

func ExampleAppendTokens() {
	for _, src := range []string{"HTTPServer", "parseJSON2CSV", "k8s pods", "user’s café", "法令を調べて"} {
		fmt.Println(strings.Join(text.AppendTokens(nil, src), " "))
	}
	// Output:
	// http server
	// parse json 2 csv
	// k8s pod
	// user cafe
	// 法令 令を を調 調べ べて
}

// Names that people write differently have one key.
func ExampleAppendKey() {
	for _, name := range []string{"createUser", "create_users", "Creating users"} {
		fmt.Println(string(text.AppendKey(nil, name)))
	}
	// Output:
	// creat_user
	// creat_user
	// creat_user
}

func ExampleStem() {
	for _, word := range []string{"queries", "deployment", "stopped", "status"} {
		fmt.Println(string(text.Stem([]byte(word))))
	}
	// Output:
	// query
	// deploy
	// stop
	// status
}

func ExampleWithinOne() {
	fmt.Println(text.WithinOne([]byte("scheudle"), []byte("schedule")))
	fmt.Println(text.WithinOne([]byte("search"), []byte("research")))
	// Output:
	// true
	// false
}
