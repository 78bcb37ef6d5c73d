package runtime

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// The bundle carries the files of skills inside the generated package, byte
// for byte and readable in a diff. Each file is a header line
//
//	-- <skill> <path> <size> sha256:<hex>
//
// (skill and path quoted as Go strings), its bytes and a line break.

// SkillFile is one file of a skill.
type SkillFile struct {
	// Skill is the skill's name, Path the file's path inside the skill's
	// folder, with slashes.
	Skill, Path string
	// Digest is "sha256:" and the hex digest of the content.
	Digest string
	// Content is the file, byte for byte.
	Content string
}

const bundleMark = "-- "

// AppendFile appends a file to a bundle.
func AppendFile(dst []byte, skill, path string, content []byte) ([]byte, error) {
	if skill == "" || path == "" {
		return dst, fmt.Errorf("a file of a bundle needs a skill and a path, not %q and %q", skill, path)
	}
	sum := sha256.Sum256(content)
	dst = append(dst, bundleMark...)
	dst = strconv.AppendQuote(dst, skill)
	dst = append(dst, ' ')
	dst = strconv.AppendQuote(dst, path)
	dst = fmt.Appendf(dst, " %d sha256:%s\n", len(content), hex.EncodeToString(sum[:]))
	dst = append(dst, content...)
	return append(dst, '\n'), nil
}

// SkillFiles returns the files of the bundle in its order: by skill, then by
// path. Content shares memory with the tables. The error names the byte where
// the bundle is broken.
func (t *Tables) SkillFiles() ([]SkillFile, error) {
	var out []SkillFile
	for at := 0; at < len(t.Skills); {
		f, n, err := cutFile(t.Skills[at:])
		if err != nil {
			return nil, fmt.Errorf("skill bundle at byte %d: %w", at, err)
		}
		out = append(out, f)
		at += n
	}
	return out, nil
}

// cutFile reads the first file of a bundle and says how long its entry is.
func cutFile(bundle string) (f SkillFile, n int, err error) {
	header, rest, ok := strings.Cut(bundle, "\n")
	body, isFile := strings.CutPrefix(header, bundleMark)
	if !ok || !isFile {
		return f, 0, fmt.Errorf("no file header: %.60q", header)
	}
	if f.Skill, body, err = cutQuoted(body); err != nil {
		return f, 0, err
	}
	if f.Path, body, err = cutQuoted(body); err != nil {
		return f, 0, err
	}
	digits, digest, _ := strings.Cut(body, " ")
	size, err := strconv.Atoi(digits)
	if err != nil || size < 0 || size+1 > len(rest) || rest[size] != '\n' {
		return f, 0, fmt.Errorf("%s/%s: size %q does not fit the bundle", f.Skill, f.Path, digits)
	}
	f.Digest, f.Content = digest, rest[:size]
	return f, len(header) + 1 + size + 1, nil
}

// cutQuoted reads a Go string literal and the blank after it.
func cutQuoted(text string) (value, rest string, err error) {
	quoted, err := strconv.QuotedPrefix(text)
	if err != nil {
		return "", text, fmt.Errorf("no quoted name in %.60q: %w", text, err)
	}
	value, err = strconv.Unquote(quoted)
	return value, strings.TrimPrefix(text[len(quoted):], " "), err
}

// NoteRow is one row of Tables.Notes: the condensed note of a skill.
type NoteRow struct {
	Skill string `json:"skill"`
	Text  string `json:"text"`
}

// NoteRows decodes the condensed notes, in order of the skills' names.
func (t *Tables) NoteRows() ([]NoteRow, error) {
	var out []NoteRow
	line := 0
	for text := range strings.Lines(t.Notes) {
		line++
		var n NoteRow
		if err := json.Unmarshal([]byte(text), &n); err != nil {
			return nil, fmt.Errorf("note row %d: %w", line, err)
		}
		out = append(out, n)
	}
	return out, nil
}

// Schema returns the input schema of the capability of that number as compact
// JSON, "" when it has none.
func (r *Router) Schema(number int) string {
	if number < 0 || number >= len(r.schemas) {
		return ""
	}
	return r.schemas[number]
}
