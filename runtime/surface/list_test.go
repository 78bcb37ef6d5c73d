package surface

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The list is the same for every client, the verbs first.
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
			if a == nil || a.DestructiveHint == nil || a.OpenWorldHint == nil {
				t.Fatalf("%s is annotated %s", tool.Name, encode(t, a))
			}
			reads := slices.Contains([]string{"ask", "find", "why", "find_tools"}, tool.Name)
			destroys := slices.Contains([]string{"write", "act", "manage"}, tool.Name)
			reaches := destroys || tool.Name == "ask" || tool.Name == "why"
			if a.ReadOnlyHint != reads || *a.DestructiveHint != destroys || a.IdempotentHint == destroys || *a.OpenWorldHint != reaches {
				t.Errorf("%s is annotated %s", tool.Name, encode(t, a))
			}
		}
		if got := strings.Join(names, " "); got != "ask find write act manage why load_tools unload_tools find_tools" {
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
func listed(t *testing.T, mode Mode) []json.RawMessage {
	t.Helper()
	s, _ := newSurfaceIn(t, Options{Mode: mode})
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

// Every tool is as its golden file says, in every mode; a change of what clients
// see shows in a diff.
func TestToolSnapshots(t *testing.T) {
	for _, mode := range Modes {
		t.Run(string(mode), func(t *testing.T) {
			dir := filepath.Join("testdata", "tools", string(mode))
			seen := map[string]bool{}
			for _, raw := range listed(t, mode) {
				var tool struct{ Name string }
				if err := json.Unmarshal(raw, &tool); err != nil {
					t.Fatal(err)
				}
				var pretty bytes.Buffer
				if err := json.Indent(&pretty, raw, "", "  "); err != nil {
					t.Fatal(err)
				}
				pretty.WriteByte('\n')
				golden(t, filepath.Join(dir, tool.Name+".json"), pretty.Bytes())
				seen[tool.Name+".json"] = true
			}
			files, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				if !seen[f.Name()] {
					t.Errorf("%s is of a tool that is not listed; delete it", filepath.Join(dir, f.Name()))
				}
			}
		})
	}
}

func TestInstructionsSnapshot(t *testing.T) {
	r, err := library()
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range Modes {
		golden(t, filepath.Join("testdata", "instructions", string(mode)+".txt"), []byte(instructions(r, mode, nil)+"\n"))
		s, _ := newSurfaceIn(t, Options{Mode: mode})
		session := overHTTP(t, s, legacy)
		if got := session.InitializeResult(); got.Instructions != instructions(r, mode, nil) || got.ServerInfo.Name != Name || got.ServerInfo.Version != "v9.9.9" {
			t.Errorf("introduces itself as %+v", got)
		}
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

func TestTopics(t *testing.T) {
	for title, want := range map[string]string{
		"Read a skill": "read a skill", "SQL console": "SQL console", "Événements": "événements", "A": "A", "Ü-Wagen": "Ü-Wagen", "日本の法令": "日本の法令",
	} {
		if got := decapitalize(title); got != want {
			t.Errorf("%q became %q, want %q", title, got, want)
		}
	}
}
