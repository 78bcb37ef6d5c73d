package source

// Codes of diagnostics. They are stable: tools select and suppress by them.
const (
	// Any file.
	CodeRead        = "read"         // the file or folder cannot be read
	CodeTooLarge    = "too-large"    // a size limit is exceeded
	CodeTooMany     = "too-many"     // the file has more findings than are listed
	CodeUTF8        = "utf8"         // the text is not UTF-8
	CodeBOM         = "bom"          // the file starts with a byte order mark
	CodeEmpty       = "empty"        // the file, a list or a value is empty
	CodeDuplicateID = "duplicate-id" // two entries have one id

	// JSON.
	CodeJSONSyntax    = "json-syntax"    // not JSON
	CodeJSONTruncated = "json-truncated" // the JSON ends too early
	CodeJSONDepth     = "json-depth"     // nested deeper than MaxDepth
	CodeTrailingData  = "trailing-data"  // something follows the JSON value
	CodeDuplicateKey  = "duplicate-key"  // an object or mapping names a key twice
	CodeSurrogate     = "lone-surrogate" // half of a \u surrogate pair
	CodeType          = "type"           // a value has the wrong type
	CodeMissing       = "missing"        // a required field is absent
	CodeValue         = "value"          // a value is not one of those allowed
	CodeShape         = "shape"          // the file as a whole is none of the forms understood
	CodeCount         = "count"          // the stated count and the list differ
	CodePartial       = "partial"        // the list is one page of several
	CodeKey           = "key"            // a key that is not read but looks like one that is
	CodeID            = "id"             // an id that cannot be one
	CodeVerb          = "verb"           // not one of the six verbs
	CodeKind          = "kind"           // not one of Kinds

	// SKILL.md.
	CodeCRLF             = "crlf"                 // lines end in CR LF
	CodeMixedNewlines    = "mixed-newlines"       // some lines end in CR LF, some in LF, or a CR stands alone
	CodeNoFrontmatter    = "frontmatter-missing"  // the first line is not exactly ---
	CodeUnclosed         = "frontmatter-unclosed" // no closing ---
	CodeCut              = "frontmatter-cut"      // an indented --- inside the front matter
	CodeFence            = "frontmatter-fence"    // white space behind the closing ---
	CodeYAML             = "yaml"                 // not YAML
	CodeYAMLAlias        = "yaml-alias"           // aliases that expand too far, or into themselves
	CodeYAMLDepth        = "yaml-depth"           // nested deeper than MaxDepth
	CodeYAMLMerge        = "yaml-merge"           // a merge key <<
	CodeControlCharacter = "control-character"    // a control character where text belongs
	CodeNoBody           = "no-body"              // nothing follows the front matter
	CodeNoTitle          = "no-title"             // the body has no first-level heading
	CodeNesting          = "nesting"              // Markdown nested deeper than MaxDepth

	// Skill folders.
	CodeNoSkill     = "no-skill"     // a folder without a SKILL.md
	CodeSkillName   = "skill-file"   // SKILL.md under a name only some systems find
	CodeSymlink     = "symlink"      // a symbolic link in a skill folder
	CodeIrregular   = "irregular"    // neither file nor folder
	CodeHiddenSkill = "hidden-skill" // SKILL.md and skill.md side by side
)
