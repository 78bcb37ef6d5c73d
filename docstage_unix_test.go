//go:build unix

package sextant_test

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sextant-mcp/sextant/gen/transcript"
)

// shownAddress is where the documents have their server. The tests' is elsewhere.
const shownAddress = "127.0.0.1:8765"

// stage is where the commands of the documents are run: a folder for each scene, the
// commands of this repository, and a server.
type stage struct {
	root, dir string
	env       []string
	// greeting is what the server printed when it started, address where it is.
	greeting, address string
}

func newStage(t *testing.T, docs []string) *stage {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{root: root, dir: t.TempDir()}
	bin := filepath.Join(s.dir, "bin")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", bin+"/", "./cmd/...")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	s.env = append(unset(os.Environ()), "PATH="+bin+":"+os.Getenv("PATH"), "ROOT="+root, "SEXTANT_STORE=memory",
		"GOFLAGS=", "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1")
	for _, name := range []string{"capabilities-power.json", "skills", "templates", "generated"} {
		if err := os.Symlink(filepath.Join(root, name), filepath.Join(s.scene(t, sources), name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, doc := range docs {
		s.layOut(t, doc)
	}
	greeting, address := s.start(t, 3, "-http", "127.0.0.1:0")
	s.address = address
	s.greeting = s.asShown(greeting)
	return s
}

// unset leaves out what sets up a surface of the reader's own.
func unset(env []string) []string {
	return slices.DeleteFunc(env, func(v string) bool {
		return strings.HasPrefix(v, "MCP_TOOL_MODE=") || strings.HasPrefix(v, "SEXTANT_") && !strings.HasPrefix(v, "SEXTANT_DATA=")
	})
}

// curls reports whether requests can be made as the documents make them: Go and make
// are all that the tests may ask for.
func curls() bool {
	_, err := exec.LookPath("curl")
	return err == nil
}

// scene is the folder of a scene. One that is called as a script of the tests holds the
// files of that.
func (s *stage) scene(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(s.dir, name)
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if filepath.Ext(name) == ".txtar" {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			files(t, dir, map[string]string{f.Name: string(f.Data)})
		}
	}
	return dir
}

// layOut writes the files whose content a document gives into a scene of its name.
func (s *stage) layOut(t *testing.T, doc string) {
	t.Helper()
	content := map[string]string{}
	for _, b := range transcript.Read(read(t, doc)) {
		if b.Name != "" {
			content[b.Name] = b.Text
		}
	}
	files(t, s.scene(t, doc), content)
}

// run has a shell carry out a command, and returns what it printed, with the places
// that the documents use. Whether it failed is for what is shown to tell.
func (s *stage) run(t *testing.T, scene, command string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", s.here(command))
	cmd.Dir = s.scene(t, scene)
	cmd.Env = s.env
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Errorf("%s: %v", command, err)
	}
	return s.asShown(string(out))
}

func (s *stage) here(command string) string {
	return strings.NewReplacer(shownAddress, s.address, "=../sextant", "="+s.root).Replace(command)
}

func (s *stage) asShown(printed string) string {
	return strings.ReplaceAll(printed, s.address, shownAddress)
}

// startTime is how long a server may take to propose its requests, on a machine that is
// busy with other tests. One that proposes fewer would be waited for without end.
const startTime = 2 * time.Minute

// start starts a server, waits until it has proposed so many requests, and ends it
// with the test.
func (s *stage) start(t *testing.T, requests int, args ...string) (greeting, address string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(s.dir, "bin", "sextant-mcp"), args...)
	cmd.Env = s.env
	cmd.Dir = s.scene(t, sources)
	var faults bytes.Buffer
	cmd.Stderr = &faults
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stdout)
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // it fails where the server has ended already
		_, _ = io.Copy(io.Discard, lines)
		_ = cmd.Wait() // ended by a signal
	})
	late := time.AfterFunc(startTime, func() { _ = cmd.Process.Kill() }) // what waits for a line then hears of the end
	defer late.Stop()
	for requests > 0 {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("sextant-mcp %v: %v after %q; %s", args, err, greeting, faults.String())
		}
		if strings.HasPrefix(line, "curl ") {
			requests--
		}
		greeting += line
	}
	_, address, _ = strings.Cut(greeting, "http://")
	address, _, _ = strings.Cut(address, "/")
	return greeting, address
}
