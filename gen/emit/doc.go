// Package emit writes compiled tables as a Go package.
//
// # Two phases
//
// Render turns the result of gen/index into files in memory: pure, and equal
// input gives equal bytes. Write puts them into a folder: everything is written
// under temporary names first and renamed when all of it is there, files of an
// earlier run that are no longer made are removed, and when anything fails the
// folder is put back as it was. A file that Sextant did not write is never
// overwritten; each of its own begins with a line that tells. Check compares a
// folder with the files instead and says what drifted.
//
// # What is written
//
//	sextant.go        package comment, version guards, Tables, NewRouter, Resolve
//	capabilities.go   one row per capability: id, kind, verbs, record
//	verbs.go          the verb map, for review: which capabilities each verb reaches
//	rows.go           the token rows, one per feature
//	learned.rows      the trained part of the rows; measured, not reviewed
//	schemas.go        the input schemas
//	notes.go          the condensed notes of the skills
//	skills.bundle     the skills' files, byte for byte, with their digests
//	ids.lock          the numbers of the capabilities, append only
//	.gitattributes    keeps line ends as they are and folds the rows in reviews
//
// Declarations are made with jennifer, prose comes from templates, and rows are
// appended to raw string literals: that is the encoding that the Go compiler
// reads fastest, and rows stay reviewable.
package emit
