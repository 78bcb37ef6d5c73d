package fleet_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// What a call through Sextant costs beside its two hops, each between real
// processes: a call of one of Sextant's own tools that does nothing ("own"), and a
// call of the server's echo by the client itself, in the revision of the protocol
// that Sextant speaks to the server ("direct"). The kinds of call take turns, so
// that whatever else the machine does hits all of them, and each time in another
// order: a process is quicker right after another call of it, when nothing of it has
// left the processor's caches, and no kind may always have that.
//
// "ratio" is the median of a pinned echo through Sextant over the sum of the
// medians of the two hops. "ratio-older" is the same with the client's own call in
// the older revision ("older"), which costs servers less: then part of it is the
// price of the newer one. "ratio-p10" compares the tenth percentiles, to which other
// work on the machine does less. "routing-µs" is by how much the median of a call in words
// is above that of the pinned one; "routing-paired-µs" is the median of what the call in
// words took more than the pinned one of the same round, which hears less of how quick
// the machine was at the time.
func BenchmarkOverhead(b *testing.B) {
	sextant, fixture := built(b, "./cmd/sextant-mcp"), built(b, "./runtime/fleet/fixture/server")
	for _, front := range []string{"stdio", "http"} {
		for _, back := range []string{"stdio", "http"} {
			b.Run("client="+front+"/server="+back, func(b *testing.B) {
				entry := fmt.Sprintf(`{"command":%q}`, fixture)
				if back == "http" {
					entry = fmt.Sprintf(`{"url":%q}`, serving(b, fixture, "-http", "127.0.0.1:0"))
				}
				file := filepath.Join(b.TempDir(), "mcp.json")
				if err := os.WriteFile(file, []byte(`{"mcpServers":{"fixture":`+entry+`}}`), 0o600); err != nil {
					b.Fatal(err)
				}
				measureOverhead(b, connect(b, front, older, sextant, "-config", file), connect(b, back, newer, fixture), connect(b, back, older, fixture))
			})
		}
	}
}

func measureOverhead(b *testing.B, through, direct, directOlder bareClient) {
	const words = "the quick brown fox jumps over the lazy dog"
	kinds := []struct {
		name, want string
		to         bareClient
		call       string
		took       []time.Duration
	}{
		{name: "own", to: through, call: `{"name":"unload_tools","arguments":{"tools":["echo"]}}`, want: `"not_loaded":["echo"]`},
		{name: "direct", to: direct, call: `{"name":"echo","arguments":{"text":"` + words + `"}}`, want: words},
		{name: "older", to: directOlder, call: `{"name":"echo","arguments":{"text":"` + words + `"}}`, want: words},
		{name: "pinned", to: through, call: `{"name":"ask","arguments":{"intent":"echo a text","hints":{"tool":"echo","text":"` + words + `"}}}`, want: `"executed":true`},
		{name: "routed", to: through, call: `{"name":"ask","arguments":{"intent":"echo a text","hints":{"text":"` + words + `"}}}`, want: `"executed":true`},
	}
	const warm = 200
	orders := rand.New(rand.NewPCG(1, 2)) // the same in every run
	for i := range b.N + warm {
		if i == warm {
			b.ResetTimer()
		}
		for _, k := range orders.Perm(len(kinds)) {
			kind := &kinds[k]
			begun := time.Now()
			answer := kind.to.call(b, "tools/call", kind.call)
			took := time.Since(begun)
			if !bytes.Contains(answer, []byte(kind.want)) {
				b.Fatalf("%s: %s", kind.name, answer)
			}
			if i >= warm {
				kind.took = append(kind.took, took)
			}
		}
	}
	b.StopTimer()
	pinned, routed := kinds[len(kinds)-2].took, kinds[len(kinds)-1].took
	more := make([]time.Duration, len(routed))
	for i := range routed {
		more[i] = routed[i] - pinned[i]
	}
	slices.Sort(more)
	median, quick := map[string]float64{}, map[string]float64{}
	for _, kind := range kinds {
		slices.Sort(kind.took)
		median[kind.name] = float64(kind.took[len(kind.took)/2]) / float64(time.Microsecond)
		quick[kind.name] = float64(kind.took[len(kind.took)/10])
		b.ReportMetric(median[kind.name], kind.name+"-µs")
	}
	b.ReportMetric(quick["pinned"]/(quick["own"]+quick["direct"]), "ratio-p10")
	b.ReportMetric(median["pinned"]/(median["own"]+median["direct"]), "ratio")
	b.ReportMetric(median["pinned"]/(median["own"]+median["older"]), "ratio-older")
	b.ReportMetric(median["routed"]-median["pinned"], "routing-µs")
	b.ReportMetric(float64(more[len(more)/2])/float64(time.Microsecond), "routing-paired-µs")
	b.ReportMetric(0, "ns/op")
}

// built builds a command of this module and returns the program's path. What the
// command learns is none of the user's.
func built(b *testing.B, command string) string {
	b.Helper()
	b.Setenv("XDG_STATE_HOME", b.TempDir())
	path := filepath.Join(b.TempDir(), "program")
	build := exec.CommandContext(b.Context(), "go", "build", "-o", path, command)
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return path
}

// serving starts a program and returns the URL in the first line that it prints.
func serving(b *testing.B, program string, args ...string) string {
	b.Helper()
	_, url := servingProcess(b, program, args...)
	return url
}

func servingProcess(b *testing.B, program string, args ...string) (process *os.Process, url string) {
	b.Helper()
	process, _, out := running(b, program, args...)
	line, err := out.ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // until the process ends
	_, url, _ = strings.Cut(line, "http://")
	return process, "http://" + strings.Fields(url)[0]
}

// running starts a program that ends with the benchmark.
func running(b *testing.B, program string, args ...string) (*os.Process, io.WriteCloser, *bufio.Reader) {
	b.Helper()
	cmd := exec.Command(program, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	})
	return cmd.Process, in, bufio.NewReader(out)
}

// bareClient is a client that does no more than it has to.
type bareClient interface {
	call(b *testing.B, method, params string) []byte
}

// connect starts a program and returns a client of it, over its standard streams
// or over HTTP, that speaks a revision of the protocol.
func connect(b *testing.B, transport, revision, program string, args ...string) bareClient {
	b.Helper()
	s := speaker{revision: revision}
	var c interface {
		bareClient
		send(b *testing.B, method, message string) []byte
	}
	if transport == "stdio" {
		_, in, out := running(b, program, args...)
		c = &pipes{speaker: s, in: in, out: out}
	} else {
		w := &web{speaker: s, url: serving(b, program, append(args, "-http", "127.0.0.1:0")...), http: &http.Client{Transport: &http.Transport{}}}
		b.Cleanup(w.http.CloseIdleConnections)
		c = w
	}
	if revision == older {
		c.call(b, "initialize", `{"protocolVersion":"`+older+`","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}`)
		c.send(b, "notifications/initialized", `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	}
	return c
}

// The revisions that clients speak: with a handshake, and with all that it would
// tell in every request.
const (
	newer = "2026-07-28"
)

// speaker writes requests in a revision of the protocol.
type speaker struct {
	revision string
	id       int
}

func (s *speaker) request(method, params string) string {
	s.id++
	if s.revision == newer {
		const client = `"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}`
		params = `{"_meta":{"io.modelcontextprotocol/protocolVersion":"` + newer + `",` + client + `},` + params[1:]
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, s.id, method, params)
}

type pipes struct {
	speaker
	in  io.Writer
	out *bufio.Reader
}

func (p *pipes) send(b *testing.B, _, message string) []byte {
	b.Helper()
	if _, err := io.WriteString(p.in, message+"\n"); err != nil {
		b.Fatal(err)
	}
	return nil
}

func (p *pipes) call(b *testing.B, method, params string) []byte {
	b.Helper()
	p.send(b, method, p.request(method, params))
	prefix := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,`, p.id)
	for {
		line, err := p.out.ReadSlice('\n')
		if err != nil {
			b.Fatal(err)
		}
		if bytes.HasPrefix(line, prefix) {
			return line
		}
	}
}

type web struct {
	speaker
	url, session string
	http         *http.Client
}

func (w *web) send(b *testing.B, method, message string) []byte {
	b.Helper()
	req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, w.url, strings.NewReader(message))
	if err != nil {
		b.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", w.revision)
	if w.session != "" {
		req.Header.Set("Mcp-Session-Id", w.session)
	}
	if w.revision == newer {
		req.Header.Set("Mcp-Method", method)
		var call struct{ Params struct{ Name string } }
		if json.Unmarshal([]byte(message), &call) == nil {
			req.Header.Set("Mcp-Name", call.Params.Name)
		}
	}
	res, err := w.http.Do(req)
	if err != nil {
		b.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= http.StatusBadRequest {
		b.Fatalf("%v %s: %s", err, res.Status, answer)
	}
	if session := res.Header.Get("Mcp-Session-Id"); session != "" {
		w.session = session
	}
	return answer
}

func (w *web) call(b *testing.B, method, params string) []byte {
	b.Helper()
	return w.send(b, method, w.request(method, params))
}
