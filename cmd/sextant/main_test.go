package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
)

func TestMain(m *testing.M) {
	if os.Getenv(hangVariable) != "" {
		hang()
	}
	testscript.Main(m, map[string]func(){
		"sextant":    func() { os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) },
		"mcp-server": func() { fleettest.Behave(os.Args[1]) },
	})
}

// TestScript runs the commands as a user would: one behaviour per file of
// testdata/script. ROOT is the root of this module, DATA the folder of other
// people's data where there is one.
func TestScript(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("ROOT", root)
			env.Setenv("DATA", os.Getenv("SEXTANT_DATA"))
			// The scripts that build Go code use the caches of whoever runs the
			// tests, and the network as little as they do.
			for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOFLAGS", "HOME", "PATH"} {
				if v, ok := goEnv(name); ok {
					env.Setenv(name, v)
				}
			}
			return nil
		},
		Condition: func(cond string) (bool, error) {
			return cond == "data" && os.Getenv("SEXTANT_DATA") != "", nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"bigfile": bigFile,
			"bytes":   writeBytes,
		},
	})
}
