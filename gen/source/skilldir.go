package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// ReadSkills reads every skill of a folder: each folder in it that holds a
// SKILL.md (or skill.md). The skills come back sorted by name. A skill that is
// refused is reported and left out, the others come back; those with Broken set
// are for linters only. Hidden folders are passed over.
func ReadSkills(dir string) ([]Skill, Diagnostics) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, unreadable(dir, err)
	}
	var skills []Skill
	var diagnostics Diagnostics
	for _, entry := range entries {
		skill, found := readEntry(dir, entry)
		diagnostics = append(diagnostics, found...)
		if skill != nil {
			skills = append(skills, *skill)
		}
	}
	if len(skills) == 0 && !diagnostics.HasErrors() {
		diagnostics = append(diagnostics, folderDiagnostic(dir, Warning, CodeEmpty,
			"check the path: each skill is a folder of its own with a SKILL.md", "no skill in this folder"))
	}
	sort.SliceStable(skills, func(i, j int) bool {
		if skills[i].Name != skills[j].Name {
			return skills[i].Name < skills[j].Name
		}
		return skills[i].Dir < skills[j].Dir
	})
	diagnostics.Sort()
	return skills, diagnostics
}

// readEntry reads one entry of a folder of skills.
func readEntry(dir string, entry fs.DirEntry) (*Skill, Diagnostics) {
	path := filepath.Join(dir, entry.Name())
	switch {
	case strings.HasPrefix(entry.Name(), "."):
		return nil, nil
	case entry.Type()&fs.ModeSymlink != 0:
		return nil, Diagnostics{folderDiagnostic(path, Error, CodeSymlink, symlinkHint, "a symbolic link; it is not followed")}
	case entry.IsDir():
		return ReadSkill(path)
	case entry.Name() == skillFile:
		return nil, Diagnostics{folderDiagnostic(path, Warning, CodeNoSkill,
			"name the folder above this one", "this folder is a skill itself, not a folder of skills; the file is not read")}
	}
	return nil, nil
}

const (
	skillFile   = "SKILL.md"
	symlinkHint = "put the file or folder itself there; a link means something else on every machine"
)

// ReadSkill reads the skill in one folder and the files beside it. The skill is nil when it is refused.
func ReadSkill(dir string) (*Skill, Diagnostics) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, unreadable(dir, err)
	}
	defer root.Close()
	name, diagnostics := findSkillFile(root, dir)
	if name == "" {
		return nil, diagnostics
	}
	files := fileReader{root: root, dir: dir}
	data := files.read(name, MaxSkill)
	if files.diagnostics.HasErrors() {
		return nil, append(diagnostics, files.diagnostics...)
	}
	skill, found := ParseSkill(filepath.Join(dir, name), data)
	diagnostics = append(diagnostics, found...)
	if skill != nil {
		skill.Files = files.all()
		skill.Broken = skill.Broken || files.diagnostics.HasErrors()
		diagnostics = append(diagnostics, files.diagnostics...)
	}
	diagnostics.Sort()
	return skill, diagnostics
}

// findSkillFile returns the name of the folder's SKILL.md, or "" and why there is none.
func findSkillFile(root *os.Root, dir string) (string, Diagnostics) {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return "", unreadable(dir, err)
	}
	names := make(map[string]bool)
	for _, entry := range entries {
		if strings.EqualFold(entry.Name(), skillFile) {
			names[entry.Name()] = true
		}
	}
	lower := strings.ToLower(skillFile)
	switch {
	case names[skillFile] && names[lower]:
		return skillFile, Diagnostics{folderDiagnostic(filepath.Join(dir, lower), Warning, CodeHiddenSkill,
			"delete one of the two", "stands beside "+skillFile+", which is the one read")}
	case names[skillFile]:
		return skillFile, nil
	case names[lower]:
		return lower, nil
	}
	for name := range names {
		return "", Diagnostics{folderDiagnostic(filepath.Join(dir, name), Error, CodeSkillName,
			"rename it to "+skillFile, "most systems do not find a skill under this name")}
	}
	return "", Diagnostics{folderDiagnostic(dir, Warning, CodeNoSkill,
		"add a "+skillFile+", or move the folder elsewhere", "this folder has no "+skillFile+"; it is passed over")}
}

// folderDiagnostic is a finding about a file or folder as a whole.
func folderDiagnostic(path string, severity Severity, code, hint, message string) Diagnostic {
	return Diagnostic{Pos: Position{File: filepath.ToSlash(path)}, Severity: severity, Code: code, Message: message, Hint: hint}
}

// describeMode names what stands where a regular file belongs.
func describeMode(mode fs.FileMode) error {
	switch {
	case mode&fs.ModeSymlink != 0:
		return errors.New("a symbolic link; it is not followed")
	case mode.IsDir():
		return errors.New("a folder where a file belongs")
	}
	return fmt.Errorf("neither a file nor a folder (%s)", mode.Type())
}
