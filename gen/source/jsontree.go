package source

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// node is one JSON value and where it stands.
type node struct {
	kind       byte     // one of { [ " 0 t f n, the value's first byte; 0 stands for every number
	start, end int      // bytes of the file
	members    []member // of an object, in order, each key once
	elements   []node   // of a list
}

// member is one key of an object and its value.
type member struct {
	key   string
	start int // of the key's opening quote
	value node
}

// place is a path into a JSON value, kept as a chain so that the common case, no fault, builds no text.
type place struct {
	parent *place
	key    string
	index  int // when key is empty and parent is not nil
}

func (p *place) field(key string) *place { return &place{parent: p, key: key} }
func (p *place) item(i int) *place       { return &place{parent: p, index: i} }

// String writes the path as capabilities[3].typed_io.tags[0].
func (p *place) String() string {
	if p == nil || p.parent == nil {
		return ""
	}
	above := p.parent.String()
	switch {
	case p.key == "":
		return above + "[" + strconv.Itoa(p.index) + "]"
	case !plainKey(p.key):
		return above + "[" + strconv.Quote(clip(p.key)) + "]"
	case above == "":
		return p.key
	default:
		return above + "." + p.key
	}
}

func plainKey(key string) bool {
	return strings.IndexFunc(key, func(r rune) bool {
		return r != '_' && r != '-' && r != '$' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}

// treeBuilder walks JSON that is already known to be valid and not too deep.
type treeBuilder struct {
	sink *sink
	data []byte
	pos  int
}

func (b *treeBuilder) space() {
	for b.pos < len(b.data) {
		switch b.data[b.pos] {
		case ' ', '\t', '\r', '\n':
			b.pos++
		default:
			return
		}
	}
}

func (b *treeBuilder) value(at *place) node {
	b.space()
	n := node{kind: b.data[b.pos], start: b.pos}
	switch n.kind {
	case '{':
		n.members = b.object(at)
	case '[':
		n.elements = b.list(at)
	case '"':
		b.text()
	default:
		for b.pos < len(b.data) && !strings.ContainsRune(" \t\r\n,]}", rune(b.data[b.pos])) {
			b.pos++
		}
		if n.kind == '-' || n.kind >= '0' && n.kind <= '9' {
			n.kind = '0'
		}
	}
	n.end = b.pos
	return n
}

// text moves behind a string.
func (b *treeBuilder) text() {
	for b.pos++; b.data[b.pos] != '"'; b.pos++ {
		if b.data[b.pos] == '\\' {
			b.pos++
		}
	}
	b.pos++
}

func (b *treeBuilder) list(at *place) []node {
	elements := []node{}
	for b.pos++; ; b.pos++ {
		b.space()
		if b.data[b.pos] == ']' { // only at once: a comma is never followed by ]
			break
		}
		elements = append(elements, b.value(at.item(len(elements))))
		b.space()
		if b.data[b.pos] == ']' {
			break
		}
	}
	b.pos++
	return elements
}

func (b *treeBuilder) object(at *place) []member {
	keys := &keySet{}
	for b.pos++; ; b.pos++ {
		b.space()
		if b.data[b.pos] == '}' {
			break
		}
		start := b.pos
		b.text()
		key := b.sink.unquote(start, b.pos)
		b.space()
		b.pos++ // the colon
		b.add(keys, member{key, start, b.value(at.field(key))}, at)
		b.space()
		if b.data[b.pos] == '}' {
			break
		}
	}
	b.pos++
	return keys.members
}

// add keeps a member; a key that is there already is replaced, as every JSON decoder does, and reported.
func (b *treeBuilder) add(keys *keySet, m member, at *place) {
	i := keys.find(m.key)
	if i < 0 {
		keys.append(m)
		return
	}
	path := at.field(m.key).String()
	b.sink.add(Diagnostic{
		Pos: b.sink.at(m.start), Severity: Warning, Code: CodeDuplicateKey, Path: path,
		Message: path + " is written twice, first at " + b.sink.at(keys.members[i].start).String() + "; the last one counts",
		Hint:    "delete one of the two",
	})
	keys.members[i] = m
}

// keySet is the members of an object under construction. Small objects are searched, large ones indexed.
type keySet struct {
	members []member
	index   map[string]int
}

func (k *keySet) find(key string) int {
	if k.index != nil {
		if i, ok := k.index[key]; ok {
			return i
		}
		return -1
	}
	for i := range k.members {
		if k.members[i].key == key {
			return i
		}
	}
	return -1
}

func (k *keySet) append(m member) {
	const searchable = 16
	k.members = append(k.members, m)
	if k.index == nil && len(k.members) > searchable {
		k.index = make(map[string]int, 2*searchable)
		for i := range k.members {
			k.index[k.members[i].key] = i
		}
	} else if k.index != nil {
		k.index[m.key] = len(k.members) - 1
	}
}

// unquote decodes the JSON string data[start:end], quotes included.
func (s *sink) unquote(start, end int) string {
	raw := s.data[start:end]
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return string(raw[1 : len(raw)-1]) // cannot happen: the file was checked
	}
	if strings.Contains(text, "\uFFFD") && !strings.Contains(strings.ToLower(string(raw)), `\ufffd`) && !bytes.Contains(raw, []byte("\uFFFD")) {
		s.warn(start, CodeSurrogate, "write both halves of the pair, or the character itself",
			"a \\u escape is half of a surrogate pair; it was read as U+FFFD")
	}
	return text
}
