package method

import (
	"bytes"
	"encoding/json"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

// envelope is a message as far as it has to be understood here.
type envelope struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`

	// meta is the _meta of the parameters, raw; version the protocol revision
	// that it states.
	meta    json.RawMessage
	version string
}

// open reads a message. It is false for everything but a well-formed request of
// a method of the table: notifications, answers, batches and what is malformed
// are the library's to judge.
func (t *Table) open(raw []byte) (*envelope, bool) {
	e := &envelope{}
	if json.Unmarshal(raw, e) != nil || e.Version != mcp.JSONRPC_VERSION || t.handlers[e.Method] == nil || !isID(e.ID) {
		return nil, false
	}
	if string(e.Params) == "null" {
		e.Params = nil
	}
	var params struct {
		Meta json.RawMessage `json:"_meta"`
	}
	if json.Unmarshal(e.Params, &params) == nil {
		e.meta = params.Meta
		e.version = revision(e.meta)
	}
	return e, true
}

// revision reads the protocol revision that a _meta states, "" for none.
func revision(meta json.RawMessage) string {
	var keys map[string]json.RawMessage
	var version string
	if json.Unmarshal(meta, &keys) == nil && json.Unmarshal(keys[mcp.MetaKeyProtocolVersion], &version) == nil {
		return version
	}
	return ""
}

// isID reports a string or a number, which alone can be answered to.
func isID(raw json.RawMessage) bool {
	return len(raw) > 0 && (raw[0] == '"' || raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9')
}

// modern reports a request of the newer era. Over HTTP either the body or the
// header may say so; that both do is for the library to demand.
func (e *envelope) modern(header http.Header) bool {
	return mcp.IsModernProtocol(e.version) || mcp.IsModernProtocol(header.Get(mcp.HeaderProtocolVersion))
}

// standIn is the method that the library is asked in the place of ours.
func standIn(modern bool) string {
	if modern {
		return string(mcp.MethodServerDiscover)
	}
	return string(mcp.MethodPing)
}

// probe is the request that the library is asked in the place of this one: the
// same sender, the same _meta, another method.
func (e *envelope) probe(modern bool) []byte {
	type params struct {
		Meta json.RawMessage `json:"_meta,omitempty"`
	}
	raw, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Method  string          `json:"method"`
		Params  params          `json:"params"`
	}{e.Version, e.ID, standIn(modern), params{e.meta}})
	if err != nil {
		return nil // the parts were decoded from JSON, so they encode
	}
	return raw
}

// verdict is what the library said of a probe.
type verdict struct {
	refused bool
	// meta is the _meta of its result: the server's identity.
	meta json.RawMessage
}

// judge reads the library's answer to a probe.
func judge(reply []byte) verdict {
	var r struct {
		Error  json.RawMessage `json:"error"`
		Result *struct {
			Meta json.RawMessage `json:"_meta"`
		} `json:"result"`
	}
	if json.Unmarshal(reply, &r) != nil || len(r.Error) > 0 || r.Result == nil {
		return verdict{refused: true}
	}
	return verdict{meta: r.Result.Meta}
}

// isBatch reports a message that is an array.
func isBatch(raw []byte) bool {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	return len(raw) > 0 && raw[0] == '['
}
