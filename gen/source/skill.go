package source

// Skill is one SKILL.md and the files beside it. Byte offsets count from the
// start of Source.
type Skill struct {
	Dir  string // the folder as the caller gave it, with forward slashes
	Path string // of the SKILL.md

	// Broken is set when the file has errors but could be understood. A linter
	// may repair such a skill; a compiler must not use it.
	Broken bool

	// Name is never empty: where the front matter has none, which is an error, it is the folder's name.
	Name          string
	Description   string
	Type          string // skill_type
	License       string
	Compatibility string
	Tier          string
	Domain        string
	Concept       string

	Tags     []string
	Wraps    []string // the tools the skill is about; see SkillTools
	Requires []string
	Aliases  []string

	AllowedTools string            // allowed-tools, one string; a list is joined by spaces
	Metadata     map[string]string // values that are not strings are written as JSON
	Front        map[string]any    // the whole front matter, every value as the YAML has it
	Extra        map[string]any    // the keys of Front that are none of the above: nil, bool, int, uint64, float64, string, []any, map[string]any

	Title      string      // text of the first first-level heading
	Note       *Block      // the condensed note: the first block quote between the title and the next heading; nil when absent
	Headings   []Heading   // of the body itself, not those inside quotes and lists
	CodeBlocks []CodeBlock // in order, also those inside quotes and lists
	InlineCode []InlineCode

	FrontStart int    // of the front matter's first byte, behind the opening fence's line
	FrontEnd   int    // behind its last byte, where the closing fence's line starts
	BodyOffset int    // of the body's first byte, behind the closing fence's line
	Body       string // the body as plain text for indexing: no markup, no fences, one block a line or more

	Source   []byte
	Files    []File              // filled by ReadSkill and ReadSkills
	FieldPos map[string]Position // of each key of the front matter
	Newline  string              // "\n" or "\r\n", whichever ends more lines
}

// Block is a piece of the body.
type Block struct {
	Start, End int    // whole lines; the last line end is not part of it
	Line       int    // 1-based line of Start
	Text       string // plain text, lines joined by spaces, blocks by line ends
}

// Heading is a heading of the body.
type Heading struct {
	Level  int // 1 to 6
	Text   string
	Line   int // 1-based
	Offset int // of the line's first byte
}

// CodeBlock is a fenced or an indented code block.
type CodeBlock struct {
	Lang       string // the first word behind the fence, "" when there is none or no fence
	Text       string // its lines, indentation of the surrounding list or quote removed, each ended by "\n"
	Line       int    // 1-based line of the first code line; of an empty block, the line behind its fence
	Start, End int    // from the first code byte to behind the last; inside lists and quotes their markers lie between
	Fenced     bool
}

// InlineCode is a code span.
type InlineCode struct {
	Text   string // without the backticks
	Line   int    // 1-based
	Column int    // 1-based, in bytes, of the first byte behind the backticks
}

// File is one regular file of a skill's folder.
type File struct {
	Path   string // relative to the folder, with forward slashes
	Size   int64  // bytes
	Digest string // "sha256:" and 64 lower-case hexadecimal digits
	Data   []byte
}

// SkillTools returns the tools a skill is about: those it wraps, or else, for a
// skill named kg-x-y, the one tool graph_x_y. Inferred is true in the second
// case; whether such a tool exists is not known here.
func SkillTools(s *Skill) (tools []string, inferred bool) {
	if len(s.Wraps) > 0 {
		return append([]string(nil), s.Wraps...), false
	}
	return slugTools(s.Name)
}
