// Package baseline holds rankers to compare a compiled surface with: the scorer
// that this project began from, and a plain BM25. Both rank the same descriptors
// as the surface.
//
//	ranker, err := baseline.New("bm25", cat)
//	...
//	results := measure.Run(ranker, rows, measure.Options{})
//
// # seed
//
// The intent surface of Knuckles-Team/agent-utilities (MIT) as of its commit
// 991abcf4c, with nothing learned: exact words, words of the name count double,
// no weighing by rarity, ties to the last name, and an answer always. It ranks
// tools only, and a verb reaches what its own table or the surface says; to give
// it a chance on tools without descriptors, where the original knew no verb but
// ask, the verbs that the surface guesses count. Its confidence is the score, 0
// to 2.01.
//
// # bm25
//
// BM25 (Robertson and Zaragoza, 2009) with k1 = 1.5, b = 0.75, a short stop list
// and English plurals taken off, over one bag of words: name, description, names
// of actions and parameters, and examples. It answers when any word fits. Its
// confidence is the score, above 0.
//
// Neither asks back.
package baseline
