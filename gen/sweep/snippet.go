package sweep

// snippet is a piece of code in a skill: its text as a reader sees it and where
// its first byte stands in the file.
type snippet struct {
	f     *skillFile
	text  string
	start int
	block bool // a code block, not code in running text
}

// offset turns an offset of the text into one of the file. The two differ
// where the file has line ends of two bytes, or where lists and quotes put
// their markers before each line, which are passed over.
func (s snippet) offset(target int) int {
	data, at := s.f.data, s.start
	for i := 0; i < target && i < len(s.text); i++ {
		for at < len(data) && !sameByte(s.text[i], data[at]) {
			at++
		}
		at++
	}
	// The next byte of the text may stand behind markers.
	for at < len(data) && target < len(s.text) && target > 0 && s.text[target-1] == '\n' && !sameByte(s.text[target], data[at]) {
		at++
	}
	return min(at, len(data))
}

// sameByte compares a byte of the text with one of the file; in code spans a
// line end has become a space.
func sameByte(text, file byte) bool { return text == file || text == ' ' && file == '\n' }
