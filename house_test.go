package sextant_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/sextant-mcp/sextant/"

// dependencies are the packages that a package needs, itself left out.
func dependencies(t *testing.T, pkg string) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", pkg).CombinedOutput()
	if err != nil {
		t.Fatalf("go list -deps %s: %v\n%s", pkg, err, out)
	}
	all := strings.Fields(string(out))
	return all[:len(all)-1]
}

func standard(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !strings.Contains(first, ".")
}

// The runtime is what other people's programs link: it must stay thin.
func TestRuntimeIsThin(t *testing.T) {
	for pkg, allowed := range map[string][]string{
		"runtime/text": nil,
		"runtime":      {module + "runtime/text"},
		"generated":    {module + "runtime/text", module + "runtime"},
	} {
		for _, dep := range dependencies(t, module+pkg) {
			if !standard(dep) && !slices.Contains(allowed, dep) {
				t.Errorf("%s needs %s; it may need the standard library and %v", pkg, dep, allowed)
			}
		}
	}
}

// The vocabulary by which tokens are counted is large: it stays out of what serves
// requests.
func TestVocabularyStaysOut(t *testing.T) {
	for _, pkg := range []string{"cmd/sextant-mcp", "runtime/surface", "runtime/dispatch"} {
		for _, dep := range dependencies(t, module+pkg) {
			if strings.HasPrefix(dep, "github.com/tiktoken-go/") {
				t.Errorf("%s needs %s", pkg, dep)
			}
		}
	}
}

// Databases stay behind the stores of rewards: who links the dispatcher or the
// surface alone gets none.
func TestStoresStayBehindOutcome(t *testing.T) {
	for _, pkg := range []string{"runtime/surface", "runtime/dispatch", "runtime/own", "runtime/fleet", "cmd/skillsweep"} {
		for _, dep := range dependencies(t, module+pkg) {
			if strings.HasPrefix(dep, "go.etcd.io/") || strings.HasPrefix(dep, "github.com/nats-io/") {
				t.Errorf("%s needs %s", pkg, dep)
			}
		}
	}
	for _, dep := range dependencies(t, module+"cmd/sextant-mcp") {
		if strings.HasPrefix(dep, "github.com/nats-io/nats-server") {
			t.Errorf("the server needs %s, which is for tests", dep)
		}
	}
}

// TestRooms checks who may import whom among this module's own packages.
func TestRooms(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \",\"}}", "./...").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		pkg, imports, _ := strings.Cut(strings.TrimSpace(line), " ")
		room := strings.TrimPrefix(pkg, module)
		for imported := range strings.SplitSeq(imports, ",") {
			if what := strings.TrimPrefix(imported, module); what != imported {
				checkImport(t, room, what)
			} else if strings.HasPrefix(imported, "github.com/mark3labs/mcp-go") &&
				!strings.HasPrefix(room, "runtime/surface") && !strings.HasPrefix(room, "runtime/fleet") {
				t.Errorf("%s imports %s: the MCP library stays behind runtime/surface and runtime/fleet", room, imported)
			}
		}
	}
}

// mayImport lists, for the rooms whose imports are fixed, what of this module
// each may import.
var mayImport = map[string][]string{
	"runtime/text":     nil,
	"runtime":          {"runtime/text"},
	"generated":        {"runtime"},
	"gen/source":       {"runtime", "runtime/text"}, // the table of kinds
	"gen/catalog":      {"gen/source", "runtime/naming", "templates"},
	"gen/index":        {"gen/catalog", "gen/source", "runtime", "runtime/text"},
	"gen/emit":         {"gen/index", "runtime"},
	"runtime/args":     {"runtime", "runtime/text"},
	"runtime/dispatch": {"runtime", "runtime/args", "runtime/naming", "runtime/text"},
	"runtime/naming":   nil,
	"runtime/outcome":  {"runtime"},
	"runtime/routelog": {"runtime/dispatch", "runtime/text"},
	"gen/harvest":      {"gen/catalog", "gen/source", "gen/internal/atomicfile", "runtime/routelog", "runtime/text"},
	"gen/hidden":       nil,
	"gen/probe": {
		"gen/catalog", "gen/hidden", "gen/internal/atomicfile", "gen/internal/jsonedit", "gen/source", "runtime", "runtime/dispatch",
		"runtime/fleet", "runtime/fleet/config", "runtime/fleet/link", "runtime/fleet/lock", "runtime/surface/skills",
	},
	"runtime/guard": nil,
	"runtime/rest":  {"runtime", "runtime/dispatch", "runtime/guard", "runtime/rest/request"},
	"templates":     nil,

	"runtime/surface/method": nil,
	"runtime/surface/skills": {"gen/source", "runtime", "runtime/fleet/lock", "runtime/surface/method"},
	"runtime/surface/agents": {"runtime", "runtime/dispatch", "runtime/surface/loadout", "runtime/surface/person"},
	"runtime/surface/person": {"runtime/dispatch", "runtime/fleet/peer", "runtime/surface/method"},
	"runtime/surface/coded":  nil,
	"runtime/surface/exact":  nil,

	"runtime/fleet": {
		"gen/catalog", "gen/hidden", "gen/index", "gen/source", "runtime", "runtime/dispatch",
		"runtime/fleet/config", "runtime/fleet/link", "runtime/fleet/lock", "runtime/fleet/peer", "runtime/fleet/phrases",
	},
	"runtime/fleet/config":  {"gen/source"},
	"runtime/fleet/link":    {"runtime/fleet/config"},
	"runtime/fleet/face":    {"runtime/fleet", "runtime/fleet/link", "runtime/fleet/peer", "runtime/surface/coded", "runtime/surface/exact"},
	"runtime/fleet/lock":    {"gen/hidden", "gen/source"},
	"runtime/fleet/peer":    nil,
	"runtime/fleet/phrases": nil,
}

func checkImport(t *testing.T, room, what string) {
	if allowed, fixed := mayImport[room]; fixed && !slices.Contains(allowed, what) {
		t.Errorf("%s imports %s; it may import %v", room, what, allowed)
	}
	if strings.HasPrefix(room, "runtime") {
		for _, forbidden := range []string{"cmd/", "gen/emit", "gen/sweep", "gen/measure"} {
			if strings.HasPrefix(what, forbidden) {
				t.Errorf("%s imports %s: nothing at run time may", room, what)
			}
		}
	}
}
