package face_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
)

// What a server refuses arrives with its code, message and data, whatever was asked
// of it.
func TestRefusals(t *testing.T) {
	const theirs = `{"code":-32042,"message":"the vault is sealed","data":{"until":1790000000,"why":["dust"]}}`
	refused := json.RawMessage(theirs)
	url := serve(t, fleettest.Scripted(t, "vault", fleettest.Script{
		Capabilities: json.RawMessage(`{"tools":{},"prompts":{},"resources":{},"completions":{}}`),
		Tools:        []json.RawMessage{fleettest.Reader("peek", "Peek into the vault.")},
		Answers: map[string]json.RawMessage{
			"prompts/list":             json.RawMessage(`{"prompts":[{"name":"riddle"}]}`),
			"resources/list":           json.RawMessage(`{"resources":[{"uri":"vault://gold","name":"gold"}]}`),
			"resources/templates/list": json.RawMessage(`{"resourceTemplates":[]}`),
		},
		Errors: map[string]json.RawMessage{"peek": refused, "prompts/get": refused, "resources/read": refused, "completion/complete": refused},
	}))
	for _, revision := range revisions {
		for method, c := range map[string]struct{ name, params string }{
			"tools/call":          {"peek", `"name":"peek","arguments":{}`},
			"prompts/get":         {"riddle", `"name":"riddle"`},
			"resources/read":      {"vault://gold", `"uri":"vault://gold"`},
			"completion/complete": {"", `"ref":{"type":"ref/prompt","name":"riddle"},"argument":{"name":"a","value":"b"}`},
		} {
			got := request(t, url, revision, method, c.name, c.params)
			if !strings.Contains(got, `"error":`+theirs) {
				t.Errorf("%s in %s: %s", method, revision, got)
			}
		}
	}
}

// request makes a request of a revision and returns the body of the answer.
func request(t *testing.T, url, revision, method, name, params string) string {
	t.Helper()
	if mcp.IsModernProtocol(revision) {
		return ask(t, url, map[string]string{mcp.HeaderMethod: method, mcp.HeaderName: name, mcp.HeaderProtocolVersion: revision},
			`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+`,"_meta":{"io.modelcontextprotocol/protocolVersion":"`+revision+`","io.modelcontextprotocol/clientCapabilities":{}}}}`)
	}
	session := open(t, url, revision)
	return ask(t, url, map[string]string{mcp.HeaderSessionID: session, mcp.HeaderProtocolVersion: revision},
		`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+`}}`)
}
