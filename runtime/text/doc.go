// Package text turns text into tokens. Compiler and runtime share it: the
// compiler indexes the tokens of names, descriptions and examples, the runtime
// looks up the tokens of a request, and because both ask the same function a
// word means the same on either side. [Version] names the function.
//
// A [Scanner] goes through a text without allocating:
//
//	var s text.Scanner
//	for s.Reset("Creating users in HTTPServer"); s.Next(); {
//		fmt.Printf("%s ", s.Token()) // creat user in http server
//	}
//
// [AppendTokens] is the same for tests and compilers, [AppendKey] gives a
// whole name one normal form, [Stem] stems one word and [WithinOne] compares
// two tokens up to a typing error.
//
// # Folding
//
// Case is folded (STRASSE, Straße: strasse; a final sigma is a sigma; a dotted
// capital I and a dotless small one are i). Compatibility forms are taken
// apart: ligatures, full and half width, superscripts, circled digits,
// fractions, squared abbreviations. Digits of all scripts are 0 to 9. Letters
// with a stroke or a ligature lose it (ø o, ł l, æ ae, þ th).
//
// Combining marks are dropped where a word is the same word without them:
// accents, breathings, Hebrew and Arabic points. They stay in the scripts of
// India and South-East Asia, whose vowels are marks. Decomposed kana and
// Hangul are composed, so ga stays apart from ka in every spelling, half width
// included. Text in NFC and in NFD has the same tokens.
//
// Zero-width characters, soft hyphens, direction marks, variation selectors
// and tags leave no trace: they cannot hide a word. Control characters and
// invalid UTF-8 separate.
//
// # Splitting
//
// White space and punctuation separate, and so do the borders inside names:
// camelCase, PascalCase with acronyms (HTTPServer is http and server, the
// plural URLs is url), snake_case, kebab-case, dots and slashes.
// [Scanner.Joined] tells the two kinds of border apart.
//
// Letters and digits stay together in short names and part in long ones:
//
//	up to 3 letters, then up to 5 digits     s3 ec2 v2 utf8 sha256 mp3 h264
//	the same and one more letter             k8s b2b i18n neo4j
//	digits, then 1 or 2 letters              3d 4k 2fa 10mb 1st
//	anything else                            oauth 2, base 64, json 2 csv
//
// An apostrophe between letters disappears (don't is dont), with a possessive
// or a short verb behind it (user's is user, we'll is we); behind a French
// article it separates (l'homme is l and homme). Straight and curly ones are
// alike.
//
// Han and kana, Hangul, Thai, Lao, Khmer and Myanmar are cut into overlapping
// bigrams of characters, each with its marks; a run of one character is a
// token. An emoji is a token, a flag too; skin tones and joiners are dropped.
//
// A token has at most [MaxToken] bytes, is valid UTF-8 and holds letters,
// digits, marks or one picture: never white space, control characters or
// ASCII punctuation. No words are dropped here; what is too common to help is
// for the compiler to learn.
//
// # Stemming
//
// Words of at least four small ASCII letters are stemmed, as English:
//
//	loops loop                      loop
//	queries query querying          query
//	scheduling scheduled schedule   schedul
//	creating creates creation       creat
//	stopped stopping stops          stop
//	subscription subscribes         subscrib
//	deployment deploys deployed     deploy
//	optimise optimization optimizer optimiz
//	indices indexes                 index
//	written wrote writes            write
//
// Words that end alike by chance stay whole: address, status, analysis, redis,
// canvas, news. Nouns in ion and ment meet their verb where the ending shows
// it; action, production, department and statement do not. Nouns in er stay
// (container is not contain), except izer and ator. A stem is a name, not a
// word: show users [Scanner.Raw] or the text under [Scanner.Span].
//
// Analysing tokens again gives the same tokens, so a stored token may be
// looked up as if a user had typed it.
package text
