package index

import "strings"

// methods say what a request to an HTTP endpoint does with what the path names.
var methods = map[string]string{
	"GET": "get", "HEAD": "get", "POST": "create", "PUT": "update", "PATCH": "update", "DELETE": "delete",
}

// endpoint takes an id such as "PUT /me/following" apart, as tools made of an
// OpenAPI document have; ok is false for other names.
func endpoint(id string) (method, path string, ok bool) {
	method, path, ok = strings.Cut(id, " ")
	return method, path, ok && strings.HasPrefix(path, "/") && methods[method] != ""
}

// nameLeads are the texts in a name whose first word says what is done. That of
// an endpoint is its method. The end of the path names a thing, "GET
// /me/following", or, where something is sent to it, an action: "PUT
// /player/pause".
func nameLeads(id string) []string {
	method, path, ok := endpoint(id)
	switch {
	case !ok:
		return []string{leaf(id)}
	case method == "POST", method == "PUT", method == "PATCH":
		return []string{methods[method], leaf(path)}
	}
	return []string{methods[method]}
}
