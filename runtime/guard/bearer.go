package guard

import (
	"context"
	"net/http"
	"strings"
)

type callerKey struct{}

// Caller is the holder of the token that a request came with, as "bearer:name";
// "" where no token is needed.
func Caller(ctx context.Context) string {
	if held, ok := ctx.Value(callerKey{}).(token); ok {
		return "bearer:" + held.name
	}
	return ""
}

// Operator reports a request with the token of an operator: one who may see and
// change what belongs to other callers. Where no token is needed nobody is one.
func Operator(ctx context.Context) bool {
	held, _ := ctx.Value(callerKey{}).(token)
	return held.operator
}

// Bearer refuses requests without one of the tokens with 401 and a
// WWW-Authenticate header that says what is missing. Nil tokens let everybody
// through. The token does not reach the handler behind it: whatever that one
// passes on, it can't be the token.
func Bearer(next http.Handler, tokens *Tokens, refuse Refuse) http.Handler {
	if tokens == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secret, given := bearer(r.Header.Values("Authorization"))
		if !given {
			w.Header().Set("WWW-Authenticate", `Bearer realm="sextant"`)
			refuse(w, r, http.StatusUnauthorized, "this server needs a token; send the header Authorization: Bearer TOKEN")
			return
		}
		held, ok := tokens.find(secret)
		if !ok {
			w.Header().Set("WWW-Authenticate", `Bearer realm="sextant", error="invalid_token"`)
			refuse(w, r, http.StatusUnauthorized, "this token is not, or no longer, one that the server knows; ask its operator for one")
			return
		}
		r = r.WithContext(context.WithValue(r.Context(), callerKey{}, held))
		r.Header = r.Header.Clone()
		r.Header.Del("Authorization")
		next.ServeHTTP(w, r)
	})
}

// bearer is the token of an Authorization header; given is false without one.
// Two headers count as none: it must not depend on the reader which one holds.
func bearer(headers []string) (secret string, given bool) {
	if len(headers) != 1 {
		return "", false
	}
	scheme, secret, found := strings.Cut(headers[0], " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return "", false
	}
	return strings.TrimSpace(secret), true
}
