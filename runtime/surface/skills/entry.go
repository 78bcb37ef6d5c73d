package skills

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Entry is a skill on a shelf, and encodes to what skills/list and skills/get
// say of it.
type Entry struct {
	URI         string          `json:"uri"`         // of its SKILL.md
	Frontmatter json.RawMessage `json:"frontmatter"` // the JSON of the YAML
	Resources   []Resource      `json:"resources"`   // all its files, by URI

	Path        string `json:"-"`
	Name        string `json:"-"` // the last segment of the path
	Description string `json:"-"`

	files []File // in the order of the resources
}

// Resource is a file of a skill as an entry lists it.
type Resource struct {
	URI    string `json:"uri"`
	Digest string `json:"digest"`
	Size   int64  `json:"size"` // in bytes
}

func newEntry(s *Skill, frontmatter json.RawMessage) *Entry {
	e := &Entry{
		URI: runtime.SkillURI(s.Path, runtime.SkillManual), Frontmatter: frontmatter,
		Path: s.Path, Name: path.Base(s.Path), files: slices.Clone(s.Files),
	}
	e.Description, _ = s.Frontmatter["description"].(string)
	slices.SortFunc(e.files, func(a, b File) int {
		return strings.Compare(runtime.SkillURI(s.Path, a.Path), runtime.SkillURI(s.Path, b.Path))
	})
	for _, f := range e.files {
		e.Resources = append(e.Resources, Resource{URI: runtime.SkillURI(s.Path, f.Path), Digest: f.Digest, Size: f.Size})
	}
	return e
}

func (e *Entry) manualDigest() string { return manualDigest(e.files) }

// manualDigest is the digest of the SKILL.md among the files.
func manualDigest(files []File) string {
	for _, f := range files {
		if f.Path == runtime.SkillManual {
			return f.Digest
		}
	}
	return ""
}

// mimeTypes are the types of files by their extensions. The machine's own table
// is not asked: the same skill is to look the same everywhere.
var mimeTypes = map[string]string{
	".css": "text/css", ".csv": "text/csv", ".gif": "image/gif", ".go": "text/x-go", ".html": "text/html",
	".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".js": "text/javascript", ".json": "application/json",
	".jsonl": "application/jsonl", ".md": "text/markdown", ".mjs": "text/javascript", ".pdf": "application/pdf",
	".png": "image/png", ".py": "text/x-python", ".sh": "application/x-sh", ".sql": "application/sql",
	".svg": "image/svg+xml", ".toml": "application/toml", ".ts": "text/x-typescript", ".txt": "text/plain",
	".wasm": "application/wasm", ".webp": "image/webp", ".xml": "application/xml", ".yaml": "application/yaml",
	".yml": "application/yaml", ".zip": "application/zip",
}

func mimeType(name string) string {
	if t := mimeTypes[strings.ToLower(path.Ext(name))]; t != "" {
		return t
	}
	return "application/octet-stream"
}
