// Package jsonedit changes single values of JSON text and leaves every other
// byte as somebody wrote it: the blanks, the order of keys, the digits of
// numbers. What is added is written in the way the text around it is.
//
//	raw, err := jsonedit.Set(raw, "digest", []byte(`"sha256:..."`), "upstream")
package jsonedit
