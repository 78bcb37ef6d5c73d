package rest

import (
	"encoding/json"
	"strings"
)

// componentPath is where the schemas of the document are.
const componentPath = "#/components/schemas/"

// embed makes a schema of its own a component of the document. Everything in it
// stays as it was written but what would mean something else there: references
// inside it are pointed to its new place, the name that it may have for itself
// is dropped, and a reference to another document, which nobody here has read,
// becomes a comment. Where it uses means that pointers can't express (anchors,
// parts with a name of their own), it stays whole and gets a name instead, which
// its references are then relative to.
func embed(raw json.RawMessage, name string) json.RawMessage {
	m, err := readMembers(raw)
	if err != nil {
		if text := string(raw); text == "true" || text == "false" {
			return raw
		}
		return json.RawMessage("{}")
	}
	e := embedding{base: componentPath + name}
	e.id, _ = textOf(m.get("$id"))
	out := e.schema(m, true)
	if e.anchored {
		return m.set("$id", encode("urn:sextant:schema:"+name)).encode()
	}
	return out
}

// embedding is one schema on its way into the document.
type embedding struct {
	base string
	// id is the name that the schema has for itself.
	id string
	// anchored is set when the schema has to stay as it is.
	anchored bool
}

// keyword says what the value of a keyword holds.
type keyword uint8

const (
	holdsData keyword = iota
	holdsSchema
	holdsList
	holdsMap
	holdsReference
	holdsAnchor
	holdsName
)

var keywords = map[string]keyword{
	"additionalItems": holdsSchema, "additionalProperties": holdsSchema, "contains": holdsSchema,
	"contentSchema": holdsSchema, "else": holdsSchema, "if": holdsSchema, "items": holdsSchema, "not": holdsSchema,
	"propertyNames": holdsSchema, "then": holdsSchema, "unevaluatedItems": holdsSchema, "unevaluatedProperties": holdsSchema,
	"allOf": holdsList, "anyOf": holdsList, "oneOf": holdsList, "prefixItems": holdsList,
	"$defs": holdsMap, "definitions": holdsMap, "dependentSchemas": holdsMap, "dependencies": holdsMap,
	"patternProperties": holdsMap, "properties": holdsMap,
	"$ref": holdsReference, "$id": holdsName,
	"$anchor": holdsAnchor, "$dynamicAnchor": holdsAnchor, "$dynamicRef": holdsAnchor,
	"$recursiveAnchor": holdsAnchor, "$recursiveRef": holdsAnchor,
}

func (e *embedding) schema(m members, root bool) json.RawMessage {
	var out members
	for _, one := range m {
		switch keywords[one.name] {
		case holdsSchema, holdsList:
			one.value = e.value(one.value)
		case holdsMap:
			one.value = e.eachMember(one.value)
		case holdsReference:
			one = e.reference(one)
		case holdsAnchor:
			e.anchored = true
		case holdsName:
			if root {
				continue
			}
			e.anchored = true
		}
		out = append(out, one)
	}
	return out.encode()
}

// value is a schema, or a list of them as some keywords take.
func (e *embedding) value(raw json.RawMessage) json.RawMessage {
	if m, err := readMembers(raw); err == nil {
		return e.schema(m, false)
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return raw
	}
	for i := range list {
		list[i] = e.value(list[i])
	}
	return encode(list)
}

func (e *embedding) eachMember(raw json.RawMessage) json.RawMessage {
	m, err := readMembers(raw)
	if err != nil {
		return raw
	}
	for i, one := range m {
		if inner, err := readMembers(one.value); err == nil {
			m[i].value = e.schema(inner, false)
		}
	}
	return m.encode()
}

func (e *embedding) reference(one member) member {
	to, err := textOf(one.value)
	if err != nil {
		return one
	}
	if e.id != "" {
		to = strings.TrimPrefix(to, e.id)
	}
	switch {
	case to == "" || to == "#":
		one.value = encode(e.base)
	case strings.HasPrefix(to, "#/"):
		one.value = encode(e.base + to[1:])
	case strings.HasPrefix(to, "#"):
		e.anchored = true
	default:
		return member{"$comment", encode("refers to " + to + ", which is not part of this document")}
	}
	return one
}

func textOf(raw json.RawMessage) (string, error) {
	var text string
	err := json.Unmarshal(raw, &text)
	return text, err
}
