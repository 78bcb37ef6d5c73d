// Package templates holds the text that the compiler renders: the condensed
// notes of skills and the package comment of generated code. They are files,
// because people change them; the copies embedded here are what a surface gets
// that brings no templates of its own.
package templates

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed *.tmpl
var files embed.FS

// Names of the templates.
const (
	NoteCore     = "note_core.md.tmpl"
	NoteModality = "note_modality.md.tmpl"
	PackageDoc   = "package_doc.txt.tmpl"
)

// Names lists every template.
var Names = []string{NoteCore, NoteModality, PackageDoc}

// Load returns the templates by name: the file in dir where there is one, else
// the embedded copy. dir "" means the embedded copies alone; a dir that does
// not exist is an error.
func Load(dir string) (map[string]string, error) {
	if dir != "" {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("templates: %s is not a folder; leave -templates out to use the built-in ones", dir)
		}
	}
	out := map[string]string{}
	for _, name := range Names {
		text, err := load(dir, name)
		if err != nil {
			return nil, fmt.Errorf("template %s: %w", name, err)
		}
		out[name] = text
	}
	return out, nil
}

func load(dir, name string) (string, error) {
	if dir != "" {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return string(data), err
		}
	}
	data, err := files.ReadFile(name)
	return string(data), err
}
