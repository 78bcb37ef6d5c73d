package text

import "unicode/utf8"

// cursor reads a text rune by rune, folded. It is small and copied freely:
// looking ahead is reading on with a copy.
type cursor struct {
	src     string
	pos     int    // the next byte of src
	rest    uint16 // what is left in tableFolds of the fold of the rune before pos
	restEnd uint16
	size    uint8 // the bytes of that rune
	written byte  // its case, as in foldAt
}

// unit is one folded rune and the bytes of the text it came from.
type unit struct {
	r          rune
	k          kind
	start, end int
}

// endOfText marks the unit after the last one.
const endOfText = -1

// folding tells whether the cursor is inside the fold of one rune.
func (c *cursor) folding() bool { return c.rest < c.restEnd }

// next answers the next unit that leaves a trace, with everything traceless
// behind it in its span. Invalid UTF-8 is a space, one byte at a time.
func (c *cursor) next() unit {
	if c.folding() {
		return c.nextOfFold(false)
	}
	for c.pos < len(c.src) {
		start := c.pos
		if b := c.src[start]; b < utf8.RuneSelf {
			c.pos++
			u := unit{r: rune(b), k: asciiKinds[b], start: start, end: c.pos}
			if u.k == upper {
				u.r |= 0x20
			}
			if asciiKindAt(c.src, c.pos) != wide {
				return u
			}
			return c.absorb(u)
		}
		r, size := utf8.DecodeRuneInString(c.src[start:])
		c.pos += size
		v := lookup(r)
		if v >= maxKind {
			c.rest, c.restEnd, c.written = foldAt(v)
			c.size = uint8(size)
			return c.nextOfFold(true)
		}
		if k := kind(v); k != hidden && k != voiced && k != semivoiced {
			return c.absorb(unit{r: r, k: k, start: start})
		}
	}
	return unit{r: endOfText, k: space, start: c.pos, end: c.pos}
}

// nextOfFold answers the next rune of the fold of a rune.
func (c *cursor) nextOfFold(first bool) unit {
	r, size := utf8.DecodeRuneInString(tableFolds[c.rest:c.restEnd])
	u := unit{r: r, k: kindOf(r), start: c.pos - int(c.size), end: c.pos}
	if c.written != 0 && u.k == lower {
		u.k = letter // sharp s and the e of a capital AE fit small and capital neighbours
		if first && c.written == foldCapital {
			u.k = upper
		}
	}
	if c.rest += uint16(size); !c.folding() {
		return c.absorb(u)
	}
	return u
}

// absorb takes in what follows u without being a unit of its own: hidden
// runes, the voicing marks of kana and the later letters of a Hangul syllable.
func (c *cursor) absorb(u unit) unit {
	for c.pos < len(c.src) && mayAbsorb(c.src[c.pos]) {
		r, size := utf8.DecodeRuneInString(c.src[c.pos:])
		v := lookup(r)
		if u.k == hangul && v == uint16(hangul) {
			syllable, ok := composeHangul(u.r, r)
			if !ok {
				break
			}
			u.r = syllable
			c.pos += size
			continue
		}
		switch v {
		case uint16(hidden):
		case uint16(voiced):
			u.r = voice(u.r)
		case uint16(semivoiced):
			u.r = semivoice(u.r)
		default:
			u.end = c.pos
			return u
		}
		c.pos += size
	}
	u.end = c.pos
	return u
}

// mayAbsorb tells whether a rune that begins with the byte b can be one that
// absorb takes in. It spares Latin, Greek and Cyrillic letters the lookup.
func mayAbsorb(b byte) bool {
	const (
		latin, combining = 0xc3, 0xcc // U+00C0 and U+0300
		greek, points    = 0xce, 0xd2 // U+0380 and U+0480
	)
	return b >= utf8.RuneSelf && (b < latin || b >= combining && b < greek || b >= points)
}
