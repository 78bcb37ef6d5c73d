package sweep

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
)

// loadSkills reads every skill at or below the folders, each once.
func (p *Project) loadSkills(dirs []string) error {
	var found skillFolders
	for _, dir := range dirs {
		if err := found.look(dir); err != nil {
			hint := ""
			if errors.Is(err, fs.ErrNotExist) {
				hint = "; name the folder that holds the skills' folders, such as .claude/skills"
			}
			return fmt.Errorf("reading the skills: %w%s", err, hint)
		}
	}
	files, errs := make([]*skillFile, len(found.dirs)), make([]error, len(found.dirs))
	parallel(len(files), func(i int) { files[i], errs[i] = loadSkill(found.dirs[i]) })
	p.files, p.single = files, found.single
	for _, link := range found.links {
		p.files = append(p.files, linkedSkill(link))
	}
	return errors.Join(errs...)
}

// skillFolders are the folders that hold a skill.
type skillFolders struct {
	dirs   []string
	links  []string        // symbolic links to such folders, which are not followed
	seen   map[string]bool // absolute paths of both
	single bool            // one of them was named itself
}

// look adds the skills at or below dir, sorted. A skill's own folder is not
// searched for more skills, hidden ones are passed over. A link is followed
// where it is named itself, because that is meant; below, it is a finding, as
// it is where skills are compiled.
func (s *skillFolders) look(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() && isSkillName(filepath.Base(dir)) {
		dir = filepath.Dir(dir)
	}
	if isSkill, err := holdsSkill(dir); err == nil && isSkill {
		s.single = true
	}
	// A separator behind a link makes it the folder that it leads to.
	root := dir + string(filepath.Separator)
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != root && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			return err
		case entry.Type()&fs.ModeSymlink != 0 && !hidden:
			if isSkill, err := holdsSkill(path); err == nil && isSkill {
				return s.add(&s.links, path)
			}
			return nil
		case !entry.IsDir():
			return nil
		case hidden:
			return fs.SkipDir
		}
		isSkill, err := holdsSkill(path)
		if err != nil || !isSkill {
			return err
		}
		if err := s.add(&s.dirs, filepath.Clean(path)); err != nil {
			return err
		}
		return fs.SkipDir
	})
}

// add adds a folder to a list unless it is there already.
func (s *skillFolders) add(list *[]string, dir string) error {
	full, err := filepath.Abs(dir)
	if err != nil || s.seen[full] {
		return err
	}
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	s.seen[full] = true
	*list = append(*list, dir)
	return nil
}

func holdsSkill(dir string) (bool, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isSkillName(e.Name()) && !e.IsDir() }), nil
}

func isSkillName(name string) bool { return strings.EqualFold(name, "SKILL.md") }

// linkedSkill stands for a folder that is a link to a skill: nothing of it is read.
func linkedSkill(link string) *skillFile {
	path := filepath.ToSlash(link)
	return &skillFile{dir: path, path: path, at: newLines(path, nil), found: source.Diagnostics{{
		Pos: source.Position{File: path}, Severity: source.Error, Code: source.CodeSymlink,
		Message: "a symbolic link to a skill; it is not followed, so nothing of it is checked",
		Hint:    "put the folder itself there, or sweep the folder that the link leads to",
	}}}
}
