package outcome

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"go.yaml.in/yaml/v4"

	"github.com/sextant-mcp/sextant/runtime"
)

const deployFolder = "../../docs/deploy"

func deployed(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(deployFolder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// With the configuration that is shown a server starts, and its user may do what a
// store does, and no more.
func TestDeployedServer(t *testing.T) {
	t.Setenv("NATS_NAME", "nats-1")
	t.Setenv("NATS_USER", "sextant")
	t.Setenv("NATS_PASSWORD", "hunter2")
	opt, err := server.ProcessConfigFile(filepath.Join(deployFolder, "nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	if len(opt.Routes) != 3 || opt.Cluster.Name != "rewards" {
		t.Errorf("%+v", opt.Cluster)
	}
	opt.Routes, opt.Cluster = nil, server.ClusterOpts{} // alone
	opt.Port, opt.StoreDir = server.RANDOM_PORT, t.TempDir()
	s := serve(t, *opt)
	spec := "nats://sextant:hunter2@" + s.Addr().String()
	a, ra := share(t, spec+"/rewards", Options{})
	_, rb := share(t, spec+"/rewards", Options{})
	ra.Record(key("a"), 1, noon)
	flush(t, a)
	wantSame(t, "kept", entries(t, a), Values{key("a"): {Reward: .65, Count: 1, At: noon}})
	until(t, "shared", 10e9, func() bool { return rb.Reward(key("a")) > .6 })
	if n, err := a.Reset(t.Context(), func(runtime.RewardKey) bool { return true }); n != 1 || err != nil {
		t.Errorf("%d %v", n, err)
	}
}

// The specs in the files are specs.
func TestDeployedSpecs(t *testing.T) {
	var compose struct {
		Services map[string]struct {
			Environment map[string]string
		}
	}
	if err := yaml.Unmarshal([]byte(deployed(t, "compose.yaml")), &compose); err != nil {
		t.Fatal(err)
	}
	n := 0
	for name, service := range compose.Services {
		if !strings.HasPrefix(name, "sextant") {
			continue
		}
		n++
		s, err := ParseSpec(strings.Replace(service.Environment["SEXTANT_STORE"], "${NATS_PASSWORD:?}", "hunter2", 1))
		if err != nil || s.password != "hunter2" || len(s.servers) != 3 || s.replicas != 3 || s.bucket != "rewards" {
			t.Errorf("%s: %+v %v", name, s, err)
		}
	}
	if n != 2 || len(compose.Services) != 5 {
		t.Errorf("%d of %d services", n, len(compose.Services))
	}
	spec := regexp.MustCompile(`(?m)^Environment=SEXTANT_STORE=(.*)$`).FindStringSubmatch(deployed(t, "sextant-mcp.service"))
	if s, err := ParseSpec(spec[1]); err != nil || s.file != "/var/lib/sextant/rewards.db" {
		t.Errorf("%+v %v", s, err)
	}
}
