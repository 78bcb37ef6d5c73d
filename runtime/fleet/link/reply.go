package link

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// reply is a message of a server, as far as requests are concerned: each part as
// it was written.
type reply struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`
}

// answers reports an answer to a request.
func (r *reply) answers() bool { return r.Method == "" && len(r.ID) > 0 }

// readReply reads a message. An error that is not as the protocol has it is one all
// the same: who waits for the answer must not wait for good.
func readReply(message []byte) (r reply, ok bool) {
	if json.Unmarshal(message, &r) == nil {
		return r, true
	}
	var odd struct {
		ID            json.RawMessage `json:"id"`
		Method, Error json.RawMessage
	}
	if json.Unmarshal(message, &odd) != nil || odd.Method != nil || odd.Error == nil {
		return reply{}, false
	}
	text := "the server answered with an error in a form of its own: " + string(odd.Error[:min(len(odd.Error), quoteLength)])
	return reply{ID: odd.ID, Error: &Error{Code: mcp.INTERNAL_ERROR, Message: strings.ToValidUTF8(text, "")}}, true
}

// to reports an answer to one request that was sent by itself. An error may have no
// id, when the server could not read the request.
func (r *reply) to(id int64) bool {
	if r.Method != "" {
		return false
	}
	if r.Error != nil && (len(r.ID) == 0 || string(r.ID) == "null") {
		return true
	}
	n, ok := r.number()
	return ok && n == id
}

// number is the id of an answer to a request of this package, in any spelling of
// the number, which some servers make a text; it is false for other ids.
func (r *reply) number() (id int64, ok bool) {
	text := strings.Trim(string(r.ID), `"`)
	if id, err := strconv.ParseInt(text, 10, 64); err == nil {
		return id, true
	}
	f, err := strconv.ParseFloat(text, 64)
	return int64(f), err == nil && f == float64(int64(f))
}

// written is a request as it is sent: one line, whatever its parameters look like.
func written(id int64, method string, params json.RawMessage) []byte {
	if bytes.ContainsAny(params, separators) {
		params = encode(params)
	}
	b := make([]byte, 0, len(params)+len(method)+64)
	b = append(b, `{"jsonrpc":"2.0","id":`...)
	b = strconv.AppendInt(b, id, 10)
	b = append(b, `,"method":`...)
	b = append(b, encode(method)...)
	b = append(b, `,"params":`...)
	b = append(b, params...)
	return append(b, "}\n"...)
}

// separators end a line, for some servers at least.
const separators = "\r\n\u2028\u2029"
