package skills

import (
	"errors"
	"net/url"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// ErrNotFound says that a URI names nothing on the shelf.
var ErrNotFound = errors.New("no such resource")

// maxURI is the longest URI that any file can have: every byte of its two paths
// percent-encoded.
const maxURI = len(runtime.SkillScheme) + 3*(2*MaxPath+1)

// parseURI reads the path that a skill URI names, "" for the root. Spellings
// that name the same are understood: a client may write a file's name without
// percent-encoding. What steps out of where it begins is false.
func parseURI(uri string) (p string, ok bool) {
	rest, ok := strings.CutPrefix(uri, runtime.SkillScheme)
	if !ok || len(uri) > maxURI || strings.ContainsAny(rest, "?#") {
		return "", false
	}
	rest = strings.TrimSuffix(rest, "/")
	if rest == "" {
		return "", true
	}
	return unescape(rest)
}

// unescape reads a path out of a URI. It is false for what is no plain path.
func unescape(escaped string) (p string, ok bool) {
	segments := strings.Split(escaped, "/")
	for i, s := range segments {
		decoded, err := url.PathUnescape(s)
		if err != nil || strings.Contains(decoded, "/") {
			return "", false
		}
		segments[i] = decoded
	}
	p = strings.Join(segments, "/")
	return p, checkPlain(p) == nil
}
