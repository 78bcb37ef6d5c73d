package runtime

import (
	"fmt"
	"strings"
)

// Token rows are the body of a compiled surface: text, one row per feature,
// sorted bytewise, so that a change of the surface is a short diff.
//
//	goal AAvfAAw-
//
// is the feature "goal" with two postings of four base64 digits each: eighteen
// bits of capability id and six bits of weight. A long posting list continues
// on further rows that repeat the feature. One raw string literal of such rows
// costs the Go compiler least of all encodings that were measured (the bytes
// themselves; a map or a switch breaks at a few thousand rows).

const (
	// MaxCapabilities is how many capabilities the eighteen bits of a posting
	// can name, beside the two classes below.
	MaxCapabilities = 1<<idBits - 2
	// NoneID and WhichID stand in learned rows for the two classes that are no
	// capability: "nothing fits" and "several fit, which one?".
	NoneID  = 1<<idBits - 1
	WhichID = 1<<idBits - 2
	// MaxWeight is the largest weight of a posting in a lexical row.
	MaxWeight = 1<<weightBits - 1
	// SignedWeightBias is what is added to a learned weight, which may be
	// negative, to store it in the six bits: -32..31 becomes 0..63.
	SignedWeightBias = 1 << (weightBits - 1)

	idBits        = 18
	weightBits    = 6
	postingDigits = 4
	// postingsPerRow bounds a row's length, so that one new posting of a
	// frequent word changes one short line.
	postingsPerRow = 64
)

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

var digitValue = func() (v [256]int8) {
	for i := range v {
		v[i] = -1
	}
	for i := range len(digits) {
		v[digits[i]] = int8(i)
	}
	return v
}()

// Posting is one entry of a feature's row: a capability and the weight of the
// feature for it.
type Posting struct {
	// ID is the capability's append-only number, 0 <= ID < MaxCapabilities, or
	// one of NoneID and WhichID.
	ID int
	// Weight is 0..MaxWeight in lexical rows; in learned rows it is the signed
	// weight plus SignedWeightBias.
	Weight int
}

// AppendRow appends the rows of one feature to dst, each ended by a line
// break: one row per 64 postings, which must be sorted by id. The feature must
// hold no white space and no backquote. It panics on ids and weights out of
// range, which only a broken compiler produces.
func AppendRow(dst []byte, feature string, postings []Posting) []byte {
	for len(postings) > 0 {
		n := min(len(postings), postingsPerRow)
		dst = append(dst, feature...)
		dst = append(dst, ' ')
		for _, p := range postings[:n] {
			dst = appendPosting(dst, p)
		}
		dst = append(dst, '\n')
		postings = postings[n:]
	}
	return dst
}

func appendPosting(dst []byte, p Posting) []byte {
	if p.ID < 0 || p.ID > NoneID || p.Weight < 0 || p.Weight > MaxWeight {
		panic(fmt.Sprintf("runtime: posting %+v is out of range", p))
	}
	bits := uint32(p.ID)<<weightBits | uint32(p.Weight)
	return append(dst,
		digits[bits>>18&63], digits[bits>>12&63], digits[bits>>6&63], digits[bits&63])
}

// row is one parsed line: the feature and its postings, still as digits.
type row struct{ feature, postings string }

// nextRow cuts the first row off rows. The line number is only for the error.
func nextRow(rows string, line int) (r row, rest string, err error) {
	text, rest, _ := strings.Cut(rows, "\n")
	feature, postings, ok := strings.Cut(text, " ")
	if !ok || feature == "" || len(postings) == 0 || len(postings)%postingDigits != 0 {
		return row{}, rest, fmt.Errorf("token row %d is malformed: %.40q", line, text)
	}
	return row{feature, postings}, rest, nil
}

// decodePosting reads the i-th posting of a row; ok is false when a digit is
// none.
func (r row) decodePosting(i int) (p Posting, ok bool) {
	var bits uint32
	for _, c := range []byte(r.postings[i*postingDigits : (i+1)*postingDigits]) {
		v := digitValue[c]
		if v < 0 {
			return Posting{}, false
		}
		bits = bits<<6 | uint32(v)
	}
	return Posting{ID: int(bits >> weightBits), Weight: int(bits & MaxWeight)}, true
}

// len is the number of postings of the row.
func (r row) len() int { return len(r.postings) / postingDigits }
