package rest

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

// fixedComponents are the parts of the document that are the same on every
// surface.
//
//go:embed components.json
var fixedComponents []byte

// document is the OpenAPI document as it is sent.
type document struct {
	json []byte
	etag string
}

// object is a JSON object of the document; its names are sorted.
type object = map[string]any

// newDocument writes the OpenAPI document of a table.
func newDocument(t *table, opt Options) document {
	var components map[string]map[string]json.RawMessage
	if err := json.Unmarshal(fixedComponents, &components); err != nil {
		panic("rest: components.json: " + err.Error())
	}
	paths := object{OpenAPIPath: object{"get": aboutItself()}}
	for _, r := range t.list {
		rt := t.byTool[r.Tool]
		if rt == nil {
			paths[r.Path] = object{"post": verbOperation(t.router, t.byPath[r.Path].verb)}
			continue
		}
		paths[r.Path] = object{"post": rt.op.operation()}
		components["schemas"][rt.op.id+"_input"] = embed(rt.op.input.encode(), rt.op.id+"_input")
		if rt.op.output != nil {
			components["schemas"][rt.op.id+"_output"] = embed(rt.op.output, rt.op.id+"_output")
		}
	}
	doc := object{
		"openapi": "3.1.0",
		"info": object{
			"title": "Sextant", "version": opt.Version,
			"description": fmt.Sprintf("Six verbs in front of %d capabilities, and a route for each tool. Whatever is no 200 is a problem (RFC 9457).", t.router.Len()),
		},
		"servers":    []object{{"url": "/"}},
		"paths":      paths,
		"components": components,
		"security":   []object{},
	}
	if opt.Tokens != nil {
		components["securitySchemes"] = map[string]json.RawMessage{"bearer": encode(object{"type": "http", "scheme": "bearer"})}
		doc["security"] = []object{{"bearer": []string{}}}
	}
	raw := encode(doc)
	sum := sha256.Sum256(raw)
	return document{json: raw, etag: strconv.Quote(hex.EncodeToString(sum[:16]))}
}

// serveDocument serves the document; a client that has it already gets 304.
func (t *table) serveDocument(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		wrongMethod(w, r, http.MethodGet, http.MethodHead)
		return
	}
	doc := t.document()
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache") // keep it, and ask whether it is current
	w.Header().Set("ETag", doc.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(doc.json))
}

func aboutItself() object {
	return object{
		"operationId": "openapi", "summary": "This document", "tags": []string{"intent"},
		"responses": object{
			"200": object{"description": "The OpenAPI document.", "content": object{"application/json": object{"schema": object{"type": "object"}}}},
			"304": object{"description": "It is as the client has it."},
			"401": reference("responses", "Unauthorized"),
			"403": reference("responses", "Forbidden"),
			"405": reference("responses", "MethodNotAllowed"),
		},
	}
}

// purposes say what the verbs are for.
var purposes = map[runtime.Verb]string{
	runtime.Ask:    "Look something up or answer a question; changes nothing",
	runtime.Find:   "List what fits a need and how to call it; executes nothing",
	runtime.Write:  "Put data in: store, import, edit",
	runtime.Act:    "Get something done: run, start, send, stop",
	runtime.Manage: "Run the platform: settings, access, schedules, lifecycle",
	runtime.Why:    "Explain a result, a failure or a routing decision; changes nothing",
}

func verbOperation(r *runtime.Router, verb runtime.Verb) object {
	request, result, parameters := "VerbRequest", reference("schemas", "Reply"), []object{reference("parameters", "Execute"), reference("parameters", "PlanRef")}
	if verb == runtime.Find {
		request, result, parameters = "FindRequest", resultOf(object{"type": "array", "items": reference("schemas", "Found")}), nil
	}
	op := object{
		"operationId": verb.String(), "summary": purposes[verb], "tags": []string{"intent"},
		"description": fmt.Sprintf("%d capabilities are behind it.", len(r.Behind(verb))),
		"requestBody": body(reference("schemas", request), true),
		"responses":   responses(result),
	}
	if parameters != nil {
		op["parameters"] = parameters
	}
	return op
}

func (op *operation) operation() object {
	result := object{}
	if op.output != nil {
		result = object{"anyOf": []object{reference("schemas", op.id+"_output"), reference("schemas", "Preview"), reference("schemas", "Unconnected")}}
	}
	return object{
		"operationId": op.id, "summary": op.title, "description": op.description, "tags": op.tags,
		"parameters":  []object{reference("parameters", "Execute"), reference("parameters", "PlanRef")},
		"requestBody": body(reference("schemas", op.id+"_input"), op.needsBody()),
		"responses":   responses(resultOf(result)),
		"x-sextant":   object{"tool": op.tool, "verbs": op.verbs, "effects": op.effects},
	}
}

func reference(section, name string) object {
	return object{"$ref": "#/components/" + section + "/" + name}
}

func body(schema object, required bool) object {
	return object{"required": required, "content": object{"application/json": object{"schema": schema}}}
}

// resultOf is a reply whose result is known better.
func resultOf(result object) object {
	return object{
		"type": "object", "required": []string{"result", "routing", "executed"},
		"properties": object{"result": result, "routing": reference("schemas", "Routing"), "executed": object{"type": "boolean"}},
	}
}

func responses(fine object) object {
	out := object{"200": object{"description": "The answer.", "content": object{"application/json": object{"schema": fine}}}}
	for code, name := range map[string]string{
		"400": "BadRequest", "401": "Unauthorized", "403": "Forbidden", "404": "NotFound", "405": "MethodNotAllowed", "408": "SlowBody",
		"409": "AskBack", "413": "TooLong", "415": "NotJSON", "422": "BadArguments", "428": "NeedsPlan",
		"502": "UpstreamFailed", "503": "NotConnected", "504": "TooSlow",
	} {
		out[code] = reference("responses", name)
	}
	return out
}
