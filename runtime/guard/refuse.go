package guard

import "net/http"

// Refuse answers a request that does not pass. status is 401 or 403, detail a
// sentence that says why and what to do.
type Refuse func(w http.ResponseWriter, r *http.Request, status int, detail string)

// Plain is a Refuse that writes the sentence as text.
func Plain(w http.ResponseWriter, _ *http.Request, status int, detail string) {
	http.Error(w, detail, status)
}
