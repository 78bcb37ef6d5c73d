package sweep

import "bytes"

// textFields are the fields that hold running text.
var textFields = []string{"name", "description", "license", "compatibility"}

// cut reports a text that a comment ends: in an unquoted value a # behind a space
// begins one, and what follows is not part of the value any more. A # that stands
// by itself is taken for a comment that is meant.
func (c frontCheck) cut() {
	for _, field := range textFields {
		pos, ok := c.s.FieldPos[field]
		if !ok {
			continue
		}
		if from, to := cutAt(c.f.data[:c.s.FrontEnd], c.f.at.offset(pos), field); from < to {
			c.p.report(c.f, "value-cut", from, to, nil, "put the whole value in quotes, or the comment on a line of its own",
				"%s ends here: YAML takes %s for a comment", field, excerpt(c.f.data[from:to]))
		}
	}
}

// cutAt is where a comment ends the unquoted value of a key, and the end of that
// line. The value goes on over indented lines.
func cutAt(data []byte, key int, field string) (from, to int) {
	rest := data[key:]
	if !bytes.HasPrefix(rest, []byte(field+":")) {
		return 0, 0
	}
	value := bytes.TrimLeft(rest[len(field)+1:], " \t")
	if len(value) == 0 || bytes.ContainsAny(value[:1], "\"'|>[{&*!#%@`\r\n") {
		return 0, 0
	}
	start := len(data) - len(value)
	for start < len(data) {
		end := lineEnd(data, start)
		for i := start + 1; i < end; i++ {
			if data[i] == '#' && isBlank(data[i-1]) {
				return cutText(data, i, end)
			}
		}
		start = end + 1
		if start >= len(data) || !isBlank(data[start]) {
			break
		}
	}
	return 0, 0
}

// cutText leaves out a comment that looks like one.
func cutText(data []byte, from, end int) (int, int) {
	if from+1 >= end || isBlank(data[from+1]) {
		return 0, 0
	}
	return from, end
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// mostExcerpt bounds what a message quotes.
const mostExcerpt = 30

func excerpt(text []byte) string {
	runes := []rune(string(bytes.TrimSpace(text)))
	if len(runes) > mostExcerpt {
		return "\"" + string(runes[:mostExcerpt]) + "...\""
	}
	return "\"" + string(runes) + "\""
}
