package probe

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sextant-mcp/sextant/gen/hidden"
	"github.com/sextant-mcp/sextant/gen/internal/jsonedit"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
	"github.com/sextant-mcp/sextant/runtime/surface/skills"
)

// skillsTime is how long a server may take to list its skills.
const skillsTime = 20 * time.Second

// readSkills lists the skills of a server.
func (r *Reading) readSkills(ctx context.Context, f *fleet.Fleet) {
	ctx, cancel := context.WithTimeout(ctx, skillsTime)
	defer cancel()
	found, problems := skills.Remote(r.Server, f.Sender(r.Server)).List(ctx)
	r.PartialSkills = len(problems) > 0
	for _, p := range problems {
		r.LeftOut = append(r.LeftOut, p.Error())
	}
	r.Skills = skills.Approvals(r.Server, found)
}

// skills compares the skills of one server with those of the document, and notes
// in m what the document is to hold.
func (m *merging) skills(s *ServerReport, r *Reading) {
	s.Skills = len(r.Skills)
	if r.Failed != "" || r.Off {
		return
	}
	find := func(list []lock.Skill, path string) int {
		return slices.IndexFunc(list, func(one lock.Skill) bool { return one.Server == r.Server && one.Path == path })
	}
	for _, d := range lock.CheckSkills(m.approved, r.Server, r.Skills, r.PartialSkills) {
		change := Change{Kind: d.Kind, Tool: d.Tool, ID: d.Tool, Skill: true}
		was, now := find(m.approved, d.Tool), find(r.Skills, d.Tool)
		if was >= 0 {
			change.Before = &lock.Tool{Description: m.approved[was].Description}
			change.Back = m.approved[was].Vanished
		}
		if now >= 0 {
			change.After = &lock.Tool{Description: r.Skills[now].Description}
		}
		switch {
		case now < 0:
			m.approved[was].Vanished = true
		case was >= 0:
			m.approved[was] = r.Skills[now]
		default:
			m.approved = append(m.approved, r.Skills[now])
		}
		s.Changes = append(s.Changes, change)
	}
	for _, one := range r.Skills {
		for _, run := range hidden.Find(one.Path + "\n" + one.Description) {
			s.Hidden = append(s.Hidden, HiddenText{"skill " + one.Path, hidden.Found{Path: "path and description", Run: run}})
		}
	}
}

// withSkills writes the list of skills into a file, if it is another one.
func withSkills(data []byte, approved []lock.Skill) ([]byte, error) {
	was, err := lock.ParseSkills(data[bytes.IndexByte(data, '{'):])
	if err != nil || slices.Equal(was, approved) {
		return data, err
	}
	slices.SortStableFunc(approved, func(a, b lock.Skill) int {
		return strings.Compare(a.Server+"\x00"+a.Path, b.Server+"\x00"+b.Path)
	})
	raw, err := encode(approved)
	if err != nil {
		return nil, err
	}
	start := bytes.IndexByte(data, '{')
	end := len(bytes.TrimRight(data, " \t\r\n"))
	root, err := jsonedit.Set(data[start:end], "skills", raw, "capabilities")
	if err != nil {
		return nil, fmt.Errorf("writing the skills: %w", err)
	}
	return jsonedit.Splice(data, start, end, string(root)), nil
}
