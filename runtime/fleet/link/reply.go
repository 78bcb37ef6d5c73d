package link

import (
	"bytes"
	"encoding/json"
	"strconv"
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

// number is the id of an answer to a request of this package, in any spelling of
// the number; it is false for other ids.
func (r *reply) number() (id int64, ok bool) {
	if id, err := strconv.ParseInt(string(r.ID), 10, 64); err == nil {
		return id, true
	}
	f, err := strconv.ParseFloat(string(r.ID), 64)
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
