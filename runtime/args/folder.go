package args

// inFolder are the prepositions behind which a folder's name stands.
var inFolder = wordSet(`in inside within under below`)

// fileWords are what requests about folders speak of.
var fileWords = wordSet(`file files folder folders directory directories document documents contents subfolder subfolders`)

// folderWords may stand behind a folder's name.
var folderWords = wordSet(`folder directory dir`)

// noFolders are words in the place of a name that name no folder.
var noFolders = wordSet(`the a an this that these those there here it them its my your our their any each every all some same other another current
	present working parent root home whole new old main first last next general total detail order question particular folder directory dir project repo
	repository workspace place box disk computer machine system server cloud memory database progress use`)

// folderRule reads the name behind in, where a request asks for files and the
// tool needs nothing but a path: what files are in docs?
func folderRule(t *Tool, r *request) []proposal {
	owner := t.onlyOne(func(p *param) bool { return p.required })
	if owner < 0 || !t.params[owner].isFolder() || !r.speaksOfFiles() {
		return nil
	}
	var out []proposal
	names := 0
	for i := 1; i < len(r.words); i++ {
		first := i
		if r.words[first].stem == "the" && first+1 < len(r.words) && folderBehind(r, first+1) {
			first++ // "in the docs" may mean documents, "in the docs folder" does not
		}
		w := &r.words[first]
		if !inFolder[r.words[i-1].stem] || r.words[i-1].closes || w.quote >= 0 || noFolders[w.stem] || fileWords[w.raw] || isCode(w.raw) {
			continue
		}
		names++
		if first+1 < len(r.words) && !w.closes && !folderBehind(r, first) {
			continue
		}
		if value := t.params[owner].textValue(w.raw); value != nil {
			out = append(out, proposal{param: owner, value: value, evidence: Token, strength: partStrength, start: w.start, end: w.end})
		}
	}
	if names > 1 {
		return nil // one of them is as good as the other
	}
	return out
}

// folderBehind reports that the word at a place is followed by one for a folder.
func folderBehind(r *request, i int) bool {
	return i+1 < len(r.words) && !r.words[i].closes && folderWords[r.words[i+1].raw]
}

// isFolder reports a parameter that takes the path of a folder, or of whatever.
func (p *param) isFolder() bool {
	return p.open() && p.named("path", "directory", "folder", "dir") && !p.named("file", "pattern")
}

func (r *request) speaksOfFiles() bool {
	for i := range r.words {
		if w := &r.words[i]; w.quote < 0 && (fileWords[w.stem] || fileWords[w.raw]) {
			return true
		}
	}
	return false
}
