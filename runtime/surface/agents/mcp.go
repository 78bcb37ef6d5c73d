package agents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// Server returns the surface as an MCP server. Tools that a conversation has not
// enabled are registered and not listed. Tell EndSession of sessions that are over:
// the library also takes a session for one whose client has only dropped a stream.
func (s *Surface) Server(version string, log *slog.Logger) *server.MCPServer {
	m := newServer(version, log, s.instructions(), s.visible)
	m.AddTools(s.serverTools(m, s)...)
	return m
}

func newServer(version string, log *slog.Logger, instructions string, visible server.ToolFilterFunc) *server.MCPServer {
	return server.NewMCPServer("sextant", version,
		server.WithInstructions(instructions),
		server.WithToolCapabilities(true),
		server.WithToolFilter(visible),
		server.WithRecovery(),
		server.WithLogger(log),
	)
}

// behind carries out what the tools of a server are called for.
type behind interface {
	Ask(ctx context.Context, q Question) Answer
	Call(ctx context.Context, name string, args map[string]json.RawMessage, key string) Answer
	Tools(namespace, key string) (Listing, error)
}

// serverTools are the tools as the server of the protocol's library has them.
func (s *Surface) serverTools(m *server.MCPServer, to behind) (out []server.ServerTool) {
	if s.several() {
		out = append(out, s.askTool(nil, to))
	}
	for _, n := range s.namespaces {
		out = append(out, s.askTool(n, to), s.toolsTool(m, n, to))
	}
	for _, n := range s.namespaces {
		for _, t := range n.tools {
			out = append(out, s.specific(t, to))
		}
	}
	return out
}

func (s *Surface) instructions() string {
	door := s.namespaces[0].ask()
	if s.several() {
		door = askName + " (or the ask tool of a namespace: " + strings.Join(s.Names(), ", ") + ")"
	}
	return instructionsAt(door)
}

// instructionsAt says how the tools are used whose door that is.
func instructionsAt(door string) string {
	return "Pass the user's own words to " + door + " as question, with the arguments that are at hand beside it. " +
		"Relay answer as it stands, with the caveat. When ok is false, answer is a question or says what went wrong: " +
		"make one of the calls in options, but replace what stands in <>, which fill names, by real values first."
}

// askTool is the ask tool of a namespace, or of all when it is nil.
func (s *Surface) askTool(n *namespace, to behind) server.ServerTool {
	name, namespace, about := askName, "", "Answers questions and carries out requests about all of "+strings.Join(s.Names(), ", ")+"."
	var tools []*tool
	least := usedWidely
	if n != nil {
		name, namespace, about, tools, least = n.ask(), n.name, describe(n), n.tools, usedHere
	} else {
		for _, one := range s.namespaces {
			tools = append(tools, one.tools...)
		}
	}
	worst := dispatch.Read
	for _, t := range tools {
		worst = max(worst, t.effect)
	}
	schema := askSchema(tools, least)
	tool := mcp.NewToolWithRawSchema(name, about, schema)
	tool.RawOutputSchema = json.RawMessage(AnswerSchema)
	tool.Annotations = annotations(worst)
	return server.ServerTool{Tool: tool, Handler: func(ctx context.Context, call mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		q, err := readQuestion(call)
		if err != nil {
			return answered(failure(err))
		}
		q.Namespace, q.Key = namespace, s.conversationOf(ctx)
		return confirmed(ctx, call, func(ctx context.Context) Answer { return to.Ask(ctx, q) })
	}}
}

// describe says what a namespace is for: the titles of a few of its tools.
func describe(n *namespace) string {
	const most = 6
	count := min(most, len(n.tools))
	var topics []string
	for i := range count {
		t := n.tools[i*len(n.tools)/count]
		if t.rec.Title != "" {
			topics = append(topics, t.rec.Title)
		} else {
			topics = append(topics, t.name)
		}
	}
	return fmt.Sprintf("Answers questions and carries out requests about %s: %s.", n.name, strings.Join(topics, "; "))
}

func (s *Surface) toolsTool(m *server.MCPServer, n *namespace, to behind) server.ServerTool {
	tool := mcp.NewToolWithRawSchema(n.listTools(),
		fmt.Sprintf("Lists the %d tools of %s and makes them callable by name.", len(n.tools), n.name),
		json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`))
	tool.RawOutputSchema = json.RawMessage(ListingSchema)
	tool.Annotations = annotations(dispatch.Read)
	return server.ServerTool{Tool: tool, Handler: func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		l, err := to.Tools(n.name, s.conversationOf(ctx))
		if err != nil {
			return nil, err
		}
		if session := server.ClientSessionFromContext(ctx); len(l.Added) > 0 && session != nil && session.SessionID() != "" {
			// A client that can't be told can still call them.
			_ = m.SendNotificationToClient(ctx, mcp.MethodNotificationToolsListChanged, nil)
		}
		return result(l, false, nil)
	}}
}

// specific is a tool by its own name.
func (s *Surface) specific(t *tool, to behind) server.ServerTool {
	out := mcp.NewToolWithRawSchema(t.name, t.about(), t.schema)
	out.RawOutputSchema = json.RawMessage(AnswerSchema)
	out.Title = t.rec.Title
	out.Annotations = annotations(t.effect)
	return server.ServerTool{Tool: out, Handler: func(ctx context.Context, call mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		args, err := members(call)
		if err != nil {
			return answered(failure(err))
		}
		return confirmed(ctx, call, func(ctx context.Context) Answer { return to.Call(ctx, t.name, args, s.conversationOf(ctx)) })
	}}
}

// visible takes the tools that the conversation has not enabled out of a list.
// A call of one of them passes, so that its answer can say how to reach it.
func (s *Surface) visible(ctx context.Context, tools []mcp.Tool) []mcp.Tool {
	if len(tools) == 1 {
		return tools
	}
	seen := s.enabled(s.conversationOf(ctx))
	out := make([]mcp.Tool, 0, len(tools))
	for _, tool := range tools {
		if t := s.byName[tool.Name]; t == nil || seen[t.id] {
			out = append(out, tool)
		}
	}
	return out
}

func annotations(worst dispatch.Effect) mcp.ToolAnnotation {
	hint := func(b bool) *bool { return &b }
	reads := worst == dispatch.Read
	return mcp.ToolAnnotation{ReadOnlyHint: hint(reads), DestructiveHint: hint(worst == dispatch.Destroy), IdempotentHint: hint(reads)}
}

// conversationOf names the conversation of a call: the session of the older
// protocol revisions. In the newer ones nothing may rest on a connection; there it
// is the authenticated principal, "" without one.
func (s *Surface) conversationOf(ctx context.Context) string {
	info := server.RequestProtocolInfoFromContext(ctx)
	modern := info != nil && info.Modern
	if session := server.ClientSessionFromContext(ctx); !modern && session != nil && session.SessionID() != "" {
		return sessionKey(session.SessionID())
	}
	return dispatch.PrincipalCaller(s.principal(ctx))
}

// sessionKey is the key of a session. No principal can have it.
func sessionKey(id string) string { return "session:" + id }

// members are the arguments of a call as they were sent.
func members(call mcp.CallToolRequest) (map[string]json.RawMessage, error) {
	raw, err := json.Marshal(call.GetRawArguments())
	if err != nil {
		return nil, fmt.Errorf("arguments: %w", err)
	}
	var args map[string]json.RawMessage
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, errors.New("the arguments are no JSON object")
	}
	maps.DeleteFunc(args, func(_ string, value json.RawMessage) bool { return string(value) == "null" })
	return args, nil
}

// readQuestion reads the arguments of an ask tool.
func readQuestion(call mcp.CallToolRequest) (Question, error) {
	args, err := members(call)
	if err != nil {
		return Question{}, err
	}
	var q Question
	if err := json.Unmarshal(args["question"], &q.Text); err != nil {
		return q, errors.New(`question must be a text; a call looks like {"question":"the request in the user's words"}`)
	}
	q.Hints = args["hints"]
	delete(args, "question")
	delete(args, "hints")
	q.Context = args
	return q, nil
}

func answered(a Answer) (*mcp.CallToolResult, error) {
	meta := map[string]any{}
	if a.Tool != "" {
		meta["sextant/tool"] = a.Tool
	}
	return result(a, a.Failed, meta)
}

// result carries a value as structured content and as the same JSON in text.
func result(v any, failed bool, meta map[string]any) (*mcp.CallToolResult, error) {
	raw, err := encode(v)
	if err != nil {
		return nil, fmt.Errorf("the answer has no JSON: %w", err)
	}
	out := mcp.NewToolResultStructured(raw, string(raw))
	out.IsError = failed
	if len(meta) > 0 {
		out.Meta = mcp.NewMetaFromMap(meta)
	}
	return out, nil
}
