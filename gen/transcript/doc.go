// Package transcript reads the console sessions that documents show and compares
// them with what really comes out.
//
// A session is a fenced block with lines that begin with "$ ". Each of these is a
// command, which goes on in the next line where it ends with a backslash; what
// follows, up to the next command, is what the command is said to print. Output may
// be shortened: a line that is nothing but three dots stands for any lines, and three
// dots within a line, with the blanks beside them, for anything within it.
//
//	$ sextant route "switch off the nightly job"
//	route: graph_schedules fits best: ... 77 % ahead of graph_ontology.
//	...
//
// Where only numbers differ, the comparison says which ones, and [Apply] writes those
// that came out into the document.
package transcript
