package source

import (
	"bytes"
	"unicode/utf8"
)

const byteOrderMark = "\xef\xbb\xbf"

// checkUTF8 reports the first byte that is not UTF-8 and tells whether there is none.
func (s *sink) checkUTF8() bool {
	if utf8.Valid(s.data) {
		return true
	}
	offset := 0
	for offset < len(s.data) {
		r, size := utf8.DecodeRune(s.data[offset:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		offset += size
	}
	what := "not UTF-8"
	if bytes.HasPrefix(s.data, []byte("\xff\xfe")) || bytes.HasPrefix(s.data, []byte("\xfe\xff")) {
		what = "not UTF-8 but UTF-16"
	}
	s.fail(offset, CodeUTF8, "save the file as UTF-8 without a byte order mark", "the text is %s (byte 0x%02X)", what, s.data[offset])
	return false
}

// bom returns the length of the byte order mark in front of data: 0 or 3.
func bom(data []byte) int {
	if bytes.HasPrefix(data, []byte(byteOrderMark)) {
		return len(byteOrderMark)
	}
	return 0
}
