package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// While a server has the default file a second one serves without it; one that
// was told to have it ends. The health check shows both.
func TestSecondServer(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv(storeVariable, "bolt")
	first := start(t, "-http", "127.0.0.1:0")
	base, _ := first.greeting(t)
	if got := store(t, base); !strings.HasPrefix(got, "bolt:") || !strings.HasSuffix(got, filepath.Join("sextant", "rewards.db")) {
		t.Errorf("the first keeps rewards in %s", got)
	}
	strict := start(t, "-http", "127.0.0.1:0")
	if err := strict.cmd.Wait(); err == nil || !strings.Contains(strict.stderr.String(), "in use by another process") {
		t.Errorf("%v\n%s", err, strict.stderr.String())
	}
	t.Setenv(storeVariable, "")
	second := start(t, "-http", "127.0.0.1:0", "-mode", "intent")
	base, _ = second.greeting(t)
	if got := store(t, base); got != "memory" {
		t.Errorf("the second keeps rewards in %s", got)
	}
	for _, s := range []*server{second, first} {
		if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := s.cmd.Wait(); err != nil {
			t.Errorf("%v\n%s", err, s.stderr.String())
		}
	}
	if log := second.stderr.String(); !strings.Contains(log, "in memory only") || !strings.Contains(log, "in use by another process") {
		t.Errorf("it does not say why: %s", log)
	}
}

// store is where a server keeps rewards, by its health check.
func store(t *testing.T, base string) string {
	t.Helper()
	res, err := http.Get(base + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var health struct {
		Status string
		Store  struct{ Store, State string }
	}
	if err := json.NewDecoder(res.Body).Decode(&health); err != nil || health.Status != "ok" || health.Store.State != "ok" {
		t.Errorf("%+v %v", health, err)
	}
	return health.Store.Store
}
