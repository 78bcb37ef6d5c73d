package source

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
)

// fileReader reads the files of one skill's folder. It never leaves the folder
// and never follows a link.
type fileReader struct {
	root        *os.Root
	dir         string // for diagnostics
	diagnostics Diagnostics
}

// report notes an error about one file.
func (r *fileReader) report(name, code, hint, message string) {
	r.diagnostics = append(r.diagnostics, folderDiagnostic(filepath.Join(r.dir, name), Error, code, hint, message))
}

// read returns a regular file's content, or nil after reporting why not.
func (r *fileReader) read(name string, limit int64) []byte {
	full := filepath.Join(r.dir, name)
	info, err := r.root.Lstat(name)
	if err != nil {
		r.diagnostics = append(r.diagnostics, unreadable(full, err)...)
		return nil
	}
	if !info.Mode().IsRegular() {
		r.irregular(name, info.Mode())
		return nil
	}
	if info.Size() > limit {
		r.diagnostics = append(r.diagnostics, tooLarge(full, info.Size(), limit))
		return nil
	}
	file, err := r.root.Open(name)
	if err != nil {
		r.diagnostics = append(r.diagnostics, unreadable(full, err)...)
		return nil
	}
	defer file.Close()
	data, found := readOpen(file, full, limit)
	r.diagnostics = append(r.diagnostics, found...)
	return data
}

func (r *fileReader) irregular(name string, mode fs.FileMode) {
	code, hint := CodeIrregular, "remove it from the folder"
	if mode&fs.ModeSymlink != 0 {
		code, hint = CodeSymlink, symlinkHint
	}
	r.report(name, code, hint, describeMode(mode).Error())
}

// all returns every regular file of the folder, sorted by path, or nil when
// they are too many or too large together.
func (r *fileReader) all() []File {
	files, total := r.list()
	switch {
	case len(files) > MaxSkillFiles:
		r.report("", CodeTooLarge, "drop what the skill does not need; none of its files was read",
			fmt.Sprintf("the folder has more than %d files, the limit", MaxSkillFiles))
		return nil
	case total > MaxSkillBytes:
		r.report("", CodeTooLarge, "drop what the skill does not need; none of its files was read",
			fmt.Sprintf("the folder's files have %s, the limit is %s", mebibytes(total), mebibytes(MaxSkillBytes)))
		return nil
	}
	read := files[:0]
	for _, f := range files {
		before := len(r.diagnostics)
		f.Data = r.read(f.Path, MaxSkillBytes)
		if len(r.diagnostics) > before {
			continue
		}
		digest := sha256.Sum256(f.Data)
		f.Size, f.Digest = int64(len(f.Data)), "sha256:"+hex.EncodeToString(digest[:])
		read = append(read, f)
	}
	sort.Slice(read, func(i, j int) bool { return read[i].Path < read[j].Path })
	return read
}

// list returns the folder's regular files and their size together. It stops behind the limit.
func (r *fileReader) list() (files []File, total int64) {
	err := fs.WalkDir(r.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			r.diagnostics = append(r.diagnostics, unreadable(filepath.Join(r.dir, name), err)...)
			return nil
		case name == ".":
			return nil
		case strings.HasPrefix(path.Base(name), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir() || name == routesFile || name == routesTestFile:
			return nil
		case !entry.Type().IsRegular():
			r.irregular(name, entry.Type())
			return nil
		}
		if info, err := entry.Info(); err == nil {
			total += info.Size()
		}
		files = append(files, File{Path: name})
		if len(files) > MaxSkillFiles {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		r.diagnostics = append(r.diagnostics, unreadable(r.dir, err)...)
	}
	return files, total
}
