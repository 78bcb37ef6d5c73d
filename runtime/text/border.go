package text

// The borders inside a written word.
//
// Letters and digits stay together where people say them together:
//
//	up to 3 letters, then up to 5 digits     s3 ec2 v2 utf8 sha256 mp3 h264
//	the same and one more letter             k8s b2b i18n neo4j
//	digits, then 1 or 2 letters              3d 4k 2fa 10mb 1st
//
// and are cut everywhere else: oauth2 is oauth and 2, base64 base and 64,
// json2csv json, 2 and csv. Two or three letters, digits and a longer word are
// three tokens (csv2json); one letter keeps its digits (s3fs is s3 and fs).

const (
	maxHead   = 3 // letters that may keep digits behind them
	maxDigits = 5 // digits that may be kept
	maxTail   = 2 // letters that digits may keep behind them
)

// ahead is the number of units of lookahead the rules need.
const ahead = 4

// lettersFirst decides on head letters, the last of kind last, with count
// digits behind and then what: whether they stay together, and with how many
// of the letters behind the digits (0 or 1).
func lettersFirst(head int, last kind, count int, what *[ahead]kind) (together bool, tail int) {
	if head > maxHead || count > maxDigits {
		return false, 0
	}
	if !what[0].word() {
		return true, 0
	}
	if what[0] == upper && (last == lower || what[1] == lower) {
		return true, 0 // s3Bucket, EC2Instance: a camel border follows
	}
	n := wordLength(what)
	switch {
	case n == 1 && what[1] == digit:
		return true, 0 // a1b2 goes in pairs
	case n == 1:
		return true, 1
	}
	return head == 1, 0
}

// digitsFirst decides how many letters stay behind digits that begin a word.
func digitsFirst(count int, what *[ahead]kind) (tail int) {
	if count > maxDigits || !what[0].word() || what[0] == upper && what[1] == lower {
		return 0
	}
	n := wordLength(what)
	if n > maxTail || what[n] == digit {
		return 0
	}
	return n
}

// wordLength counts the letters of the word that starts what, up to a camel
// border; maxTail+1 stands for more.
func wordLength(what *[ahead]kind) int {
	capitals := what[0] == upper
	for n := 1; ; n++ {
		switch k := what[n]; {
		case capitals && k == lower:
			return n - 1 // the capital before begins the next word
		case n > maxTail, !k.word(), k == upper && what[n-1] == lower:
			return n
		default:
			capitals = capitals && k == upper
		}
	}
}
