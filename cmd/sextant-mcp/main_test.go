package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
)

// TestMain has the servers that tests start keep nothing, unless a test says where.
func TestMain(m *testing.M) {
	if _, told := os.LookupEnv(storeVariable); !told {
		_ = os.Setenv(storeVariable, "memory") // fails for broken names only
	}
	testscript.Main(m, map[string]func(){
		"sextant-mcp": main,
		"mcp-server":  func() { fleettest.Behave(os.Args[1]) },
	})
}

// The scripts start the command and look at what it prints and how it ends.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: func(env *testscript.Env) error {
		env.Setenv(storeVariable, "memory")
		return nil
	}})
}

// server is a started command. The test binary is the command when it runs under
// its name, which testscript.Main arranges for.
type server struct {
	cmd    *exec.Cmd
	stdout *bufio.Reader
	stderr strings.Builder
}

func start(t *testing.T, args ...string) *server {
	t.Helper()
	path, err := exec.LookPath("sextant-mcp")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{cmd: exec.CommandContext(t.Context(), path, args...)}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.stdout = bufio.NewReader(out)
	s.cmd.Stderr = &s.stderr
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// greeting is what the server prints up to and including its third command.
func (s *server) greeting(t *testing.T) (base string, commands []string) {
	t.Helper()
	for len(commands) < len(trials) {
		line, err := s.stdout.ReadString('\n')
		if err != nil {
			t.Fatalf("the greeting ends early: %v\n%s", err, s.stderr.String())
		}
		if m := regexp.MustCompile(`^serving MCP at (http://\S+)/mcp `).FindStringSubmatch(line); m != nil {
			base = m[1]
		}
		if strings.HasPrefix(line, "curl ") {
			commands = append(commands, strings.TrimSpace(line))
		}
	}
	return base, commands
}

// The printed commands work as they are printed, and signals end the server
// cleanly.
func TestHTTP(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		s := start(t, "-http", "127.0.0.1:0")
		base, commands := s.greeting(t)
		for i, command := range commands {
			res := request(t, command)
			if res.IsError || len(res.StructuredContent) == 0 {
				t.Errorf("%s\nanswered %s", command, res.StructuredContent)
			}
			if want := []string{`"executed":true`, `"decision":"found"`, `"executed":true`}[i]; !strings.Contains(string(res.StructuredContent), want) {
				t.Errorf("%s\nanswered %s, want %s in it", command, res.StructuredContent, want)
			}
		}
		res, err := http.Get(base + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusOK {
			t.Errorf("health: %d", res.StatusCode)
		}
		if err := s.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if err := s.cmd.Wait(); err != nil {
			t.Errorf("after %v: %v\n%s", signal, err, s.stderr.String())
		}
	}
}

// toolResult is the part of an answer that the tests look at.
type toolResult struct {
	StructuredContent json.RawMessage `json:"structuredContent"`
	IsError           bool            `json:"isError"`
}

// quoted finds the parts of a command line in single quotes.
var quoted = regexp.MustCompile(`-(H|d) '([^']*)'`)

// request makes the request of a curl command line.
func request(t *testing.T, command string) toolResult {
	t.Helper()
	url := strings.Fields(command)[2]
	var body string
	header := http.Header{}
	for _, m := range quoted.FindAllStringSubmatch(command, -1) {
		if m[1] == "d" {
			body = m[2]
			continue
		}
		name, value, _ := strings.Cut(m[2], ": ")
		header.Set(name, value)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = header
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s\n%d %s %v", command, res.StatusCode, raw, err)
	}
	var answer struct{ Result toolResult }
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return answer.Result
}

// An address that is taken is an error, not a usage mistake.
func TestTakenAddress(t *testing.T) {
	first := start(t, "-http", "127.0.0.1:0")
	base, _ := first.greeting(t)
	second := start(t, "-http", strings.TrimPrefix(base, "http://"))
	err := second.cmd.Wait()
	if second.cmd.ProcessState.ExitCode() != exitFailed || !strings.Contains(second.stderr.String(), "can't be served") {
		t.Errorf("%v\n%s", err, second.stderr.String())
	}
	if err := first.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := first.cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// A client of another library starts the command and uses it over stdin and
// stdout.
func TestStdio(t *testing.T) {
	path, err := exec.LookPath("sextant-mcp")
	if err != nil {
		t.Fatal(err)
	}
	changed := make(chan struct{}, 8)
	client := mcp.NewClient(&mcp.Implementation{Name: "peer", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- struct{}{} },
	})
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: exec.Command(path)}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	if err != nil {
		t.Fatal(err)
	}
	list, err := session.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 9 {
		t.Fatal(list, err)
	}
	res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "ask", Arguments: trials[0].args})
	if err != nil || res.IsError {
		t.Fatal(res, err)
	}
	// A tool that is loaded can be called at once, and the client hears of it.
	if res, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "load_tools", Arguments: map[string]any{"tools": []string{"sextant_surface_stats"}}}); err != nil || res.IsError {
		t.Fatal(res, err)
	}
	if res, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "sextant_surface_stats", Arguments: map[string]any{}}); err != nil || res.IsError {
		t.Fatal(res, err)
	}
	<-changed
	if list, err = session.ListTools(t.Context(), nil); err != nil || len(list.Tools) != 10 {
		t.Error(list, err)
	}
	if err := session.Close(); err != nil {
		t.Errorf("the command did not end with its input: %v", err)
	}
}
