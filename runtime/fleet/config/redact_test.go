package config_test

import (
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

func TestRedact(t *testing.T) {
	s := config.Server{
		URL:     "https://user:pa55word@host.example/mcp?key=qwertyuiop",
		Env:     []config.Variable{{Name: "GITHUB_TOKEN", Value: "ghp_123456"}, {Name: "LEVEL", Value: "debug"}, {Name: "FOLDER", Value: "/srv/files"}},
		Headers: []config.Variable{{Name: "Authorization", Value: "Bearer zxcvbnm"}, {Name: "X-Region", Value: "eu-west"}},
	}
	text := s.Redact(`ghp_123456, /srv/files, level debug; "https://user:pa55word@host.example/mcp?key=qwertyuiop"; Bearer zxcvbnm (zxcvbnm)`)
	if want := `***, ***, level debug; "https://user:***@host.example/mcp?***"; *** (***)`; text != want {
		t.Errorf("%s, want %s", text, want)
	}
	// A folder is no credential: servers tell which one they serve.
	got := strings.Join(s.Credentials(), " ")
	if want := "Bearer zxcvbnm zxcvbnm ghp_123456 pa55word key=qwertyuiop qwertyuiop"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
