package args

import (
	"regexp"
	"slices"
	"strings"
)

// extensions are those of files that requests name without a folder before them.
const extensions = `png|jpe?g|gif|pdf|csv|json|ya?ml|txt|md|go|py|js|ts|html?|xml|docx?|xlsx?|zip|mp[34]|wav|log|sh|sql`

// fileName is a text that ends as the name of a file.
var fileName = regexp.MustCompile(`\.(?:` + extensions + `)$`)

func (p *param) takesPaths() bool {
	return p.named("path", "file", "filename", "filepath", "directory", "folder", "dir")
}

// aboutWords is how many words of a description say what a parameter is.
const aboutWords = 7

// files and folders tell what a path parameter is for, by its name, else by the
// beginning of its description; both and neither are possible.
func (p *param) files() bool {
	return p.named("file", "filename", "filepath") || !p.named("directory", "folder", "dir") && p.opens("file")
}

func (p *param) folders() bool {
	return p.named("directory", "folder", "dir") || !p.named("file", "filename", "filepath") && p.opens("directory", "folder", "dir", "repository", "repo")
}

// opens reports whether the description has one of some words at its beginning.
func (p *param) opens(words ...string) bool {
	about := p.about[:min(len(p.about), aboutWords)]
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(about, stemOf(w)) })
}

// pathOwner is the parameter for a path where several take paths: the name of a
// file is none for a parameter that is about folders alone, and the other way
// round; what is left is told apart as everywhere.
func (t *Tool) pathOwner(path string, several []int) int {
	file := fileName.MatchString(strings.ToLower(path))
	several = t.narrow(several, func(p *param) bool {
		return file && (p.files() || !p.folders()) || !file && (p.folders() || !p.files())
	})
	several = t.narrow(several, func(p *param) bool {
		return file && p.files() || !file && p.folders() && !p.files()
	})
	return t.plainest(several, "path", "file", "directory")
}

// narrow keeps those of some parameters that fit, all when none does.
func (t *Tool) narrow(several []int, fits func(*param) bool) []int {
	left := slices.DeleteFunc(slices.Clone(several), func(i int) bool { return !fits(&t.params[i]) })
	if len(left) == 0 {
		return several
	}
	return left
}

// plainest is the only one of some parameters that the tool needs, else, when it
// needs none, the one that is called by a plain word for the kind; -1 when that
// leaves it open.
func (t *Tool) plainest(several []int, plain ...string) int {
	several = t.narrow(several, func(p *param) bool { return p.required })
	if len(several) > 1 && !t.params[several[0]].required {
		several = t.narrow(several, func(p *param) bool { return len(p.stems) == 1 && p.named(plain...) })
	}
	if len(several) == 1 {
		return several[0]
	}
	return -1
}
