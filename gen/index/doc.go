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
// # Whose words count
//
// A labelled request says two things: which words lead to a capability, and by its
// verb, behind which verb it is looked for (gen/catalog). Where most tools have no
// request, the words of the others' count as those of one more description
// (manner.go): the everyday words of requests, which no description holds, would
// lead everything to them.
//
// # What is compiled
//
// The lexical part is BM25F over name, actions, one_line, parameters, tags,
// skill text and examples (fields.go, document.go); the inverse document
// frequency is left to the loader, so that a new capability changes only the
// rows of its own words. Names and actions also give pairs of words, words
// written as one, and the whole name.
//
// Three more kinds of features stand for what a description does not say
// outright. classes.txt is a thesaurus of everyday speech and the language of
// interfaces, and classes_further.txt more of it for capabilities without
// examples: what another word of a class speaks for has a row of its own,
// "~erase" for a capability that says delete, and counts less than the
// capability's own word (classes.go). The word that a name or a sentence leads
// with has a row, "^follow", that answers requests which lead with it
// (leads.go); the method of an HTTP endpoint counts as such a word
// (endpoint.go), and what reads answers to the words that questions lead with,
// "^which" (asking.go). Words of grammar count next to nothing in running text
// (grammar.go), and what stands in for a name, "the thing", nowhere more than that
// (standins.go).
//
// The learned part is one linear support vector machine for each capability
// with examples or descriptions, and two for "nothing fits" and "which one?"
// (learn.go), on words and pairs of words weighed by how rare they are
// (vector.go), and on the form of words where it tells siblings apart, my feed and
// my feeds (forms.go). A request with several right answers counts in part for
// each (shared.go), and what words of grammar tell of whether something is to be
// read or to be changed is learned once for all capabilities (effect.go). It is trained
// by dual coordinate descent (Hsieh et al., ICML 2008; svm.go). How much it counts
// against the lexical part, and the thresholds of the two classes, come from
// cross-validation (mix.go, fit.go). On a surface without examples the sentences of
// the descriptions are what is learned from; they tell capabilities apart but not
// what nobody serves, so there the evidence for the first candidate decides.
//
// Where held-out requests say that it helps, and no near misses of the surface's
// own are to be refused, the capabilities are also trained together, by a
// multi-class support vector machine (joint.go) on words, the coordinates of
// their vectors and the runs of letters in them (traits.go), and half the
// weights of the others are added to its own (mix.go). It tells close rivals
// apart, and knows of a word that no request holds what it learned of words
// like it.
//
// A word also stands in part for the words used like it, "film" for "movie"
// (related.go), in training and in requests. A request's score is a sum over
// its words, so the share of a related word is folded into the weight of the
// word itself (quantise.go): routing pays for it with rows, not with time, and
// looks up no vector. Only what tells that nothing fits is left to the very
// words. The related words come with the compiler; command relate in the folder
// of that name made them of the GloVe vectors (Pennington, Socher, Manning,
// EMNLP 2014; public domain by PDDL 1.0), and the table of vectors of these and of
// what the Universal Sentence Encoder Lite (Cer et al., EMNLP 2018; Apache-2.0)
// makes of words, requests and the definitions of WordNet 3.0.
//
// Equal catalogs and locks give equal bytes, whatever the order of the inputs
// and on whatever processor.
package index
