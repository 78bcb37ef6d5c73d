// Package rawhttp speaks MCP over HTTP for tests without any library of the
// protocol, so that they see and decide every byte and header:
//
//	status, body, header := rawhttp.Post(t, client, url, rawhttp.Initialize("2025-11-25"), nil)
//	session := header.Get("Mcp-Session-Id")
//
// It fails a test that could not ask; what a server answers is the test's to judge.
package rawhttp

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// Initialize is the message by which a client begins a session of a revision.
func Initialize(revision string) string {
	return `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + revision +
		`","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`
}

// Post sends a message with the headers that every message has, and those given
// beside or instead of them.
func Post(t testing.TB, client *http.Client, url, message string, header map[string]string) (status int, answer string, got http.Header) {
	t.Helper()
	all := map[string]string{"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
	for name, value := range header {
		all[http.CanonicalHeaderKey(name)] = value
	}
	return Do(t, client, http.MethodPost, url, message, all)
}

// Do makes a request of any method with the headers given, named as HTTP writes
// them, and those of package net/http.
func Do(t testing.TB, client *http.Client, method, url, body string, header map[string]string) (status int, answer string, got http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		if name == "Host" {
			req.Host = value
		}
		req.Header.Set(name, value)
	}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(raw), res.Header
}

// Message is the one in the body of an answer: all of it, or what the last event of
// a stream holds, which is the answer of a call.
func Message(body string) string {
	message := body
	for line := range strings.Lines(body) {
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			message = strings.TrimRight(data, "\r\n")
		}
	}
	return message
}
