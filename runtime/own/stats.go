package own

import (
	"encoding/json"

	"github.com/sextant-mcp/sextant/runtime"
)

// counted says what the numbers mean, beside which another count of the same
// surface may stand.
const counted = "every capability of every kind: tools, skills, workflows and agents; by_verb counts one under each verb it lists, find reaches all, by_primary_verb counts it once"

type stats struct {
	// Counted says what the numbers below count.
	Counted      string         `json:"counted"`
	Capabilities int            `json:"capabilities"`
	Retired      int            `json:"retired"` // numbers that are no longer used
	ByKind       map[string]int `json:"by_kind"`
	// ByVerb counts a capability under every verb it lists, and all under find;
	// ByPrimaryVerb counts it once.
	ByVerb        map[string]int `json:"by_verb"`
	ByPrimaryVerb map[string]int `json:"by_primary_verb"`
	// ByServer counts by server; the platform itself is "".
	ByServer map[string]int `json:"by_server"`
	BySource map[string]int `json:"by_source"`
	Actions  int            `json:"actions"`
	Bytes    map[string]int `json:"bytes"`
	Skills   int            `json:"skills"`
	Files    int            `json:"skill_files"`
	Digest   string         `json:"digest"`
	Checksum string         `json:"checksum"`
	Format   int            `json:"table_format"`
	Analyzer int            `json:"analyzer_version"`
}

// surfaceStats counts what is on the surface.
func (s *Server) surfaceStats(json.RawMessage) (any, error) {
	t := s.router.Tables()
	out := stats{
		Counted:      counted,
		Capabilities: s.router.Len(), Retired: s.router.Retired(),
		ByKind: map[string]int{}, ByVerb: map[string]int{}, ByPrimaryVerb: map[string]int{},
		ByServer: map[string]int{}, BySource: map[string]int{}, Skills: len(s.skills),
		Digest: t.Digest, Checksum: t.Checksum, Format: t.Format, Analyzer: t.Analyzer,
		Bytes: map[string]int{
			"capabilities": len(t.Capabilities), "lexical": len(t.Lexical), "learned": len(t.Learned),
			"schemas": len(t.Schemas), "notes": len(t.Notes), "skills": len(t.Skills),
		},
	}
	for _, v := range runtime.Verbs {
		out.ByVerb[v.String()] = len(s.router.Behind(v))
	}
	for _, rec := range s.records() {
		out.ByKind[rec.Kind.String()]++
		out.ByServer[rec.Server]++
		out.BySource[rec.Source]++
		out.Actions += len(rec.Actions)
		if len(rec.Verbs) > 0 {
			out.ByPrimaryVerb[rec.Verbs[0].String()]++
		}
	}
	for _, files := range s.skills {
		out.Files += len(files)
	}
	return out, nil
}
