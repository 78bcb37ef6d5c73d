package text

// AppendTokens appends the tokens of src to dst.
func AppendTokens(dst []string, src string) []string {
	var s Scanner
	for s.Reset(src); s.Next(); {
		dst = append(dst, string(s.Token()))
	}
	return dst
}

// keySeparator joins the tokens of a key. No token contains it.
const keySeparator = '_'

// AppendKey appends the normal form of a whole text to dst: its tokens joined
// by '_'. Texts that differ in case, accents, separators or inflection only
// have one key: createUser, create_user and "Creating users" are creat_user.
// It allocates only when dst is too small.
func AppendKey(dst []byte, src string) []byte {
	var s Scanner
	s.Reset(src)
	for first := true; s.Next(); first = false {
		if !first {
			dst = append(dst, keySeparator)
		}
		dst = append(dst, s.Token()...)
	}
	return dst
}
