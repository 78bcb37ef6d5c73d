package skills

import (
	"path"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// folderType is the type of a folder among resources.
const folderType = "inode/directory"

// Member is a file or a folder as resources/list and resources/directory/read
// list it.
type Member struct {
	URI         string `json:"uri"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	MIMEType    string `json:"mimeType"`
	Size        *int64 `json:"size,omitempty"` // in bytes; files only
}

// file describes a file of the shelf.
func (f *shelved) member() *Member {
	size := f.file.Size
	m := &Member{
		URI: runtime.SkillURI(f.entry.Path, f.file.Path), Name: path.Join(f.entry.Name, f.file.Path),
		MIMEType: mimeType(f.file.Path), Size: &size,
	}
	if f.file.Path == runtime.SkillManual {
		m.Name, m.Description = f.entry.Name, f.entry.Description
	}
	return m
}

// tree lists what lies directly in each folder.
func tree(s *Shelf) map[string][]*Member {
	folders := map[string][]*Member{"": {}}
	for p, f := range s.files {
		child := f.member()
		for {
			parent := path.Dir(p)
			if parent == "." {
				parent = ""
			}
			_, known := folders[parent]
			folders[parent] = append(folders[parent], child)
			if known {
				break
			}
			p, child = parent, &Member{URI: runtime.SkillScheme + escaped(parent), Name: path.Base(parent), MIMEType: folderType}
		}
	}
	for _, children := range folders {
		slices.SortFunc(children, func(a, b *Member) int { return strings.Compare(a.URI, b.URI) })
	}
	return folders
}

// escaped percent-encodes a path as the URIs of files have it.
func escaped(p string) string {
	return strings.TrimPrefix(runtime.SkillURI("", p), runtime.SkillScheme+"/")
}

// Folder lists what lies directly in a folder, by URI: "skill://" is the root,
// a skill's URI without its file the skill's folder. It is false for what is no
// folder.
func (s *Shelf) Folder(uri string) ([]*Member, bool) {
	p, ok := parseURI(uri)
	if !ok {
		return nil, false
	}
	children, ok := s.folders[p]
	return children, ok
}
