package sweep

var fileRules = []*Rule{{
	ID: "skill-file", Group: GroupFile, Severity: Error, Lang: "text",
	Title: "A skill is a folder with a SKILL.md that can be read",
	Doc: `Most systems look for exactly SKILL.md, follow no links and read files up to a bound. A file under another ` +
		`spelling, a symbolic link, a folder without a skill, a SKILL.md of more than a mebibyte or Markdown nested ` +
		`beyond reason is found here, before a client passes over it in silence.`,
	Bad:  "skills/kg-share/Skill.md",
	Good: "skills/kg-share/SKILL.md",
}, {
	ID: "encoding", Group: GroupFile, Severity: Error, Lang: "text",
	Title: "A skill is UTF-8 without control characters",
	Doc: `Bytes that are not UTF-8, UTF-16 files and control characters in the front matter are refused by YAML and ` +
		`JSON readers, often without a place. The finding points at the first such byte.`,
	Bad:  "name: kg-share\\x00",
	Good: "name: kg-share",
}, {
	ID: "bom", Group: GroupFile, Severity: Error, Fixable: true, Lang: "text",
	Title: "A skill does not start with a byte order mark",
	Doc: `Many readers of front matter compare the first bytes with --- and find the mark instead: the skill then has ` +
		`no name and no description, and nothing says why.`,
	Bad:  "<U+FEFF>---\nname: kg-share",
	Good: "---\nname: kg-share",
}, {
	ID: "line-ends", Group: GroupFile, Severity: Error, Fixable: true, Lang: "text",
	Title: "Lines end in LF",
	Doc: `A file that ends its lines in CR LF on one machine and in LF on another has two digests and diffs that show ` +
		`every line. Files with both, and a CR that stands alone, are reported as warnings. The fix turns CR LF into LF; ` +
		`a line '*.md text eol=lf' in .gitattributes keeps it so.`,
	Bad:  "name: kg-share<CR><LF>",
	Good: "name: kg-share<LF>",
}, {
	ID: "frontmatter-missing", Group: GroupFile, Severity: Error, Fixable: true, Lang: "markdown",
	Title: "The first line is exactly ---",
	Doc: `Front matter starts on the first line, at the first column, with three hyphens and nothing else. Blank lines ` +
		`in front of it and white space around it are mended; a file without front matter needs an author.`,
	Bad:  "\n---\nname: kg-share\n---",
	Good: "---\nname: kg-share\n---",
}, {
	ID: "frontmatter-unclosed", Group: GroupFile, Severity: Error, Lang: "markdown",
	Title: "The front matter is closed by a line of exactly ---",
	Doc: `Four hyphens, three dots or an indented --- do not close it: readers then see a skill without front matter, ` +
		`or a body that is YAML. The hint names the line that was probably meant.`,
	Bad:  "---\nname: kg-share\n----\n# kg-share",
	Good: "---\nname: kg-share\n---\n# kg-share",
}, {
	ID: "frontmatter-cut", Group: GroupFile, Severity: Error, Lang: "yaml",
	Title: "No indented --- stands inside the front matter",
	Doc: `Widespread readers ignore the white space around a fence and cut the front matter at a --- inside a block ` +
		`scalar: the description ends there and the rest becomes body, without an error.`,
	Bad:  "description: |\n  First part\n  ---\n  Second part",
	Good: "description: |\n  First part\n  - - -\n  Second part",
}, {
	ID: "frontmatter-fence", Group: GroupFile, Severity: Warning, Fixable: true, Lang: "markdown",
	Title: "Nothing follows the closing ---",
	Doc: `White space behind the closing fence is invisible, and some readers do not take the line for the end of the ` +
		`front matter.`,
	Bad:  "---<space>",
	Good: "---",
}, {
	ID: "hidden-text", Group: GroupFile, Severity: Error, Lang: "text",
	Title: "No text is hidden from the reader's eye",
	Doc: `Unicode has characters that show nothing: tag characters, zero-width ones, marks that turn the direction of ` +
		`writing. A model reads what they spell, a reviewer does not. They are reported in skills and in descriptors; ` +
		`the joiners inside emoji and inside words of scripts that need them are left alone.`,
	Bad:  "description: Shares a node.<U+E0049><U+E0067><U+E006E>...",
	Good: "description: Shares a node.",
}}

var frontmatterRules = []*Rule{{
	ID: "yaml-syntax", Group: GroupFrontmatter, Severity: Error, Fixable: true, Lang: "yaml",
	Title: "The front matter is a YAML mapping",
	Doc: `A skill whose front matter is not YAML does not exist for most clients. The finding says in which line and ` +
		`column reading stopped and what to write instead. By far the commonest fault, a colon followed by a space in ` +
		`an unquoted value, is mended by quotes.`,
	Bad:  "description: Use when: a node must be shared",
	Good: "description: 'Use when: a node must be shared'",
}, {
	ID: "yaml-alias", Group: GroupFrontmatter, Severity: Error, Lang: "yaml",
	Title: "The front matter does without merge keys and growing aliases",
	Doc: `Merge keys are not part of YAML 1.2, and aliases that contain aliases can stand for millions of values. ` +
		`Readers refuse both or, worse, try.`,
	Bad:  "metadata:\n  <<: *shared",
	Good: "metadata:\n  author: Platform",
}, {
	ID: "duplicate-key", Group: GroupFrontmatter, Severity: Error, Lang: "yaml",
	Title: "No key is written twice",
	Doc:   `Readers differ in which of the two they take, so the skill means something else from client to client.`,
	Bad:   "tags: [share]\ntier: core\ntags: [graph]",
	Good:  "tags: [share, graph]\ntier: core",
}, {
	ID: "field-missing", Group: GroupFrontmatter, Severity: Error, Lang: "yaml",
	Title: "name and description are there, and no field is empty",
	Doc: `Clients choose a skill by these two fields alone. Other fields may be absent; one without a value is taken ` +
		`as absent and reported as a warning, because something was probably meant.`,
	Bad:  "name: kg-share\ndescription:",
	Good: "name: kg-share\ndescription: Shares a node with another team. Use it when somebody must see it.",
}, {
	ID: "field-type", Group: GroupFrontmatter, Severity: Error, Lang: "yaml",
	Title: "Every field has the type that readers expect",
	Doc: `name, description, license, compatibility, tier and allowed-tools are strings, tags, wraps, requires and ` +
		`aliases lists of strings, metadata a flat mapping of strings. Where the meaning is clear all the same, as of a ` +
		`number that should be in quotes, the finding is a warning.`,
	Bad:  "name: 2048\nallowed-tools: [Read, Grep]",
	Good: "name: '2048'\nallowed-tools: Read Grep",
}, {
	ID: "value-cut", Group: GroupFrontmatter, Severity: Warning, Lang: "yaml",
	Title: "No comment cuts a text short",
	Doc: `In an unquoted value a # behind a space begins a comment: a description that mentions issue #12 ends in front of ` +
		`the number, without an error, and the rest never reaches a client. name, description, license and compatibility ` +
		`are looked at. A # with a space behind it is taken for a comment that is meant.`,
	Bad:  "description: Shares a node as described in issue #12 with another team.",
	Good: "description: 'Shares a node as described in issue #12 with another team.'",
}, {
	ID: "allowed-tools-form", Group: GroupFrontmatter, Severity: Warning, Fixable: true, Lang: "yaml",
	Title: "allowed-tools separates tools by spaces",
	Doc: `The format has one string with white space between the tools. With commas, a reader that keeps to it looks for ` +
		`tools whose names end in one, and allows none of them. Commas inside parentheses belong to a tool's pattern.`,
	Bad:  "allowed-tools: Read, Grep, Bash(git log:*)",
	Good: "allowed-tools: Read Grep Bash(git log:*)",
}, {
	ID: "name-form", Group: GroupFrontmatter, Severity: Error, Lang: "yaml",
	Title: "The name is 1 to 64 lower-case letters, digits and single hyphens",
	Doc: `The Agent Skills format allows letters, digits and hyphens, not at either end and not two in a row. Upper case, ` +
		`spaces and underscores make a name that some clients refuse and URIs must escape. Letters of other scripts count ` +
		`as letters, as in the format's own validator.`,
	Bad:  "name: Share_Node",
	Good: "name: share-node",
}, {
	ID: "name-folder", Group: GroupFrontmatter, Severity: Error, Lang: "text",
	Title: "The folder has the skill's name",
	Doc: `Clients find a skill by its folder and address it by its name; the last part of a skill's URI must be both. ` +
		`Two spellings give two skills, or none.`,
	Bad:  "skills/share/SKILL.md with name: kg-share",
	Good: "skills/kg-share/SKILL.md with name: kg-share",
}, {
	ID: "description-length", Group: GroupFrontmatter, Severity: Error, Lang: "yaml",
	Title: "The description has at most 1,024 characters",
	Doc: `Clients load all descriptions at the start, so the format bounds each of them. A longer one is cut or refused. ` +
		`Say what the skill does and when to use it; the rest belongs in the body.`,
	Bad:  "description: (two pages)",
	Good: "description: (two sentences)",
}, {
	ID: "description-when", Group: GroupFrontmatter, Severity: Note, Lang: "yaml",
	Title: "The description says when to use the skill",
	Doc: `A client that has to choose knows the description only. One that says what the skill does and not when it is ` +
		`wanted is chosen late or for the wrong request. A note, because words such as use, when or if only hint at ` +
		`it; descriptions that are not in Latin script are passed over.`,
	Bad:  "description: Reads and writes documents.",
	Good: "description: Reads and writes documents. Use it when a text in the shared folder must change.",
}, {
	ID: "compatibility-length", Group: GroupFrontmatter, Severity: Error, Lang: "yaml",
	Title: "compatibility has 1 to 500 characters",
	Doc:   `The field names what the skill needs of its environment. The format bounds it like the description.`,
	Bad:   "compatibility: (a manual)",
	Good:  "compatibility: needs git 2.40 and access to the network",
}, {
	ID: "field-unknown", Group: GroupFrontmatter, Severity: Warning, Lang: "yaml",
	Title: "Only known fields stand at the top",
	Doc: `The format knows name, description, license, compatibility, metadata and allowed-tools; this platform adds ` +
		`skill_type, tags, tier, wraps, domain, requires, aliases and concept. Any other is a slip of the pen, ` +
		`belongs to one client, or belongs under metadata. A repository with fields of its own lists them under fields in its configuration.`,
	Bad:  "descripton: Shares a node.\nversion: 1.0.0",
	Good: "description: Shares a node.\nmetadata:\n  version: 1.0.0",
}, {
	ID: "skill-type", Group: GroupFrontmatter, Severity: Warning, Lang: "yaml",
	Title: "skill_type is skill, workflow or graph",
	Doc:   `The field says how the platform runs the skill. Any other word is read as none.`,
	Bad:   "skill_type: flow",
	Good:  "skill_type: workflow",
}}
