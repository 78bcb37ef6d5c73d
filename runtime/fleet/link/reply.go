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

// to reports an answer to one request that was sent by itself: it has the request's
// id, though some servers write that as a text. An error may have none, when the
// server could not read the request.
func (r *reply) to(id int64) bool {
	if r.Method != "" {
		return false
	}
	if r.Error != nil && (len(r.ID) == 0 || string(r.ID) == "null") {
		return true
	}
	if text, ok := bytes.CutPrefix(r.ID, []byte(`"`)); ok {
		return string(bytes.TrimSuffix(text, []byte(`"`))) == strconv.FormatInt(id, 10)
	}
	n, ok := r.number()
	return ok && n == id
}

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
