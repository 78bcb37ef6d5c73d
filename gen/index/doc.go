// Package index compiles a catalog to the tables that package runtime routes
// on.
//
// # Two phases
//
// Build turns every capability into a document with fields and every document
// into weighted features, learns from the labelled requests, and writes both as
// rows. The tables are then loaded by runtime.New, in the same process for
// tools that appear while a server runs (see Router), or in another program
// after gen/emit wrote them as Go code.
//
// # What is compiled
//
// The lexical part is BM25F over name, actions, one_line, parameters, tags,
// skill text and examples (fields.go, document.go); the inverse document
// frequency is left to the loader, so that a new capability changes only the
// rows of its own words. Names and actions also give pairs of words, words
// written as one, and the whole name.
//
// The learned part is one linear support vector machine for each capability
// with examples, and two for "nothing fits" and "which one?" (learn.go, svm.go),
// with thresholds from cross-validation (fit.go).
//
// Equal catalogs and locks give equal bytes, whatever the order of the inputs
// and on whatever processor.
package index
