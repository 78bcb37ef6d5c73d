package probe_test

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/probe"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

func TestMain(m *testing.M) { fleettest.Main(m, nil) }

// The lists of real servers, each served by a process of its own: every tool gets
// an entry that holds what its server said, and a second look finds nothing new.
func TestRealServers(t *testing.T) {
	paths := fleettest.RealLists(t)
	var servers []config.Server
	for _, path := range paths {
		servers = append(servers, fleettest.Server(t, strings.TrimSuffix(filepath.Base(path), ".json"), fleettest.Replay, "LIST", path))
	}
	readings := probe.Collect(t.Context(), servers, probe.Options{})
	doc := probe.New("lock.json")
	report, err := doc.Merge(readings)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range report.Servers {
		if s.Failed != "" || s.Partial || len(s.LeftOut) > 0 || len(s.Changes) != len(readings[i].Tools) || len(s.Hidden) > 0 {
			t.Errorf("%s: %d of %d tools; %s %v %v", s.Server, len(s.Changes), len(readings[i].Tools), s.Failed, s.LeftOut, s.Hidden)
		}
	}
	t.Logf("%d servers, %d tools, a file of %d bytes", len(report.Servers), report.Drift(), len(doc.Bytes()))
	parsed, diagnostics := source.ParseCapabilities("lock.json", doc.Bytes())
	if len(diagnostics) > 0 {
		t.Fatal(diagnostics)
	}
	file, err := lock.New(parsed)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range readings {
		if c := file.Check(r.Server, r.Tools, r.Partial); len(c.Drift) > 0 {
			t.Errorf("%s: %v", r.Server, c.Drift)
		}
		for _, one := range r.Tools {
			e := file.Find(r.Server, one.Name)
			live, err := lock.ReadTool(one.Raw)
			if err != nil || e == nil || !e.Intact() || len(e.Tool.Differences(&live)) > 0 {
				t.Errorf("%s of %s is not what its entry holds (%v)", one.Name, r.Server, err)
			}
		}
	}
	once := bytes.Clone(doc.Bytes())
	again, err := doc.Merge(readings)
	if err != nil || again.Drift() > 0 || !bytes.Equal(doc.Bytes(), once) {
		t.Errorf("the second merge changed %d tools (%v)", again.Drift(), err)
	}
	serveLocked(t, servers, file)
}

// serveLocked mounts the servers behind the file: nothing is locked away, and
// every tool has the name that the file gives it.
func serveLocked(t *testing.T, servers []config.Server, file *lock.File) {
	t.Helper()
	f := fleet.Start(servers, fleet.Options{Approved: file, Locked: true, Log: slog.New(slog.DiscardHandler)})
	defer f.Close()
	f.Settle(t.Context(), time.Minute)
	if missing := f.Unavailable(); len(missing) > 0 {
		t.Fatal(missing)
	}
	o, err := fleet.NewOverlay(t.Context(), f, fleet.OverlayOptions{
		LexicalOnly: true, Compiled: catalog.Input{Descriptors: file.Descriptors(func(string) bool { return true })},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if problems := o.Problems(); len(problems) > 0 {
		t.Errorf("%d tools could not be compiled: %s", len(problems), problems[0])
	}
	named := 0
	for _, e := range file.Entries() {
		origin, ok := o.Names()[e.Capability.ID]
		if ok && origin.Tool == e.Tool.Name {
			named++
		}
	}
	// The others are longer than clients accept, or one tool of several instances.
	if named < len(file.Entries())*4/5 {
		t.Errorf("%d of %d tools have the name that the file gives them", named, len(file.Entries()))
	}
	t.Logf("%d of %d tools have the name that the file gives them", named, len(file.Entries()))
}
