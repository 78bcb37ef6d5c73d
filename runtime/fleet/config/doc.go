// Package config reads the mcp.json files in which people keep their MCP
// servers, as Claude Desktop, Claude Code, Cursor and VS Code write them.
//
//	file, err := config.Read("mcp.json", os.LookupEnv)
//	...
//	for _, p := range file.Problems {
//		fmt.Fprintln(os.Stderr, p) // mcp.json:12:5: server "mail": ...
//	}
//	for _, s := range file.Servers { ... }
//
// # What is understood
//
// The servers stand in "mcpServers", in VS Code's "servers", or in "servers"
// inside VS Code's "mcp"; comments and trailing commas are allowed. A server
// is a process or an address:
//
//	"files": {"command": "npx", "args": ["-y", "..."], "env": {"K": "V"}, "cwd": "..."}
//	"mail":  {"type": "http", "url": "https://...", "headers": {"Authorization": "..."}}
//
// Both may have "disabled": true (or "enabled": false). Fields that only mean
// something to a client, such as lists of tools to approve, are passed over.
//
// In all of these texts ${NAME} and ${env:NAME} stand for an environment
// variable, and ${NAME:-text} for the text where the variable is not set or
// empty. ${userHome}, ${workspaceFolder} and ${pathSeparator} are those of VS
// Code; the workspace is the folder of the file, or the one above when the
// folder is .vscode or .cursor.
//
// # What is left out
//
// An entry that can't be used is left out and reported as a [Problem]; the
// others are served. So is an entry with ${input:...}: VS Code asks a person
// for that value, and here nobody can be asked.
//
// # Where clients keep them
//
// [System.Places] are the files of the known clients on an operating system, and
// [Discover] reads them as one: the project's files first, each server once, this
// program itself never.
//
// # Secrets
//
// Values of "env" and "headers" often are secrets. They are of type [Secret],
// which prints as "***", and no error or problem quotes a value.
package config
