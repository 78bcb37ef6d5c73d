package fleettest

import (
	"fmt"
	"io"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

// variable names the behaviour of a test binary that was started as a server.
const variable = "SEXTANT_FLEETTEST"

// Serve serves on a pair of streams until the input ends.
type Serve func(in io.Reader, out io.Writer)

// Main runs the tests, or serves when the process was started as a server, one
// of this package or one of others by name. It fails when goroutines are left
// over.
func Main(m *testing.M, others map[string]Serve) {
	if behaviour := os.Getenv(variable); behaviour != "" {
		if serve, ok := others[behaviour]; ok {
			serve(os.Stdin, os.Stdout)
			os.Exit(0)
		}
		serve, ok := behaviours[behaviour]
		if !ok {
			fmt.Fprintf(os.Stderr, "no behaviour %q\n", behaviour)
			os.Exit(2)
		}
		serve(newWire(os.Stdin, os.Stdout))
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// Server is the configuration of a server with a behaviour; see the constants.
func Server(t testing.TB, name, behaviour string, env ...string) config.Server {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := config.Server{Name: name, Command: path, Env: []config.Variable{{Name: variable, Value: config.Secret(behaviour)}}}
	for i := 0; i+1 < len(env); i += 2 {
		s.Env = append(s.Env, config.Variable{Name: env[i], Value: config.Secret(env[i+1])})
	}
	return s
}

// The behaviours.
const (
	// Plain serves the tools of [PlainTools] well.
	Plain = "plain"
	// Dies ends in the middle of a call.
	Dies = "dies"
	// Hangs answers, but neither ends with its input nor when it is asked to.
	Hangs = "hangs"
	// Twice answers every request twice.
	Twice = "twice"
	// Noisy writes megabytes to its standard error.
	Noisy = "noisy"
	// Deaf stops reading after the handshake.
	Deaf = "deaf"
	// Silent never answers.
	Silent = "silent"
	// Endless lists page after page, each with a new cursor.
	Endless = "endless"
	// Circular names one next page again and again.
	Circular = "circular"
	// Odd has cursors that are empty texts and numbers.
	Odd = "odd"
	// Broken lists tools most of which can't be used.
	Broken = "broken"
	// Long sends a message that is longer than any may be.
	Long = "long"
	// Family starts a process that outlives it and holds its output open.
	Family = "family"
	// Absent ends at once.
	Absent = "absent"
	// Late begins to answer after the milliseconds in the variable LATE.
	Late = "late"
	// Flood sends 200 notices that its list has changed when "flood" is called,
	// and then lists one more tool.
	Flood = "flood"
	// Replay lists the tools of the tools/list answer in the file that the variable
	// LIST names. Calls of them tell their names.
	Replay = "replay"
	// Exact lists one tool whose schemas are [ExactInput] and [ExactOutput], byte
	// for byte.
	Exact = "exact"
	// Rival has some of the plain server's tools under the same names, described
	// in other words.
	Rival = "rival"
	// Drips answers its list a byte at a time and never to its end.
	Drips = "drips"
	// Garbled writes bytes that are no UTF-8 into what it lists and answers.
	Garbled = "garbled"
	// Babbles sends thousands of log messages while it works on a call.
	Babbles = "babbles"
	// Withdraws asks the client something and takes the question back.
	Withdraws = "withdraws"
	// Pesters asks the client 1000 questions and as many pings at once when "pester"
	// is called. When as many are refused as the variable REFUSED says and all pings
	// are answered, it sends a log message; the result counts what became of them.
	Pesters = "pesters"
	// Fragile ends when "crash" is called and works again when it is restarted;
	// "process_id" tells whom to kill.
	Fragile = "fragile"
)

// Schemas that whoever writes them anew writes in other bytes: with white space, in
// an order of their own, numbers and characters each in an unusual spelling.
const (
	ExactInput = `{ "type": "object",  "required": ["to"], "properties": { "to": {"type":"string", "pattern":"^<[a-z]+>&?$", "description": "caf\u00e9 \u003c caf` + "é" + ` \/ 3 > 2, ` + "`code`" + `"},` +
		`"grams" : {"type":"number","minimum":1e2,"maximum":1.50E+3,"default":9007199254740993} }, "x-unit":"\u0067" }`
	ExactOutput = `{"type":"object","properties":{ "sum":{"type":"integer","exclusiveMaximum":10.0} } }`
)
