package config

import (
	"net/url"
	"slices"
	"strings"
)

// shortestSecret is how long a value must be to be looked for in a text: shorter
// ones are words that stand anywhere.
const shortestSecret = 6

// Redact returns a text about the server in which no value of its environment and
// headers stands, nor what its address holds beside the place, nor the credentials
// among its arguments.
func (s *Server) Redact(text string) string {
	values := append(s.inAddress(), s.inArgs()...)
	for _, v := range slices.Concat(s.Env, s.Headers) {
		values = append(values, secretsIn(v.Value)...)
	}
	// The longest first: one may be a part of another.
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) })
	for _, value := range values {
		text = strings.ReplaceAll(text, value, hidden)
	}
	return text
}

// Credentials are the values that the server is given and that are credentials by
// their names: those of headers, and of variables and flags that are called so.
func (s *Server) Credentials() (values []string) {
	for _, v := range s.Headers {
		if isCredential(v.Name) {
			values = append(values, secretsIn(v.Value)...)
		}
	}
	for _, v := range s.Env {
		if isCredential(v.Name) {
			values = append(values, secretsIn(v.Value)...)
		}
	}
	return slices.Concat(values, s.inArgs(), s.inAddress())
}

// credentialWords are parts of the names of credentials.
var credentialWords = []string{"TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "AUTH", "CREDENTIAL", "COOKIE", "API_KEY", "APIKEY", "API-KEY", "PRIVATE_KEY", "ACCESS_KEY", "_PAT", "_KEY"}

func isCredential(name string) bool {
	name = strings.ToUpper(name)
	return slices.ContainsFunc(credentialWords, func(word string) bool { return strings.Contains(name, word) })
}

// secretsIn is a value, and what stands behind its scheme, as in Bearer xyz.
func secretsIn(v Secret) (values []string) {
	value := string(v)
	if len(value) >= shortestSecret {
		values = append(values, value)
	}
	if _, rest, ok := strings.Cut(value, " "); ok && len(rest) >= shortestSecret {
		values = append(values, rest)
	}
	return append(values, passwordIn(value)...)
}

// inArgs are the values of arguments that are credentials by the names of their
// flags, as in --api-key=xyz and --api-key xyz, and passwords in addresses.
func (s *Server) inArgs() (values []string) {
	for i, arg := range s.Args {
		values = append(values, passwordIn(arg)...)
		if !strings.HasPrefix(arg, "-") || !isCredential(arg) {
			continue
		}
		flag, value, given := strings.Cut(arg, "=")
		if !given && i+1 < len(s.Args) {
			value = s.Args[i+1]
		}
		if isCredential(flag) && len(value) >= shortestSecret && !strings.HasPrefix(value, "-") {
			values = append(values, value)
		}
	}
	return values
}

// passwordIn is the password of an address, such as that of a database, or the
// user where nothing else can be one.
func passwordIn(text string) []string {
	u, err := url.Parse(text)
	if err != nil || u.User == nil {
		return nil
	}
	secret, ok := u.User.Password()
	if !ok {
		secret = u.User.Username()
	}
	if len(secret) < shortestSecret {
		return nil
	}
	return []string{secret}
}

// inAddress is what an address holds that may be a credential.
func (s *Server) inAddress() (values []string) {
	u, err := url.Parse(s.URL)
	if s.URL == "" || err != nil {
		return nil
	}
	values = passwordIn(s.URL)
	if len(u.RawQuery) >= shortestSecret {
		values = append(values, u.RawQuery)
	}
	for _, list := range u.Query() {
		for _, value := range list {
			if len(value) >= shortestSecret {
				values = append(values, value)
			}
		}
	}
	return values
}
