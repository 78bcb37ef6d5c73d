package dispatch

// PrincipalCaller is the [Request].Caller of requests that rest on no session, over
// whatever door: who is authenticated, and "" for nobody. Plans and memories hang on
// it, so what was previewed over one such door can be executed over another by the
// same principal, and by no other. No caller that is named otherwise may begin with
// the same word.
func PrincipalCaller(principal string) string {
	if principal == "" {
		return ""
	}
	return "principal:" + principal
}
