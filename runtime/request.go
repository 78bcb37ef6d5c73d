package runtime

import "github.com/sextant-mcp/sextant/runtime/text"

const (
	// MaxTokens is how many tokens of a request are read; what a longer one
	// says after that is not evidence.
	MaxTokens = 128

	maxFeatures = 4 * MaxTokens
)

// request is an intent as the surface sees it: the distinct features it knows,
// and how much of the intent it does not know. It lives on the stack.
type request struct {
	features [maxFeatures]int32
	n        int
	// words is how many of the first features are single words; the rest are
	// word pairs and compounds, which repeat what the words say.
	words int
	// info is the information of all words, unknown ones included.
	info   int32
	tokens int
	// length is the number of words and pairs of words, known or not.
	length int
	cut    bool
	// intent is the request as it was made.
	intent string
	// skill is set when the request says "skill" or "skills".
	skill bool
	// whole is the feature that is the whole request, -1 when there is none:
	// the request is the name of a capability. spelled is the same for the
	// words as they are written, so that get_user is not get_users.
	whole, spelled int32
	// key is what the cache finds it by, zero without a cache.
	key  cacheKey
	memo memo
}

func (q *request) add(feature int) bool {
	if q.n == len(q.features) {
		return false
	}
	f := int32(feature)
	for _, known := range q.features[:q.n] {
		if known == f {
			return false
		}
	}
	q.features[q.n] = f
	q.n++
	return true
}

// wordBuffer keeps a token beyond the scanner's next step.
type wordBuffer struct {
	bytes [text.MaxToken]byte
	n     int
}

func (w *wordBuffer) set(b []byte) { w.n = copy(w.bytes[:], b) }
func (w *wordBuffer) get() []byte  { return w.bytes[:w.n] }

// pairs collects what repeats the words while those are read, word pairs,
// compounds and the like: it is added after them, so that the words come first.
type pairs struct {
	features [3 * MaxTokens]int32
	n        int
}

func (p *pairs) add(f int) {
	if f >= 0 && p.n < len(p.features) {
		p.features[p.n] = int32(f)
		p.n++
	}
}

// read turns an intent into a request. With a nil trace it allocates nothing.
func (r *Router) read(q *request, intent string, t *trace) {
	var (
		s        text.Scanner
		p        pairs
		last     wordBuffer
		before   spelling
		written  recent
		join     [2*text.MaxToken + 2]byte
		led      bool
		whole    [wholeLength]byte
		wholeKey = append(whole[:0], wholeMark)
	)
	q.intent = intent
	s.Reset(intent)
	for s.Next() {
		if q.tokens == MaxTokens {
			q.cut = true
			break
		}
		token := s.Token()
		if q.tokens > 0 {
			b := append(append(append(append(join[:0], classMark), last.get()...), pairMark), token...)
			p.add(r.index.lex.find(b))
			p.add(r.index.lex.find(b[1:]))
			r.joined(&p, &written, s.Raw(), join[:0])
		}
		if r.index.forms {
			r.formed(&p, &before, token, s.Raw())
		}
		if len(wholeKey)+len(token) < wholeLength {
			if q.tokens > 0 {
				wholeKey = append(wholeKey, pairMark)
			}
			wholeKey = append(wholeKey, token...)
		}
		if !led && q.tokens < LeadWords {
			f := r.marked(leadMark, token)
			led = f >= 0
			p.add(f)
		}
		q.tokens++
		q.skill = q.skill || string(token) == "skill"
		start, end := s.Span()
		if !s.Joined() || !isCutLetter(intent, start, end) {
			r.readWord(q, &p, token, s.Raw(), t.at(intent[start:end]))
		}
		last.set(token)
		written.add(s.Raw())
	}
	q.words = q.n
	for _, f := range p.features[:p.n] {
		q.add(int(f))
	}
	q.length = max(2*q.tokens-1, 0)
	q.whole = int32(r.index.lex.find(wholeKey))
	if q.whole >= 0 {
		q.add(int(q.whole))
		var spelled [2 * wholeLength]byte
		q.spelled = int32(r.index.lex.find(SpelledFeature(spelled[:0], intent)))
	}
}

// isCutLetter tells whether a piece of a written word is a single letter that
// nothing but its case cuts off: the M of the folder QEE6XmuexM says nothing.
func isCutLetter(intent string, start, end int) bool {
	if end-start != 1 || start == 0 {
		return false
	}
	before, letter := intent[start-1], intent[start]
	return 'a' <= before && before <= 'z' && 'A' <= letter && letter <= 'Z'
}

// wholeLength bounds the names that are recognised as a whole request.
const wholeLength = 160

// compound looks up two words written as one: "write back" for writeback.
func (r *Router) compound(buf, first, second []byte) int {
	if len(first)+len(second) > text.MaxToken || len(first) < 2 || len(second) < 2 {
		return -1
	}
	stem := text.Stem(append(append(buf, first...), second...))
	// "for me" is no form: short words make a compound as they are or not at all.
	if len(first) <= shortWord && len(second) <= shortWord && len(stem) < len(first)+len(second) {
		return -1
	}
	return r.index.lex.find(stem)
}

// shortWord is up to how many bytes a word may be one of those that make up most
// of every sentence.
const shortWord = 3

// marked looks up a word with a mark before it.
func (r *Router) marked(mark byte, word []byte) int {
	var buf [text.MaxToken + 1]byte
	return r.index.lex.find(append(append(buf[:0], mark), word...))
}

// readWord adds the feature of one word: the word itself and what it is another
// way of saying, else the two known words it is written together from, else the
// one known word it is a typo of. raw is the word before stemming.
// A word that only the training rows know is a feature, but for what the
// request is about it counts as unknown.
func (r *Router) readWord(q *request, p *pairs, token, raw []byte, t *trace) {
	f, class := r.index.lex.find(token), r.marked(classMark, token)
	switch {
	case f >= 0 && r.index.isWord(f):
		r.addWord(q, f, t, exactWord)
		if class >= 0 {
			t.word(class, synonymWord)
			p.add(class)
		}
		return
	case class >= 0:
		r.addWord(q, class, t, synonymWord)
		p.add(f)
		return
	case f >= 0:
		if q.add(f) {
			q.info += r.index.info[f]
		}
		if r.index.info[f] > 0 {
			t.unknown()
		}
		return
	}
	if a, b := r.split(token); a >= 0 {
		r.addWord(q, a, t, splitWord)
		r.addWord(q, b, t, splitWord)
		return
	}
	if f := r.typos.find(token, raw); f >= 0 {
		r.addWord(q, int(f), t, correctedWord)
		return
	}
	t.unknown()
	if !isNumber(token) {
		q.info += r.index.unknownInfo
	}
}

// isNumber tells numbers, which are arguments: a request is not about less
// because nothing here is called 42.
func isNumber(token []byte) bool {
	for _, c := range token {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func (r *Router) addWord(q *request, f int, t *trace, how wordRead) {
	t.word(f, how)
	if q.add(f) {
		q.info += r.index.info[f]
	}
}

// split finds two known words that the token is written together from, -1
// when there are none. Both halves must be words of three letters or more, so
// that accidents are rare.
func (r *Router) split(token []byte) (first, second int) {
	const least = 3
	var half [text.MaxToken]byte
	for i := least; i <= len(token)-least; i++ {
		a := r.index.lex.find(text.Stem(half[:copy(half[:], token[:i])]))
		if a < 0 {
			continue
		}
		b := r.index.lex.find(text.Stem(half[:copy(half[:], token[i:])]))
		if b >= 0 && r.index.isWord(a) && r.index.isWord(b) {
			return a, b
		}
	}
	return -1, -1
}
