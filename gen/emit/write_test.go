package emit_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/emit"
)

func edit(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	old, _ := os.ReadFile(path)
	if err := os.WriteFile(path, change(old), 0o644); err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	edit(t, path, func([]byte) []byte { return []byte(text) })
}

// write writes and wants nothing to be left alone.
func write(t *testing.T, dir string, files []emit.File) {
	t.Helper()
	if left, err := emit.Write(dir, files); err != nil || len(left) > 0 {
		t.Fatal(left, err)
	}
}

// content is every file of a folder by name, its mode in front.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		data, _ := os.ReadFile(filepath.Join(dir, e.Name())) // folders have none
		out[e.Name()] = info.Mode().String() + " " + string(data)
	}
	return out
}

const stale = emit.Header + "v0 from x; DO NOT EDIT.\n\npackage surface\n"

func TestWriteThenCheck(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "surface")
	files := render(t)
	if drift, err := emit.Check(dir, files); err != nil || len(drift) != len(files) {
		t.Fatalf("an empty folder: %v, %v; want every file missing", drift, err)
	}
	write(t, dir, files)
	if drift, err := emit.Check(dir, files); err != nil || len(drift) != 0 {
		t.Fatalf("just written: %v, %v", drift, err)
	}
	edit(t, filepath.Join(dir, "rows.go"), func(b []byte) []byte { return bytes.Replace(b, []byte("\nmail "), []byte("\nmall "), 1) })
	put(t, filepath.Join(dir, "old.go"), stale)
	put(t, filepath.Join(dir, "own.go"), "package surface\n")
	put(t, filepath.Join(dir, ".sextant-rows.go-123.tmp"), "half a fi")
	drift, err := emit.Check(dir, files)
	if err != nil || len(drift) != 2 || drift[0].Name != "old.go" || drift[1].Name != "rows.go" || !strings.Contains(drift[1].What, "line") {
		t.Fatalf("drift %v, %v; want old.go stale and rows.go changed with the line", drift, err)
	}
	write(t, dir, files)
	if drift, err := emit.Check(dir, files); err != nil || len(drift) != 0 {
		t.Fatalf("written again: %v, %v", drift, err)
	}
	now := content(t, dir)
	if now["own.go"] == "" || len(now) != len(files)+1 {
		t.Errorf("want the files and own.go, and nothing that a killed run left: %q", slices.Collect(keys(now)))
	}
}

func keys(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func TestWriteNeverOverwritesWhatIsNotItsOwn(t *testing.T) {
	files := render(t)
	for name, text := range map[string]string{
		"rows.go":       "package mine\n",
		"ids.lock":      "my numbers\n",
		"skills.bundle": "-- a comment of mine\n",
	} {
		dir := t.TempDir()
		put(t, filepath.Join(dir, name), text)
		before := content(t, dir)
		if _, err := emit.Write(dir, files); !errors.Is(err, emit.ErrForeign) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v, want ErrForeign", name, err)
		}
		if diff := cmp.Diff(before, content(t, dir)); diff != "" {
			t.Errorf("%s: the folder was changed all the same:\n%s", name, diff)
		}
	}
}

func TestWriteRemovesOnlyABundleOfItsOwn(t *testing.T) {
	files := slices.DeleteFunc(render(t), func(f emit.File) bool { return f.Name == "skills.bundle" })
	dir := t.TempDir()
	bundle := filepath.Join(dir, "skills.bundle")
	put(t, bundle, "-- a comment of mine\n")
	write(t, dir, files)
	if _, err := os.Stat(bundle); err != nil {
		t.Errorf("a bundle of someone else: %v", err)
	}
	put(t, bundle, `-- "s" "SKILL.md" 0 sha256:0`+"\n\n")
	write(t, dir, files)
	if _, err := os.Stat(bundle); err == nil {
		t.Error("a bundle that is no longer made is still there")
	}
}

// A .gitattributes is often there already, for other files of the folder.
func TestWriteLeavesTheAttributesOfOthersAlone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, ".gitattributes")
	const mine = "*.png binary\nids.lock text eol=lf\n"
	put(t, path, mine)
	left, err := emit.Write(dir, render(t))
	if err != nil || len(left) != 1 || left[0].Path != path {
		t.Fatalf("%v, %v; want the file to be named", left, err)
	}
	if !slices.Contains(left[0].Lines, "skills.bundle -text linguist-generated=true") || slices.Contains(left[0].Lines, "ids.lock text eol=lf") {
		t.Errorf("lines to add: %q", left[0].Lines)
	}
	if now, _ := os.ReadFile(path); string(now) != mine {
		t.Errorf("it was changed: %q", now)
	}
	if drift, err := emit.Check(dir, render(t)); err != nil || len(drift) > 0 {
		t.Errorf("%v, %v; want no drift", drift, err)
	}
	put(t, path, mine+strings.Join(left[0].Lines, "\n"))
	write(t, dir, render(t))
}

// errDisk stands for whatever a disk may say.
var errDisk = errors.New("the disk says no")

// Whichever rename or removal fails, the folder is as it was.
func TestWriteChangesNothingWhenItFails(t *testing.T) {
	files := render(t)
	for failing := 1; ; failing++ {
		dir := t.TempDir()
		changed := slices.Clone(files)
		write(t, dir, changed[2:]) // two are new
		for i := 2; i < len(files); i += 2 {
			changed[i].Data = append(slices.Clone(files[i].Data), '\n')
		}
		put(t, filepath.Join(dir, "old.go"), stale)
		if err := os.Chmod(filepath.Join(dir, "old.go"), 0o600); err != nil {
			t.Fatal(err)
		}
		before := content(t, dir)
		calls := 0
		unlessFailing := func(do func() error) error {
			if calls++; calls == failing {
				return errDisk
			}
			return do()
		}
		_, err := emit.WriteWith(dir, changed,
			func(from, to string) error { return unlessFailing(func() error { return os.Rename(from, to) }) },
			func(path string) error { return unlessFailing(func() error { return os.Remove(path) }) })
		if err == nil {
			if failing < 7 {
				t.Errorf("only %d files were changed", failing-1)
			}
			return
		}
		if !errors.Is(err, errDisk) {
			t.Fatalf("call %d: %v, want what the disk said", failing, err)
		}
		if diff := cmp.Diff(before, content(t, dir)); diff != "" {
			t.Fatalf("call %d failed and left the folder changed:\n%s", failing, diff)
		}
	}
}

// When even going back fails, nothing is lost: the old content is there, and
// the error says where.
func TestWriteKeepsTheCopyThatItCouldNotPutBack(t *testing.T) {
	dir := t.TempDir()
	files := render(t)
	write(t, dir, files)
	before, _ := os.ReadFile(filepath.Join(dir, files[0].Name))
	for i := range files {
		files[i].Data = append(files[i].Data, '\n')
	}
	calls := 0
	_, err := emit.WriteWith(dir, files, func(from, to string) error {
		if calls++; calls > 1 {
			return errDisk
		}
		return os.Rename(from, to)
	}, os.Remove)
	left, _ := filepath.Glob(filepath.Join(dir, ".sextant-*.tmp"))
	if err == nil || len(left) != 1 || !strings.Contains(err.Error(), left[0]) {
		t.Fatalf("%v, copies %v; want one, and named", err, left)
	}
	if now, _ := os.ReadFile(left[0]); !bytes.Equal(now, before) {
		t.Errorf("the copy is %q", now)
	}
}

func TestWriteChecksEveryPlaceFirst(t *testing.T) {
	files := render(t)
	dir := t.TempDir()
	write(t, dir, files)
	changed := slices.Clone(files)
	changed[0].Data = append(slices.Clone(files[0].Data), '\n')
	verbs := filepath.Join(dir, "verbs.go")
	if err := errors.Join(os.Remove(verbs), os.Mkdir(verbs, 0o755)); err != nil {
		t.Fatal(err)
	}
	before := content(t, dir)
	if _, err := emit.Write(dir, changed); err == nil || !strings.Contains(err.Error(), verbs+" is in the way") {
		t.Errorf("a folder in the place of a file: %v", err)
	}
	if _, err := emit.Write(dir, append(changed, emit.File{Name: filepath.Join("sub", "x.txt")})); err == nil {
		t.Error("a file outside of the folder was taken")
	}
	if diff := cmp.Diff(before, content(t, dir)); diff != "" {
		t.Errorf("the folder was changed all the same:\n%s", diff)
	}
}
