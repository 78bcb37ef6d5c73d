package surface

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The list is the same for every client, in the order of the verbs.
func TestListIsTheSameForEverybody(t *testing.T) {
	var first string
	onEveryTransport(t, func(t *testing.T, client *mcp.ClientSession, _ string) {
		list, err := client.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range list.Tools {
			names = append(names, tool.Name)
			a := tool.Annotations
			reads := tool.Name == "ask" || tool.Name == "find" || tool.Name == "why"
			if a == nil || a.ReadOnlyHint != reads || a.DestructiveHint == nil || *a.DestructiveHint == reads || a.IdempotentHint != reads ||
				a.OpenWorldHint == nil || *a.OpenWorldHint == (tool.Name == "find") {
				t.Errorf("%s is annotated %s", tool.Name, encode(t, a))
			}
		}
		if got := strings.Join(names, " "); got != "act ask find manage why write" && got != "ask find write act manage why" {
			t.Errorf("the list holds %s", got)
		}
		all := string(encode(t, list.Tools))
		if first == "" {
			first = all
		}
		if all != first {
			t.Errorf("the list differs:\n%s", cmp.Diff(first, all))
		}
	})
}

// listed is tools/list as it goes over the wire, asked for by the library's own
// client in process.
func listed(t *testing.T) []json.RawMessage {
	t.Helper()
	s, _ := newSurface(t)
	c, err := client.NewInProcessClient(s.MCP())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	var init mcpgo.InitializeRequest
	init.Params.ProtocolVersion = legacy
	if _, err := c.Initialize(t.Context(), init); err != nil {
		t.Fatal(err)
	}
	res, err := c.GetTransport().SendRequest(t.Context(), transport.JSONRPCRequest{
		JSONRPC: mcpgo.JSONRPC_VERSION, ID: mcpgo.NewRequestId(int64(7)), Method: string(mcpgo.MethodToolsList),
	})
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Tools []json.RawMessage `json:"tools"`
	}
	if err := json.Unmarshal(res.Result, &list); err != nil {
		t.Fatal(err)
	}
	return list.Tools
}

// Every tool is as its golden file says; a change of what clients see shows in a
// diff.
func TestToolSnapshots(t *testing.T) {
	tools := listed(t)
	if len(tools) != 6 {
		t.Fatalf("%d tools", len(tools))
	}
	for _, raw := range tools {
		var tool struct{ Name string }
		if err := json.Unmarshal(raw, &tool); err != nil {
			t.Fatal(err)
		}
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, raw, "", "  "); err != nil {
			t.Fatal(err)
		}
		pretty.WriteByte('\n')
		golden(t, filepath.Join("testdata", "tools", tool.Name+".json"), pretty.Bytes())
	}
}

func TestInstructionsSnapshot(t *testing.T) {
	r, err := library()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join("testdata", "instructions.txt"), []byte(instructions(r)+"\n"))
	session := overStreams(t, legacy)
	if got := session.InitializeResult(); got.Instructions != instructions(r) || got.ServerInfo.Name != Name || got.ServerInfo.Version != "v9.9.9" {
		t.Errorf("introduces itself as %+v", got)
	}
}

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run the test with -update and look at what it writes", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs; if that is meant, run the test with -update (-want +got):\n%s", path, diff)
	}
}

// maxListTokens bounds what the list costs a model with every request.
const maxListTokens = 1200

// The whole list is small. Tokens are estimated as words, numbers and runs of
// punctuation, about as the common tokenizers split JSON.
func TestListIsSmall(t *testing.T) {
	n := estimateTokens(string(encode(t, listed(t))))
	if n > maxListTokens {
		t.Errorf("the list costs about %d tokens, more than %d", n, maxListTokens)
	}
	t.Logf("about %d tokens", n)
}

var tokenPattern = regexp.MustCompile(`\pL+|\pN{1,3}|[^\s\pL\pN]+`)

// estimateTokens estimates what a text costs.
func estimateTokens(text string) int {
	n := 0
	for _, token := range tokenPattern.FindAllString(text, -1) {
		n += (len(token) + 7) / 8
	}
	return n
}

func TestModes(t *testing.T) {
	if m, err := ParseMode(""); err != nil || m != ModeIntent {
		t.Errorf("the empty mode is %q, %v", m, err)
	}
	if _, err := ParseMode("condensed"); err == nil || !strings.Contains(err.Error(), "served is [intent]") {
		t.Errorf("an unserved mode: %v", err)
	}
	s, _ := newSurface(t)
	if _, err := New(s.dispatcher, Options{Mode: "verbose"}); err == nil {
		t.Error("an unserved mode was accepted")
	}
	if _, err := New(nil, Options{}); err == nil {
		t.Error("no dispatcher was accepted")
	}
}

func TestTopics(t *testing.T) {
	for title, want := range map[string]string{
		"Read a skill": "read a skill", "SQL console": "SQL console", "Événements": "événements", "A": "A", "Ü-Wagen": "Ü-Wagen", "日本の法令": "日本の法令",
	} {
		if got := decapitalize(title); got != want {
			t.Errorf("%q became %q, want %q", title, got, want)
		}
	}
}
