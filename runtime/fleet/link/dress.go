package link

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
)

// dress writes the parameters, with what the revision wants in the "_meta" of
// every request.
func (c *Conn) dress(call Call, id int64, modern bool) json.RawMessage {
	meta := map[string]json.RawMessage{}
	if raw := call.Params["_meta"]; raw != nil {
		_ = json.Unmarshal(raw, &meta) // none that could be kept
		if meta == nil {
			meta = map[string]json.RawMessage{}
		}
	}
	maps.Copy(meta, call.Meta)
	if call.Progress != nil {
		meta["progressToken"] = strconv.AppendInt(nil, id, 10)
	}
	if modern {
		meta[mcp.MetaKeyProtocolVersion] = c.same.protocol
		meta[mcp.MetaKeyClientInfo] = c.same.client
		meta[mcp.MetaKeyClientCapabilities] = call.Capabilities
		if call.Capabilities == nil {
			meta[mcp.MetaKeyClientCapabilities] = c.same.capabilities
		}
		if call.LogLevel != "" {
			meta[mcp.MetaKeyLogLevel] = encode(call.LogLevel)
		}
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for _, name := range slices.Sorted(maps.Keys(call.Params)) {
		if name != "_meta" {
			field(&b, name, call.Params[name])
		}
	}
	if len(meta) > 0 {
		var m bytes.Buffer
		m.WriteByte('{')
		for _, name := range slices.Sorted(maps.Keys(meta)) {
			field(&m, name, meta[name])
		}
		m.WriteByte('}')
		field(&b, "_meta", m.Bytes())
	}
	b.WriteByte('}')
	return b.Bytes()
}

// field adds one to an object that is being written.
func field(b *bytes.Buffer, name string, value json.RawMessage) {
	if b.Len() > 1 {
		b.WriteByte(',')
	}
	b.Write(encode(name))
	b.WriteByte(':')
	if len(value) == 0 {
		value = json.RawMessage("null")
	}
	b.Write(value)
}

// sameInAll are parts of requests that never change.
type sameInAll struct{ protocol, client, capabilities json.RawMessage }

func (c *Conn) noteSame() {
	c.same = sameInAll{
		protocol:     encode(c.info.Protocol),
		client:       encode(mcp.Implementation{Name: c.opt.Name, Version: c.opt.Version}),
		capabilities: encode(clientCapabilities()),
	}
}

// named is what of the parameters a header may repeat: the large ones need not be
// read for that once more.
func (c Call) named() json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, name := range []string{"name", "uri"} {
		if value, ok := c.Params[name]; ok {
			field(&b, name, value)
		}
	}
	b.WriteByte('}')
	return b.Bytes()
}

// header repeats method and name in headers, as the newer revision wants it,
// and the arguments that the tool's schema marks for that.
func (c *Conn) header(call Call, params json.RawMessage) http.Header {
	header := http.Header{}
	for name, value := range mcp.StandardHeaders(c.info.Protocol, mcp.MCPMethod(call.Method), call.named()) {
		header.Set(name, value)
	}
	if tools := c.tools.Load(); call.Method == string(mcp.MethodToolsCall) && tools != nil && len(*tools) > 0 {
		var name string
		_ = json.Unmarshal(call.Params["name"], &name) // no name, no tool
		if tool, ok := (*tools)[name]; ok {
			for name, value := range mcp.GenerateParamHeaders(&tool, params) {
				header.Set(name, value)
			}
		}
	}
	return header
}
