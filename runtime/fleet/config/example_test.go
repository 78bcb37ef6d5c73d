package config_test

import (
	"fmt"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

// Read a configuration with one server that can be started and one that can't.
func Example() {
	file, err := config.Parse("mcp.json", []byte(`{
  "mcpServers": {
    "files": {"command": "files-server", "args": ["${HOME}/docs"], "env": {"KEY": "abc"}},
    "mail": {"url": "https://mail.example.org/mcp", "headers": {"Authorization": "Bearer ${MAIL_TOKEN}"}},
  },
}`), func(name string) (string, bool) { return "/srv", name == "HOME" })
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range file.Servers {
		fmt.Println(s.Kind, s.Name, s.Command, s.Args, s.Env)
	}
	for _, p := range file.Problems {
		fmt.Println(p)
	}
	// Output:
	// stdio files files-server [/srv/docs] [{KEY ***}]
	// mcp.json:4:82: server "mail": left out: headers.Authorization: the environment variable MAIL_TOKEN is not set; set it, or write ${MAIL_TOKEN:-text} to do without
}
