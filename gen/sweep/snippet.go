package sweep

// snippet is a piece of code in a skill: its text as a reader sees it and where
// its first byte stands in the file.
type snippet struct {
	f     *skillFile
	text  string
	start int
	block bool // a code block, not code in running text

	places []int // see place
}

// offset turns an offset of the text into one of the file. The two differ
// where the file has line ends of two bytes, or where lists and quotes put
// their markers before each line, which are passed over.
func (s *snippet) offset(target int) int {
	data := s.f.data
	target = min(target, len(s.text))
	at := s.place(target)
	// The next byte of the text may stand behind markers.
	for at < len(data) && target < len(s.text) && target > 0 && s.text[target-1] == '\n' && !sameByte(s.text[target], data[at]) {
		at++
	}
	return min(at, len(data))
}

// place is the offset behind the byte of the file that is the one before target.
// All of them are found at once, because a text may have as many findings as words.
func (s *snippet) place(target int) int {
	if s.places == nil {
		at := s.start
		s.places = append(make([]int, 0, len(s.text)+1), at)
		for i := range len(s.text) {
			for at < len(s.f.data) && !sameByte(s.text[i], s.f.data[at]) {
				at++
			}
			at++
			s.places = append(s.places, at)
		}
	}
	return s.places[target]
}

// sameByte compares a byte of the text with one of the file; in code spans a
// line end has become a space.
func sameByte(text, file byte) bool { return text == file || text == ' ' && file == '\n' }
