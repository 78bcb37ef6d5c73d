package guard

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Origin refuses requests of web pages from elsewhere with 403: a page that a
// user happens to visit must not drive a server on the user's machine. Allowed
// are the origins of the list, such as "https://chat.example.org", and pages of
// this machine. Clients that are no browsers send no Origin and pass.
func Origin(next http.Handler, allowed []string, refuse Refuse) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, origin := range r.Header.Values("Origin") {
			if !originPasses(origin, allowed) {
				refuse(w, r, http.StatusForbidden, fmt.Sprintf("origin %q may not call this server; its operator can allow it", origin))
				return
			}
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
