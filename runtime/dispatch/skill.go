package dispatch

import (
	"fmt"

	"github.com/sextant-mcp/sextant/runtime"
)

// skillFiles are the files of each skill, by its name.
type skillFiles map[string][]runtime.SkillFile

func readSkillFiles(r *runtime.Router) (skillFiles, error) {
	files, err := r.Tables().SkillFiles()
	if err != nil {
		return nil, err
	}
	by := skillFiles{}
	for _, f := range files {
		by[f.Skill] = append(by[f.Skill], f)
	}
	return by, nil
}

// SkillReading is the result of executing a skill: its instructions, which the
// caller is to follow, and what else belongs to it.
type SkillReading struct {
	Skill        string      `json:"skill"`
	Instructions string      `json:"instructions"`
	Files        []FileEntry `json:"files"`
	// Wraps are the tools that the skill tells how to use.
	Wraps []string `json:"wraps,omitempty"`
}

// FileEntry is one file of a skill.
type FileEntry struct {
	Path string `json:"path"`
	// URI is where the file can be read as an MCP resource.
	URI    string `json:"uri"`
	Size   int    `json:"size"` // in bytes
	Digest string `json:"digest"`
}

// EntryOf describes a file.
func EntryOf(f runtime.SkillFile) FileEntry {
	return FileEntry{Path: f.Path, URI: f.URI(), Size: len(f.Content), Digest: f.Digest}
}

// readSkill executes a skill: it returns the instructions.
func (t *turn) readSkill(p *plan) *Reply {
	if !t.req.executes() {
		return p.preview("", OK)
	}
	reading := SkillReading{Skill: p.rec.ID, Files: []FileEntry{}, Wraps: p.rec.Wraps}
	for _, f := range t.d.skills[p.rec.ID] {
		reading.Files = append(reading.Files, EntryOf(f))
		if f.Path == runtime.SkillManual {
			reading.Instructions = f.Content
		}
	}
	if reading.Instructions == "" {
		return t.fail(UpstreamError, fmt.Errorf("the surface does not carry the %s of %s; run go generate with the skill's folder among the inputs", runtime.SkillManual, p.rec.ID))
	}
	return &Reply{Result: reading, Routing: p.routing, Executed: true}
}
