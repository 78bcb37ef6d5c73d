package main

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/tokens"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

type stats struct {
	std  streams
	in   inputs
	json bool
}

func statsCommand(std streams) *ffcli.Command {
	s := &stats{std: std}
	flags := newFlags("sextant stats", std)
	s.in.register(flags)
	flags.BoolVar(&s.json, "json", false, "print one JSON object")
	return &ffcli.Command{
		Name:       "stats",
		ShortUsage: "sextant stats [flags]",
		ShortHelp:  "show what is on the surface and what it costs",
		LongHelp: `Counts what the sources here (or those that the flags name) compile to:
capabilities by kind, verb, server and evidence, examples, features, postings
bytes, and the tokens that tools/list costs a model in each mode.`,
		FlagSet: flags,
		Exec:    s.run,
	}
}

// surfaceStats is what stats prints.
type surfaceStats struct {
	Capabilities int            `json:"capabilities"`
	Kinds        map[string]int `json:"kinds"`
	Verbs        map[string]int `json:"verbs"`
	Servers      map[string]int `json:"servers"`
	Sources      map[string]int `json:"sources"`
	Actions      int            `json:"actions"`
	Params       int            `json:"params"`
	Examples     int            `json:"examples"`
	Routes       int            `json:"routes"`
	RouteTests   int            `json:"route_tests"`
	Features     int            `json:"features"`
	Postings     int            `json:"postings"`
	TableBytes   int            `json:"table_bytes"`
	SchemaBytes  int            `json:"schema_bytes"`
	SkillBytes   int            `json:"skill_bytes"`
	// Modes is what tools/list costs in each mode, counted with Vocabulary.
	Modes      map[string]listCost `json:"modes"`
	Vocabulary string              `json:"vocabulary"`
	Digest     string              `json:"digest"`
	Analyzer   int                 `json:"analyzer_version"`
	Format     int                 `json:"table_format"`
}

func (s *stats) run(ctx context.Context, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("stats takes no arguments, only flags: %q", args[0])
	}
	cat, err := s.in.load(s.std)
	if err != nil {
		return err
	}
	res, err := index.Build(ctx, cat, index.Options{})
	if err != nil {
		return err
	}
	st := collect(cat, res)
	router, err := runtime.New(res.Tables)
	if err != nil {
		return err
	}
	if err := st.countVerbs(router); err != nil {
		return err
	}
	if st.Modes, err = listCosts(router); err != nil {
		return err
	}
	st.Vocabulary = tokens.Vocabulary
	if s.json {
		enc := json.NewEncoder(s.std.out)
		enc.SetIndent("", "  ")
		return enc.Encode(st)
	}
	return s.print(st)
}

func collect(cat *catalog.Catalog, res *index.Result) surfaceStats {
	t := res.Tables
	st := surfaceStats{
		Capabilities: len(cat.Capabilities),
		Kinds:        map[string]int{}, Verbs: map[string]int{}, Servers: map[string]int{}, Sources: map[string]int{},
		Features: res.Features, Postings: res.Postings,
		TableBytes: len(t.Lexical) + len(t.Learned) + len(t.Capabilities), SchemaBytes: len(t.Schemas), SkillBytes: len(t.Skills),
		Digest: t.Digest, Analyzer: t.Analyzer, Format: t.Format,
	}
	for _, c := range cat.Capabilities {
		st.Kinds[c.Kind]++
		st.Sources[c.Source]++
		if c.Server != "" {
			st.Servers[c.Server]++
		}
		st.Actions += len(c.Actions)
		st.Params += len(c.Params)
		st.Examples += len(c.Examples)
	}
	for _, s := range cat.Skills {
		st.Routes += len(s.Routes)
		st.RouteTests += len(s.Tests)
	}
	return st
}

// countVerbs counts what is behind each verb, as it is served: labelled requests
// may have brought a capability behind more of them than its descriptor says.
func (st *surfaceStats) countVerbs(router *runtime.Router) error {
	for n := range router.Len() {
		rec, err := router.Record(n)
		if err != nil {
			return err
		}
		if rec.Kind.Instructs() {
			continue
		}
		for _, v := range rec.Verbs {
			st.Verbs[v.String()]++
		}
	}
	st.Verbs[runtime.Find.String()] = st.Capabilities
	return nil
}

// reached is how many capabilities a verb reaches, for people.
func reached(v runtime.Verb, n int) string {
	if v == runtime.Find {
		return fmt.Sprintf("%d (all)", n)
	}
	return fmt.Sprint(n)
}

func (s *stats) print(st surfaceStats) error {
	w := tabwriter.NewWriter(s.std.out, 0, 0, 2, ' ', 0)
	row := func(name string, value any) { fmt.Fprintf(w, "%s\t%v\n", name, value) }
	row("capabilities", st.Capabilities)
	for _, k := range runtime.Kinds() {
		if n := st.Kinds[k.String()]; n > 0 {
			row("  "+k.String(), n)
		}
	}
	for _, v := range runtime.Verbs {
		row("behind "+v.String(), reached(v, st.Verbs[v.String()]))
	}
	row("ranked on descriptors", st.Sources[catalog.SourceCPD])
	row("ranked on descriptions only", st.Sources[catalog.SourceLexical])
	row("actions", st.Actions)
	row("parameters", st.Params)
	row("examples", st.Examples)
	row("route rows, learned / measured", fmt.Sprintf("%d / %d", st.Routes, st.RouteTests))
	row("features", st.Features)
	row("postings", st.Postings)
	row("bytes of tables / schemas / skills", fmt.Sprintf("%d / %d / %d", st.TableBytes, st.SchemaBytes, st.SkillBytes))
	for _, mode := range surface.Modes {
		cost := st.Modes[string(mode)]
		row(fmt.Sprintf("tokens of %d tools, mode %s", cost.Tools, mode), fmt.Sprintf("%d (and %d of output schemas)", cost.Tokens, cost.OutputSchemaTokens))
	}
	row("digest", st.Digest)
	return w.Flush()
}
