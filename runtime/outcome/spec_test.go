package outcome

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestParseSpec(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", "/state")
	for text, want := range map[string]string{
		"":                        "memory",
		"memory":                  "memory",
		"bolt":                    "bolt:/state/sextant/rewards.db",
		"bolt:":                   "bolt:/state/sextant/rewards.db",
		"bolt:r.db":               "bolt:r.db",
		"nats://h/b":              "nats://h/b",
		"nats://h:4223":           "nats://h:4223/" + DefaultBucket,
		"tls://u:p%40ss@h1,h2:5/": "tls://h1,h2:5/" + DefaultBucket,
		"nats://s3cret@h/b?creds=/run/x.creds&replicas=3&queue=/var/q": "nats://h/b",
		"nats://u:pa/ss@h/b": "nats://h/b",
		"nats://[::1]/b":     "nats://[::1]/b",
	} {
		s, err := ParseSpec(text)
		if err != nil || s.String() != want {
			t.Errorf("%s: %q, want %q: %v", text, s, want, err)
		}
	}
	s, err := ParseSpec("tls://u:p%40ss@h1,h2:5/b?replicas=5&ca=ca.pem")
	if err != nil || s.user != "u" || s.password != "p@ss" || !slices.Equal(s.servers, []string{"tls://h1:4222", "tls://h2:5"}) || s.replicas != 5 || s.ca != "ca.pem" || !s.secure {
		t.Errorf("%+v %v", s, err)
	}
}

// What is wrong is said, and what may be secret is not.
func TestBadSpecs(t *testing.T) {
	const secret = "hunter2"
	for text, want := range map[string]string{
		"redis://u:hunter2@h":          "no such store",
		"memory:hunter2":               "no such store",
		"nats://u:hunter2@/b":          "a host is missing",
		"nats://u:hunter2@h/b/c":       "no name",
		"nats://u:hunter2@h/b?colour=": `no option "colour"`,
		"nats://u:hunter2%@h/b":        "write %25",
		"nats://u:hunter2@h/b?%":       "can't be read",
		"nats://u:hunter2@h:x/b":       "no host and port",
		"nats://h/b?replicas=2":        "1, 3 or 5",
		"nats://h/b?flush=soon":        "such as 30s",
		"nats://h/b?cert=a":            "cert and key",
		"nats://h/b?ca=a&ca=b":         "given twice",
	} {
		s, err := ParseSpec(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
			continue
		}
		if shown := fmt.Sprint(err, s); strings.Contains(shown, secret) {
			t.Errorf("%s: the secret is in %s", text, shown)
		}
	}
	s, err := ParseSpec("nats://u:hunter2@h/b")
	if shown := fmt.Sprint(s, s.LogValue(), err); strings.Contains(shown, secret) {
		t.Errorf("the secret is in %s", shown)
	}
}

func TestStateFolder(t *testing.T) {
	for _, tt := range []struct {
		system, name, value, want string
	}{
		{"linux", "XDG_STATE_HOME", "/x", "/x"},
		{"linux", "XDG_STATE_HOME", "relative", ""},
		{"linux", "HOME", "/home/a", "/home/a/.local/state"},
		{"darwin", "HOME", "/Users/a", "/Users/a/Library/Application Support"},
		{"windows", "LocalAppData", `C:\a`, `C:\a`},
		{"windows", "HOME", "/home/a", ""},
	} {
		got, err := stateFolder(tt.system, func(name string) string {
			if name == tt.name {
				return tt.value
			}
			return ""
		})
		if got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%+v: %q %v", tt, got, err)
		}
	}
}
