package args

import (
	"regexp"
	"strings"
)

// subjectFrames are ways to ask for something of which nothing but the subject
// remains.
var subjectFrames = regexp.MustCompile(`(?i)^(?:please |can you |could you |hey,? |hi,? |i want to |i'd like to )*(?:` +
	`what(?:'s| is| are| was| were) (?:an? |the )?|who(?:'s| is| are| was| were) |` +
	`(?:search|look)(?: up| the web| the internet| online| google)* (?:for |on )?|google (?:for )?|define |` +
	`(?:find|get|search|show|give)(?: me)?(?: some| the| any)?(?: latest| recent)? (?:news|articles|information|info|results) (?:about|on|for|regarding) |` +
	`tell me (?:more )?about |(?:latest |recent )?news (?:about|on) |how (?:to|do i) (?:cook|make|prepare|bake) )` +
	`(.+?)[?.! ]*$`)

// subjectRule reads the subject of a search or a question for the one parameter
// that takes one.
func subjectRule(t *Tool, r *request) []proposal {
	i := t.onlyOne((*param).isSubject)
	m := subjectFrames.FindStringSubmatchIndex(r.text)
	if i < 0 || m == nil || !t.params[i].required || len(r.quotes) > 0 {
		return nil
	}
	start, end := m[2], m[3]
	subject := strings.TrimSpace(r.text[start:end])
	if n := len(strings.Fields(subject)); n == 0 || n > 4 || strings.ContainsAny(subject, ".,;:!?\n") {
		return nil
	}
	value := t.params[i].textValue(subject)
	if value == nil {
		return nil
	}
	return []proposal{{param: i, value: value, evidence: Subject, strength: partStrength - 10, start: start, end: end}}
}

// formalLanguages are words of a description by which a text argument is
// written in a language of its own, not in the user's words.
var formalLanguages = regexp.MustCompile(
	`(?i)\b(sql|cypher|sparql|promql|logql|traceql|graphql|jql|cql|kql|regexp?|regular expression|expression|jsonpath|xpath|json|yaml|syntax|selector|datalog|gremlin|lucene|path)\b`)

// Formal reports a description by which a text is written in a formal language:
// SQL, a path, a regular expression. No sentence of a request is one.
func Formal(description string) bool { return formalLanguages.MatchString(description) }

// isSubject reports a parameter that takes what a search is about.
func (p *param) isSubject() bool {
	return p.open() && p.shape.kind == 0 && !Formal(p.description) && !p.named("nl", "natural", "question") && p.named("query", "keyword", "search", "q", "term", "topic", "subject")
}
