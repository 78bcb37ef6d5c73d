package guard

import (
	"bufio"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"strings"
)

// MinToken is the least length of a token in bytes: shorter ones can be guessed.
const MinToken = 16

// Tokens are the bearer tokens that a server accepts, each with the name of whom
// it was given to. They are immutable and safe for concurrent use. Only digests
// of the tokens are kept.
type Tokens struct {
	list []token
}

type token struct {
	name     string
	digest   [sha256.Size]byte
	operator bool
}

// operatorMark follows the token of an operator.
const operatorMark = "operator"

// ReadTokens reads a file of tokens: one a line, the name of its holder before
// it, separated by blanks. A line without a name names its holder by its number.
// The word operator after the token makes its holder an [Operator]. Empty lines and
// lines that begin with # are left out.
//
//	# name  token
//	ci      6f1ed002ab5595859014ebf0951522d9
//	ann     0d3c1a2be4f75a6cf1b1b6e1b0c6f5a7 operator
//
// Errors name the file and the line, never a token.
func ReadTokens(file string, r io.Reader) (*Tokens, error) {
	t := &Tokens{}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		f := strings.Fields(lines.Text())
		if len(f) == 0 || strings.HasPrefix(f[0], "#") {
			continue
		}
		operator := len(f) > 1 && f[len(f)-1] == operatorMark
		if operator {
			f = f[:len(f)-1]
		}
		if len(f) > 2 {
			return nil, fmt.Errorf("%s:%d: %d words; a line is a name and a token, and the word operator for who may do everything", file, number, len(f))
		}
		name := fmt.Sprintf("line-%d", number)
		if len(f) == 2 {
			name = f[0]
		}
		if err := t.add(name, f[len(f)-1], operator); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(t.list) == 0 {
		return nil, fmt.Errorf("%s: no token in it; add a line \"name token\"", file)
	}
	return t, nil
}

// OneToken accepts one token, held by name, who is no operator.
func OneToken(name, secret string) (*Tokens, error) {
	t := &Tokens{}
	if err := t.add(name, secret, false); err != nil {
		return nil, err
	}
	return t, nil
}

// With returns the tokens of both; either may be nil.
func (t *Tokens) With(more *Tokens) (*Tokens, error) {
	switch {
	case t == nil:
		return more, nil
	case more == nil:
		return t, nil
	}
	out := &Tokens{list: append([]token(nil), t.list...)}
	for _, one := range more.list {
		if err := out.put(one); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (t *Tokens) add(name, secret string, operator bool) error {
	switch {
	case len(secret) < MinToken:
		return fmt.Errorf("the token of %s is shorter than %d bytes; make one of 32 random hex digits", name, MinToken)
	case strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }):
		return fmt.Errorf("the token of %s has characters that no header can carry; use letters, digits and - . _ ~ + / =", name)
	}
	return t.put(token{name, sha256.Sum256([]byte(secret)), operator})
}

var errTwice = errors.New("two holders have the same token; give each one of its own")

func (t *Tokens) put(one token) error {
	for _, other := range t.list {
		switch {
		case other.digest == one.digest:
			return errTwice
		case other.name == one.name:
			return fmt.Errorf("the name %s stands there twice; names tell holders apart", one.name)
		}
	}
	t.list = append(t.list, one)
	return nil
}

// find returns the token of a secret. Every token is compared, each in
// constant time, so that the time taken tells nothing of which one was near.
func (t *Tokens) find(secret string) (found token, ok bool) {
	digest := sha256.Sum256([]byte(secret))
	for _, one := range t.list {
		if subtle.ConstantTimeCompare(one.digest[:], digest[:]) == 1 {
			found, ok = one, true
		}
	}
	return found, ok
}
