package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Bounds of the input. A file beyond its bound is refused before it is read.
const (
	MaxFile       = 32 << 20 // bytes of a capability file or a file of route rows
	MaxSkill      = 1 << 20  // bytes of a SKILL.md
	MaxSkillFiles = 512      // files of one skill
	MaxSkillBytes = 16 << 20 // bytes of all files of one skill
	MaxDepth      = 64       // nesting of JSON, of front matter and of Markdown containers
	MaxID         = 256      // bytes of an id
)

// readBounded returns the content of a regular file of at most limit bytes, or
// the one diagnostic that says why not.
func readBounded(path string, limit int64) ([]byte, Diagnostics) {
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, unreadable(path, err)
	}
	if info.IsDir() {
		return nil, unreadable(path, errors.New("it is a folder"))
	}
	if info.Size() > limit {
		return nil, Diagnostics{tooLarge(path, info.Size(), limit)}
	}
	return readOpen(file, path, limit)
}

// readOpen reads an open file; the bound holds even when the file grows meanwhile or has no size.
func readOpen(file io.Reader, path string, limit int64) ([]byte, Diagnostics) {
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	if int64(len(data)) > limit {
		return nil, Diagnostics{tooLarge(path, int64(len(data)), limit)}
	}
	return data, nil
}

func unreadable(path string, err error) Diagnostics {
	hint := "check the path and its permissions"
	if errors.Is(err, fs.ErrNotExist) {
		hint = "check the path; it is taken relative to the current folder"
	}
	var pathErr *fs.PathError
	cause := err
	if errors.As(err, &pathErr) {
		cause = pathErr.Err
	}
	return Diagnostics{{
		Pos: Position{File: filepath.ToSlash(path)}, Severity: Error, Code: CodeRead,
		Message: fmt.Sprintf("cannot be read: %v", cause), Hint: hint,
		Err: fmt.Errorf("read %s: %w", path, err),
	}}
}

func tooLarge(path string, size, limit int64) Diagnostic {
	return Diagnostic{
		Pos: Position{File: filepath.ToSlash(path), Line: 1, Column: 1}, Severity: Error, Code: CodeTooLarge,
		Message: fmt.Sprintf("the file has %s, the limit is %s", mebibytes(size), mebibytes(limit)),
		Hint:    "nothing of it was read; split the file or drop what is not needed",
	}
}

// mebibytes writes a size exactly and, when large, also in MiB.
func mebibytes(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f MiB (%d bytes)", float64(n)/(1<<20), n)
}
