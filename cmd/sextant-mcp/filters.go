package main

import (
	"flag"
	"log/slog"
	"os"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// filterFlags are the flags that say what is shown, each with the variable that
// it defaults to.
type filterFlags struct {
	enabledTags, disabledTags, enabledTools, disabledTools string
}

func (f *filterFlags) register(fs *flag.FlagSet) {
	for _, one := range []struct {
		to                   *string
		name, variable, what string
	}{
		{&f.enabledTags, "enabled-tags", "MCP_ENABLED_TAGS", "show only what has one of these `tags`, or is enabled by name"},
		{&f.disabledTags, "disabled-tags", "MCP_DISABLED_TAGS", "hide what has one of these `tags`"},
		{&f.enabledTools, "enabled-tools", "MCP_ENABLED_TOOLS", "show only these `names` (graph_* is a pattern), and what is enabled by tag"},
		{&f.disabledTools, "disabled-tools", "MCP_DISABLED_TOOLS", "hide these `names`"},
	} {
		fs.StringVar(one.to, one.name, os.Getenv(one.variable), one.what+" (default $"+one.variable+")")
	}
}

func (f *filterFlags) filter() surface.Filter {
	return surface.Filter{
		EnabledTags: surface.SplitNames(f.enabledTags), DisabledTags: surface.SplitNames(f.disabledTags),
		EnabledTools: surface.SplitNames(f.enabledTools), DisabledTools: surface.SplitNames(f.disabledTools),
	}
}

// apply restricts the router, and logs what in the filter matches nothing.
func (f *filterFlags) apply(r *runtime.Router, log *slog.Logger) (*runtime.Router, error) {
	restricted, unmatched, err := f.filter().Apply(r)
	for _, problem := range unmatched {
		log.Warn("a filter matches nothing", "problem", problem)
	}
	return restricted, err
}
