package source

import (
	"fmt"
	"slices"
	"strconv"
)

// ReadCapabilities reads a capability file of at most [MaxFile] bytes. The file
// is nil when nothing of it could be understood; see [ParseCapabilities].
func ReadCapabilities(path string) (*CapabilityFile, Diagnostics) {
	data, diagnostics := readBounded(path, MaxFile)
	if diagnostics != nil {
		return nil, diagnostics
	}
	return ParseCapabilities(path, data)
}

// ParseCapabilities reads the content of a capability file; path is only used
// in diagnostics. Entries with errors are reported and left out. The file is nil
// when it is not UTF-8, not JSON or none of the forms. The result refers to data,
// which must not be changed afterwards.
func ParseCapabilities(path string, data []byte) (*CapabilityFile, Diagnostics) {
	if len(data) > MaxFile {
		return nil, Diagnostics{tooLarge(path, int64(len(data)), MaxFile)}
	}
	s := newSink(path, data)
	file := s.capabilityFile()
	s.list.Sort()
	return file, s.list
}

func (s *sink) capabilityFile() *CapabilityFile {
	root, ok := s.jsonFile()
	if !ok {
		return nil
	}
	file := &CapabilityFile{Path: s.file}
	entries, at := s.shape(file, root)
	if at == nil {
		return nil
	}
	file.Capabilities = s.entries(file.Form, entries, at)
	if len(entries.elements) == 0 {
		s.warnJSON(entries, at, CodeEmpty, "check that this is the file you meant", "is an empty list")
	}
	return file
}

// jsonFile reads the whole file as one JSON value.
func (s *sink) jsonFile() (node, bool) {
	if !s.checkUTF8() {
		return node{}, false
	}
	start := bom(s.data)
	if start > 0 {
		s.warn(0, CodeBOM, "save the file without it", "the file starts with a byte order mark; it is skipped")
	}
	if blank(s.data[start:]) {
		s.fail(len(s.data), CodeEmpty, `a file without capabilities is {"capabilities": []}`, "the file is empty")
		return node{}, false
	}
	return s.parseJSON(start, len(s.data))
}

func blank(data []byte) bool {
	return !slices.ContainsFunc(data, func(c byte) bool { return c != ' ' && c != '\t' && c != '\r' && c != '\n' })
}

// entries reads the list's entries, and drops those that are wrong or whose id is taken.
func (s *sink) entries(form Form, list node, at *place) []Capability {
	read := s.descriptor
	if form != FormDescriptors {
		read = s.tool
	}
	capabilities := make([]Capability, 0, len(list.elements))
	taken := make(map[string]int, len(list.elements)) // id -> index in the file's list
	for i, e := range list.elements {
		at := at.item(i)
		before := s.errors()
		c := read(e, at)
		if s.errors() > before {
			continue
		}
		if first, ok := taken[c.ID]; ok {
			s.taken(e, at, c.ID, at.parent.item(first), list.elements[first])
			continue
		}
		taken[c.ID] = i
		capabilities = append(capabilities, c)
	}
	return capabilities
}

// taken reports an id that an earlier entry has.
func (s *sink) taken(e node, at *place, id string, first *place, earlier node) {
	key := "id"
	if !has(e, key) {
		key = "name"
	}
	value, _ := e.find(key)
	s.failJSON(value, at.field(key), CodeDuplicateID, "rename or delete one of the two",
		"%q is already the id of %s at %s", clip(id), first, s.at(earlier.start))
}

// shape finds the list of entries and notes the form; the place is nil when there is none.
func (s *sink) shape(file *CapabilityFile, root node) (node, *place) {
	at := &place{}
	if root.kind != '{' {
		hint := `write {"capabilities": [...]} or save the answer to tools/list`
		s.failJSON(root, at, CodeShape, hint, "is %s, want an object", root.what())
		return node{}, nil
	}
	if list, ok := root.find("capabilities"); ok && (list.kind == '[' || !has(root, "tools")) {
		return s.descriptorList(file, root, list, at)
	}
	if result, ok := root.find("result"); ok && result.kind == '{' && has(result, "tools") {
		root, at = result, at.field("result")
	}
	if list, ok := root.find("tools"); ok {
		return s.toolList(file, root, list, at)
	}
	s.noList(root, at)
	return node{}, nil
}

func has(n node, key string) bool {
	_, ok := n.find(key)
	return ok
}

func (s *sink) descriptorList(file *CapabilityFile, root, list node, at *place) (node, *place) {
	file.Form = FormDescriptors
	if tools, ok := root.find("tools"); ok {
		s.warnJSON(tools, at.field("tools"), CodeShape, "keep them in a file of their own",
			`is not read: the file has a "capabilities" list`)
	}
	if count, ok := root.find("count"); ok && list.kind == '[' {
		if text := string(s.raw(count)); text != strconv.Itoa(len(list.elements)) {
			s.warnJSON(count, at.field("count"), CodeCount, "correct the count, or find the entries that are missing",
				"says %s, but the list holds %d", clip(text), len(list.elements))
		}
	}
	return s.listAt(list, at.field("capabilities"))
}

func (s *sink) toolList(file *CapabilityFile, root, list node, at *place) (node, *place) {
	file.Form = FormTools
	if servers, ok := root.find("servers"); ok {
		file.Form = FormFleet
		file.Servers = s.texts(servers, at.field("servers"))
	}
	if info, ok := root.find("serverInfo"); ok {
		if name, ok := info.find("name"); ok && name.kind == '"' {
			file.ServerName = s.text(name, at)
		}
	}
	if cursor, ok := root.find("nextCursor"); ok && cursor.kind != 'n' {
		s.warnJSON(cursor, at.field("nextCursor"), CodePartial, "fetch the remaining pages and join their tools",
			"says that more tools follow on another page")
	}
	return s.listAt(list, at.field("tools"))
}

func (s *sink) listAt(list node, at *place) (node, *place) {
	if list.kind != '[' {
		s.wrongType(list, at, "a list of objects", "put the entries in square brackets")
		return node{}, nil
	}
	return list, at
}

// noList says what the object seems to be instead.
func (s *sink) noList(root node, at *place) {
	hint := `write {"capabilities": [...]} or save the answer to tools/list`
	problem := `has neither "capabilities" nor "tools"`
	switch {
	case has(root, "error"):
		problem = `is an error answer: it has "error" and no tools`
		hint = "call tools/list again and save the answer that has tools"
	case has(root, "mcpServers"):
		problem = "is a client configuration, not a list of capabilities"
		hint = "run sextant probe -config on it to get a descriptor file"
	case has(root, "one_line"), has(root, "inputSchema"):
		problem = "is one capability, want a list"
		hint = fmt.Sprintf("wrap it: {%q: [...]}", "capabilities")
	}
	s.failJSON(root, at, CodeShape, hint, "%s", problem)
}
