// Package naming knows what names say: into which words the name of a tool or of
// an operation falls, what each of those words tells about a call, and which
// parameters select an operation.
//
//	words := naming.Words("getOrDeleteUser")  // get or delete user
//	naming.At(words, 2).Class                 // naming.Destroy
//
// Two readers share the table, and each weighs its words for its own purpose. The
// compiler guesses behind which verbs people look for a tool: there a guess that
// hides the tool is as bad as one that shows it too widely, and annotations come
// first. The dispatcher decides whether a call may run unseen: there the gravest
// word counts. What a word means is decided here alone, so the two can't differ in
// that, and whatever the compiler takes for a change by its name the dispatcher
// takes for one as well.
//
// In doubt a word is one of change. A word of reading that is no more than the
// topic of a call, or that tools use for changes as well, is loose: the dispatcher
// does not take it for proof. So is a word of change that is a noun as often: it
// does not outweigh what is stated about the call ([Sense].Loose).
package naming
