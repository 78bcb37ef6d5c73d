package runtime

// apart is how many words may stand between a verb and its particle: "write
// the open records back" is three words apart.
const apart = 3

// recent keeps the last words as they are written.
type recent struct {
	words [apart + 1]wordBuffer
	n     int
}

func (r *recent) add(word []byte) {
	r.words[r.n%len(r.words)].set(word)
	r.n++
}

// back returns the word that many words ago, the last one being 1; nil when
// there was none.
func (r *recent) back(ago int) []byte {
	if ago > min(r.n, len(r.words)) {
		return nil
	}
	return r.words[(r.n-ago)%len(r.words)].get()
}

// isParticle tells the words that English parts from their verb: write it back,
// roll the change back, switch the job off. A name such as writeback holds both.
func isParticle(word []byte) bool {
	switch string(word) {
	case "away", "back", "down", "in", "off", "on", "out", "over", "up":
		return true
	}
	return false
}

// joined adds the compounds that a word ends: with the word before it, and,
// when it is a particle, with the verb further ahead.
func (r *Router) joined(p *pairs, before *recent, word, buf []byte) {
	reach := 1
	if isParticle(word) {
		reach += apart
	}
	for ago := 1; ago <= reach; ago++ {
		if verb := before.back(ago); verb != nil {
			p.add(r.compound(buf, verb, word))
		}
	}
}
