// Package skills serves skills over MCP: it finds them, checks them, and answers
// every request about them from one place.
//
// Skills come from sources: the bundle that is compiled into a surface
// (Compiled), folders on disk (Directories), other servers (Remote), or whatever
// else implements Source. Open reads them into a Shelf, a checked snapshot:
//
//	shelf, problems := skills.Open(ctx, skills.Compiled(tables), skills.Directories("skills"))
//
// A skill that breaks a rule is left off the shelf and named in the problems; it
// hides no other. Every file is known by its URI,
//
//	skill://<path>/SKILL.md
//	skill://<path>/references/limits.md
//
// where the last segment of the skill's path is its name. A request can only name
// a file that is on the shelf, so no URI leads out of a skill.
//
// A Library holds the shelf that is served at the moment and speaks for it:
//
//   - skills/list, skills/get and resources/directory/read, the methods of the
//     extension io.modelcontextprotocol/skills, in both eras of the protocol;
//   - resources/list and resources/read, over which every file is read;
//   - skill://<path>/_manifest, by which older clients learn what belongs to a
//     skill.
//
// # Bounds
//
// A source may serve MaxSkills skills, a skill MaxFiles files of together
// MaxSkillBytes, a shelf MaxShelfBytes. Content is compared with its digest each
// time it is read: what has changed since the shelf was filled is not served.
package skills
