package surface

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// Curl is a call of a verb as a command line: for a first try, and for issues.
// It speaks the newest revision of the protocol, which needs no session, so the
// line stands alone. base is the server's address, such as
// "http://127.0.0.1:8765", arguments are the verb's.
func Curl(base, verb string, arguments map[string]any) (string, error) {
	type meta map[string]any
	type params struct {
		Name      string         `json:"name"`
		Arguments map[string]any `json:"arguments"`
		Meta      meta           `json:"_meta"`
	}
	body, err := json.Marshal(struct {
		Version string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Params  params `json:"params"`
	}{mcp.JSONRPC_VERSION, 1, string(mcp.MethodToolsCall), params{verb, arguments, meta{
		mcp.MetaKeyProtocolVersion: mcp.ProtocolVersion20260728, mcp.MetaKeyClientCapabilities: struct{}{},
	}}})
	if err != nil {
		return "", fmt.Errorf("arguments of %s: %w", verb, err)
	}
	line := "curl -s " + base + Path
	for _, header := range [][2]string{
		{"Content-Type", "application/json"},
		{"Accept", "application/json, text/event-stream"},
		{mcp.HeaderProtocolVersion, mcp.ProtocolVersion20260728},
		{mcp.HeaderMethod, string(mcp.MethodToolsCall)},
		{mcp.HeaderName, verb},
	} {
		line += fmt.Sprintf(" -H '%s: %s'", header[0], header[1])
	}
	return line + " -d '" + strings.ReplaceAll(string(body), "'", `'\''`) + "'", nil
}
