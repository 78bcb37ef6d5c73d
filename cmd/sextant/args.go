package main

import (
	"flag"
	"slices"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"
)

// permute puts the flags of a command line in front of everything else, so that
// they may stand anywhere: the flag package stops at the first argument that is
// none, and the flags behind it would become words of the request. What follows
// "--" is never a flag.
func permute(root *ffcli.Command, args []string) []string {
	at := slices.IndexFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
	if at < 0 {
		return args
	}
	i := slices.IndexFunc(root.Subcommands, func(c *ffcli.Command) bool { return strings.EqualFold(c.Name, args[at]) })
	if i < 0 {
		return args
	}
	flags, rest := split(root.Subcommands[i].FlagSet, args[at+1:])
	out := append(slices.Clone(args[:at+1]), flags...)
	if len(rest) > 0 {
		out = append(append(out, "--"), rest...)
	}
	return out
}

// split parts the flags, with their values, from the other arguments.
func split(fs *flag.FlagSet, args []string) (flags, rest []string) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			return flags, append(rest, args...)
		case !isFlag(fs, arg):
			rest = append(rest, arg)
		case takesNext(fs, arg) && len(args) == 0:
			// With anything behind it, that would be taken for the value.
			return append(flags, arg), nil
		case takesNext(fs, arg):
			flags = append(flags, arg, args[0])
			args = args[1:]
		default:
			flags = append(flags, arg)
		}
	}
	return flags, rest
}

// isFlag tells flags from words with a hyphen in front, such as -5 or a whole
// request in one argument. A flag that does not exist is one all the same: it
// is a slip to be told of.
func isFlag(fs *flag.FlagSet, arg string) bool {
	name, ok := strings.CutPrefix(arg, "-")
	if !ok || name == "" {
		return false
	}
	name, _, _ = strings.Cut(strings.TrimPrefix(name, "-"), "=")
	return name != "" && !strings.ContainsAny(name, " \t\n") && (name[0] < '0' || name[0] > '9') || fs.Lookup(name) != nil
}

// takesNext tells whether the argument after a flag is its value.
func takesNext(fs *flag.FlagSet, arg string) bool {
	name := strings.TrimLeft(arg, "-")
	f := fs.Lookup(name) // nil for -name=value and for flags that do not exist
	if f == nil {
		return false
	}
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return !ok || !b.IsBoolFlag()
}
