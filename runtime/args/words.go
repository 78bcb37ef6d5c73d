package args

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mcp/sextant/runtime/text"
)

// word is one word of a request with the place where it stands.
type word struct {
	start, end int
	// raw is the word as written, without punctuation around it; stem is what
	// it has in common with its other forms, several parted by blanks when the
	// word is a name such as userId.
	raw, stem string
	// quote is the number of the quotation that holds it, -1 outside of all.
	quote int
	// closes is set before a full stop, comma or line's end: what follows
	// belongs to something else. comma is set when it is a comma.
	closes, comma bool
	// signed is set where = or : follows.
	signed bool
}

// quotation is a text between quotation marks; start and end are those of what
// is inside, first and last the numbers of its words, last behind the end.
type quotation struct {
	start, end  int
	first, last int
}

// request is an intent taken apart.
type request struct {
	text   string
	words  []word
	quotes []quotation
	// digits tells that there is a digit, without which there is no date, no time
	// of day and no code: looking for those by their patterns takes long.
	digits bool
}

var closingMarks = map[rune]rune{'"': '"', '\'': '\'', '`': '`', '“': '”', '‘': '’', '「': '」', '《': '》', '„': '“', '«': '»'}

func newRequest(intent string) *request {
	r := &request{text: intent, digits: strings.ContainsAny(intent, "0123456789")}
	for at := 0; at < len(intent); {
		if start, end, next, ok := quotedAt(intent, at); ok {
			q := quotation{start: start, end: end, first: len(r.words)}
			r.scan(start, end, len(r.quotes))
			q.last = len(r.words)
			if q.last > q.first {
				r.words[q.last-1].markFollowing(intent[next:])
			}
			r.quotes = append(r.quotes, q)
			at = next
			continue
		}
		next := nextQuote(intent, at)
		r.scan(at, next, -1)
		at = next
	}
	return r
}

// nextQuote is where the next quotation begins behind at, the text's end when
// there is none.
func nextQuote(s string, at int) int {
	_, size := utf8.DecodeRuneInString(s[at:])
	for i := at + size; i < len(s); {
		if _, _, _, ok := quotedAt(s, i); ok {
			return i
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return len(s)
}

// quotedAt finds the quotation that begins at a place. An apostrophe opens only
// before a word and closes only behind one, so that don't and the users' files
// quote nothing.
func quotedAt(s string, at int) (start, end, next int, ok bool) {
	open, size := utf8.DecodeRuneInString(s[at:])
	mark, known := closingMarks[open]
	if !known {
		return 0, 0, 0, false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	if at > 0 && open != '"' && isLatinWord(before) {
		return 0, 0, 0, false
	}
	start = at + size
	for i := start; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		after, _ := utf8.DecodeRuneInString(s[i+n:])
		if c == mark && (mark != '\'' && mark != '’' || i+n == len(s) || !isLatinWord(after)) {
			if inside := s[start:i]; strings.TrimSpace(inside) != "" {
				return start, i, i + n, true
			}
			return 0, 0, 0, false
		}
		if c == '\n' && open == '\'' {
			break
		}
		i += n
	}
	return 0, 0, 0, false
}

func isLatinWord(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !isWide(r)
}

// isWide reports the scripts that put no blanks between words.
func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// scan cuts a part of the text into words at blanks, at the borders between
// scripts with and without blanks, and before a unit: 4-star is 4 and star.
func (r *request) scan(from, to, quote int) {
	for i := from; i < to; {
		c, n := utf8.DecodeRuneInString(r.text[i:])
		if unicode.IsSpace(c) {
			if c == '\n' && len(r.words) > 0 {
				r.words[len(r.words)-1].closes = true
			}
			i += n
			continue
		}
		end := i + n
		for end < to {
			d, m := utf8.DecodeRuneInString(r.text[end:])
			if unicode.IsSpace(d) || isWide(c) != isWide(d) || strings.ContainsRune("，。；：（）、=()[]{}<>", d) {
				break
			}
			if d == ',' && !(end+1 < to && isDigit(r.text[end+1])) {
				break
			}
			end += m
		}
		r.add(i, end, quote)
		i = end
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// numberAndUnit is a number with a word tied to it.
var numberAndUnit = regexp.MustCompile(`^[$€£]?\d+(?:\.\d+)?-[A-Za-z]{3,}$`)

func (r *request) add(start, end, quote int) {
	raw := r.text[start:end]
	core := strings.TrimRight(strings.TrimLeft(raw, "\"'“”‘’`([{<,;:!?。，；：（）、*"), "\"'“”‘’`)]}>,.;:!?。，；：（）、=*")
	if core == "" {
		if len(r.words) > 0 {
			r.words[len(r.words)-1].markFollowing(raw)
		}
		return
	}
	lead := strings.Index(raw, core)
	if strings.ContainsAny(raw[:lead], ",;") && len(r.words) > 0 {
		r.words[len(r.words)-1].markFollowing(raw)
	}
	w := word{start: start + lead, end: start + lead + len(core), raw: core, quote: quote}
	if numberAndUnit.MatchString(core) {
		unit := w
		cut := strings.IndexByte(core, '-')
		w.raw, w.end = core[:cut], w.start+cut
		w.stem = stemOf(w.raw)
		r.words = append(r.words, w)
		unit.raw, unit.start = core[cut+1:], w.end+1
		w = unit
	}
	w.stem = stemOf(w.raw)
	w.markFollowing(raw[lead+len(core):])
	if core == "St" || core == "Mt" || core == "Dr" || core == "Mr" || core == "Mrs" {
		w.closes = false
	}
	r.words = append(r.words, w)
}

// markFollowing notes what the text behind the word says about it.
func (w *word) markFollowing(after string) {
	after = strings.TrimLeft(after, "\"'”’`)]}")
	c, n := utf8.DecodeRuneInString(after)
	next, _ := utf8.DecodeRuneInString(after[n:])
	switch {
	case n == 0:
	case c == ',' || c == '，' || c == '、':
		w.closes, w.comma = true, true
	case strings.ContainsRune(".!?;。；\n", c) && (n == len(after) || unicode.IsSpace(next) || c != '.'):
		w.closes = true
	case strings.ContainsRune("=:：", c):
		w.signed = true
	}
}

func stemOf(raw string) string {
	var buf [4]string
	return strings.Join(text.AppendTokens(buf[:0], raw), " ")
}

// capital reports a word that is written like a name.
func (w *word) capital() bool {
	c, _ := utf8.DecodeRuneInString(w.raw)
	return unicode.IsUpper(c)
}

// between is the text from the first to the last of some words.
func (r *request) between(first, last int) string {
	return r.text[r.words[first].start:r.words[last-1].end]
}

// first reports whether a word begins a sentence, where capitals say nothing.
func (r *request) first(i int) bool {
	return i == 0 || r.words[i-1].closes && !r.words[i-1].comma
}
