package skills

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/sextant-mcp/sextant/runtime"
)

// Send sends a request to an MCP server and returns its result as it came.
type Send func(ctx context.Context, method string, params any) (json.RawMessage, error)

// Bounds of what another server may say.
const (
	maxPages = 256      // of a list
	maxValue = 4 << 20  // bytes of one page
	maxList  = 32 << 20 // bytes of all pages
)

// Remote is the source of the skills of another MCP server. They are served
// below the server's label, skill://<label>/<path>, so that skills of the same
// name stay apart. A server that does not know skills/list is asked in the older
// way, by its resources and their manifests. Content is fetched when it is read.
//
// What the server says is not trusted: lists are bounded, files have to lie
// inside their skill, content has to have the digest that was listed, and a
// SKILL.md the front matter.
func Remote(label string, send Send) Source { return &remote{label: label, send: send} }

type remote struct {
	label string
	send  Send

	mu     sync.RWMutex
	origin map[fileKey]string // the URIs at the server
	fronts map[string]json.RawMessage
}

// Name implements Source.
func (r *remote) Name() string { return "server " + r.label }

func (r *remote) problem(skill string, err error) Problem {
	return Problem{Source: r.Name(), Skill: skill, Err: err}
}

// List implements Source.
func (r *remote) List(ctx context.Context) ([]Skill, []Problem) {
	r.mu.Lock()
	r.origin, r.fronts = map[fileKey]string{}, map[string]json.RawMessage{}
	r.mu.Unlock()
	entries, err := pages[remoteEntry](ctx, r.send, "skills/list", "skills")
	if err != nil {
		found, problems := r.older(ctx)
		if len(found) == 0 {
			problems = append(problems, r.problem("", err))
		}
		return found, problems
	}
	var found []Skill
	var problems []Problem
	for _, e := range entries {
		s, err := r.take(e)
		if err != nil {
			problems = append(problems, r.problem(clip(e.URI), err))
			continue
		}
		found = append(found, s)
	}
	return found, problems
}

// remoteEntry is an entry of skills/list as a server sends it.
type remoteEntry struct {
	URI         string          `json:"uri"`
	Frontmatter json.RawMessage `json:"frontmatter"`
	Resources   json.RawMessage `json:"resources"` // a list, or "dynamic"
}

// take reads an entry into a skill below the label.
func (r *remote) take(e remoteEntry) (Skill, error) {
	var s Skill
	folder, ok := strings.CutSuffix(e.URI, manualSuffix)
	if !ok {
		return s, fmt.Errorf("its uri does not end in %s", manualSuffix)
	}
	own, err := remotePath(folder)
	if err != nil {
		return s, err
	}
	s.Path = r.label + "/" + own
	if err := json.Unmarshal(e.Frontmatter, &s.Frontmatter); err != nil {
		return s, fmt.Errorf("its front matter: %w", err)
	}
	var listed []Resource
	if err := json.Unmarshal(e.Resources, &listed); err != nil {
		return s, errors.New("it lists no files with digests, so nothing of it can be checked")
	}
	for _, l := range listed {
		inside, ok := strings.CutPrefix(l.URI, folder+"/")
		if !ok {
			return s, fmt.Errorf("its file %q lies outside of it", clip(l.URI))
		}
		file, ok := unescape(inside)
		if !ok {
			return s, fmt.Errorf("its file %q has no plain path", clip(l.URI))
		}
		s.Files = append(s.Files, File{Path: file, Size: l.Size, Digest: l.Digest})
		r.note(s.Path, file, l.URI)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fronts[s.Path] = e.Frontmatter
	return s, nil
}

func (r *remote) note(skill, file, uri string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.origin[fileKey{skill, file}] = uri
}

// remotePath is the path of a skill's folder at its server, whatever its scheme.
func remotePath(folder string) (string, error) {
	_, rest, ok := strings.Cut(folder, "://")
	if !ok {
		return "", errors.New("its uri has no scheme")
	}
	p, ok := unescape(rest)
	if !ok {
		return "", errors.New("its uri has no plain path")
	}
	return p, nil
}

// Read implements Source.
func (r *remote) Read(ctx context.Context, skill, file string) ([]byte, error) {
	r.mu.RLock()
	uri, known := r.origin[fileKey{skill, file}]
	front := r.fronts[skill]
	r.mu.RUnlock()
	if !known {
		return nil, fmt.Errorf("the skill %s has no file %s", skill, file)
	}
	data, err := r.fetch(ctx, uri)
	if err != nil || file != runtime.SkillManual {
		return data, err
	}
	return data, sameFront(skill, data, front)
}

// fetch reads a resource of the server.
func (r *remote) fetch(ctx context.Context, uri string) ([]byte, error) {
	raw, err := r.send(ctx, "resources/read", map[string]string{"uri": uri})
	if err != nil {
		return nil, err
	}
	var result struct {
		Contents []struct {
			Text *string `json:"text"`
			Blob *string `json:"blob"`
		} `json:"contents"`
	}
	if err := json.Unmarshal(raw, &result); err != nil {
		return nil, fmt.Errorf("%s: %w", clip(uri), err)
	}
	if len(result.Contents) != 1 {
		return nil, fmt.Errorf("%s has %d contents, not one", clip(uri), len(result.Contents))
	}
	switch c := result.Contents[0]; {
	case c.Text != nil:
		return []byte(*c.Text), nil
	case c.Blob != nil:
		return base64.StdEncoding.DecodeString(*c.Blob)
	}
	return nil, fmt.Errorf("%s has neither text nor blob", clip(uri))
}

// sameFront compares the front matter of a SKILL.md with what was listed.
func sameFront(skill string, manual []byte, listed json.RawMessage) error {
	front, err := parseFrontmatter(skill, manual)
	if err != nil {
		return err
	}
	now, err := json.Marshal(front)
	if err != nil {
		return err
	}
	a, err := canonical(now)
	if err != nil {
		return err
	}
	b, err := canonical(listed)
	if err != nil {
		return err
	}
	if !bytes.Equal(a, b) {
		return errors.New("its front matter is not the one that was listed")
	}
	return nil
}

// canonical encodes JSON so that equal values are equal bytes.
func canonical(raw json.RawMessage) ([]byte, error) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// clip keeps what others wrote short in messages.
func clip(text string) string {
	const most = 120
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "..."
	}
	return text
}
