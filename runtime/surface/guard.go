package surface

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// checkOrigin refuses requests of web pages from elsewhere: a page that a user
// happens to visit must not drive a server on the user's machine. Clients that
// are no browsers send no Origin and pass.
func checkOrigin(next http.Handler, allowed []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); origin != "" && !originPasses(origin, allowed) {
			http.Error(w, fmt.Sprintf("origin %q may not call this server; its operator can allow it", origin), http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// originPasses compares with the list and with this machine. It does not
// compare with the Host header, which a rebound name makes agree.
func originPasses(origin string, allowed []string) bool {
	if slices.Contains(allowed, origin) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && IsLoopback(u.Hostname())
}

// IsLoopback reports a host name or address of this machine.
func IsLoopback(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// limitBody reads the body, which must fit the limit, before anything works on
// it.
func limitBody(next http.Handler, limit int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Method != http.MethodPost {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
		if err != nil {
			http.Error(w, fmt.Sprintf("the body can't be read or is longer than %d bytes", limit), http.StatusRequestEntityTooLarge)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}
