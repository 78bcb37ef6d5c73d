package skills

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// pages reads a list of another server to its end. field is the result's field
// that holds the items.
func pages[T any](ctx context.Context, send Send, method, field string) ([]T, error) {
	var all []T
	seen := map[string]bool{}
	params := map[string]string{}
	left := maxList
	for range maxPages {
		raw, err := send(ctx, method, params)
		if err != nil {
			return nil, err
		}
		if left -= len(raw); len(raw) > maxValue || left < 0 {
			return nil, fmt.Errorf("%s has more than %d bytes on a page or %d in all", method, maxValue, maxList)
		}
		var fields map[string]json.RawMessage
		var items []T
		if err := errors.Join(json.Unmarshal(raw, &fields), json.Unmarshal(fields[field], &items)); err != nil {
			return nil, fmt.Errorf("result of %s: %w", method, err)
		}
		all = append(all, items...)
		var cursor *string
		if next := fields["nextCursor"]; len(next) > 0 && json.Unmarshal(next, &cursor) != nil {
			return nil, fmt.Errorf("%s has a cursor that is no text", method)
		}
		switch {
		case cursor == nil || len(all) > MaxSkills*MaxFiles:
			return all, nil
		case seen[*cursor]:
			return nil, fmt.Errorf("%s never ends: it gives the same cursor again", method)
		}
		seen[*cursor] = true
		params = map[string]string{"cursor": *cursor}
	}
	return nil, fmt.Errorf("%s has more than %d pages", method, maxPages)
}

// older reads the skills of a server that knows only resources: each
// skill://<path>/SKILL.md has a manifest beside it. The front matter is in the
// file alone, so that is fetched.
func (r *remote) older(ctx context.Context) ([]Skill, []Problem) {
	listed, err := pages[struct {
		URI string `json:"uri"`
	}](ctx, r.send, "resources/list", "resources")
	if err != nil {
		return nil, []Problem{r.problem("", err)}
	}
	var found []Skill
	var problems []Problem
	for _, l := range listed {
		folder, isManual := strings.CutSuffix(l.URI, manualSuffix)
		if !isManual || !strings.HasPrefix(l.URI, runtime.SkillScheme) {
			continue
		}
		if len(found) == MaxSkills {
			return found, append(problems, r.problem("", fmt.Errorf("has more than %d skills", MaxSkills)))
		}
		s, err := r.takeOlder(ctx, folder)
		if err != nil {
			problems = append(problems, r.problem(clip(l.URI), err))
			continue
		}
		found = append(found, s)
	}
	return found, problems
}

// takeOlder reads one of them, by turning it into an entry of today.
func (r *remote) takeOlder(ctx context.Context, folder string) (Skill, error) {
	raw, err := r.fetch(ctx, folder+"/"+manifestName)
	if err != nil {
		return Skill{}, err
	}
	var manifest struct {
		Files []struct {
			Path string `json:"path"`
			Size int64  `json:"size"`
			Hash string `json:"hash"`
		} `json:"files"`
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return Skill{}, fmt.Errorf("its manifest: %w", err)
	}
	manual, err := r.fetch(ctx, folder+manualSuffix)
	if err != nil {
		return Skill{}, err
	}
	front, err := parseFrontmatter(folder, manual)
	if err != nil {
		return Skill{}, err
	}
	e := remoteEntry{URI: folder + manualSuffix}
	if e.Frontmatter, err = json.Marshal(front); err != nil {
		return Skill{}, fmt.Errorf("its front matter has no JSON: %w", err)
	}
	resources := []Resource{}
	for _, f := range manifest.Files {
		resources = append(resources, Resource{URI: folder + "/" + escaped(f.Path), Size: f.Size, Digest: f.Hash})
	}
	if e.Resources, err = json.Marshal(resources); err != nil {
		return Skill{}, err
	}
	return r.take(e)
}
