package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/sextant-mcp/sextant/gen/probe"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

type probing struct {
	std         streams
	config, out string
	merge       bool
	patience    time.Duration
}

// defaultPatience is how long a server may take to start: npx may have to fetch
// it first.
const defaultPatience = time.Minute

func probeCommand(std streams) *ffcli.Command {
	p := &probing{std: std}
	flags := newFlags("sextant probe", std)
	flags.StringVar(&p.config, "config", os.Getenv("SEXTANT_CONFIG"), "ask the MCP servers of this mcp.json `file` (default $SEXTANT_CONFIG)")
	flags.StringVar(&p.out, "o", "", "the `file` of descriptors: it is written if it is not there, else compared with the servers (default: all descriptors to standard output)")
	flags.BoolVar(&p.merge, "merge", false, "take over into -o what is new; what people wrote there stays")
	flags.DurationVar(&p.patience, "timeout", defaultPatience, "how long a server may take to start and to list its tools")
	return &ffcli.Command{
		Name:       "probe",
		ShortUsage: "sextant probe -config mcp.json [-o FILE] [-merge]",
		ShortHelp:  "write descriptors of live MCP servers, and find out what changed",
		LongHelp: `Starts or reaches all servers of a configuration, lists their tools and writes a
descriptor for each. The file is a lockfile: it holds what was approved of every
tool, with a digest.

  sextant probe -config mcp.json -o mcp.lock.json          write it, then review it
  sextant probe -config mcp.json -o mcp.lock.json          is all as approved?
  sextant probe -config mcp.json -o mcp.lock.json -merge   take over what is new
  sextant-mcp -config mcp.json -locked                     call what is approved, nothing else

A file that is there is only compared, and nothing is written: the report names
every tool that was added, changed or vanished, with the words before and after.
-merge writes what is new. What people wrote stays as it is, byte for byte:
examples, verbs, sentences, any field that somebody edited. Of a tool that
vanished the entry is kept and marked.

Characters that a model reads and a person can't see are reported wherever they
stand, until "accepts_hidden_text": true stands in the tool's entry.

A server that can't be read is named, its entries stay, and the others go on.
Values of "env" and "headers" are never written.

The exit code is 1 when a tool is not as approved (and not taken over by -merge),
when something can't be seen, or when a server could not be read; 2 when no server
could, or the file can't be used.`,
		FlagSet: flags,
		Exec:    p.run,
	}
}

func (p *probing) run(ctx context.Context, args []string) error {
	if err := p.check(args); err != nil {
		return err
	}
	file, err := config.Read(p.config, os.LookupEnv)
	if err != nil {
		return err
	}
	doc, now, err := p.open()
	if err != nil {
		return err
	}
	readings := probe.Collect(ctx, file.Servers, probe.Options{Name: "sextant", Patience: p.patience})
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, problem := range file.Problems {
		if problem.LeftOut {
			readings = append(readings, probe.Reading{Server: problem.Server, Failed: problem.String()})
			continue
		}
		fmt.Fprintln(p.std.err, problem)
	}
	if !anyRead(readings) {
		p.tell(p.std.err, &probe.Report{Servers: failures(readings)})
		return fmt.Errorf("%s: no server could be read; nothing was done", p.config)
	}
	if now != nil && !p.merge {
		report, err := doc.Compare(readings)
		if err != nil {
			return err
		}
		return p.compared(report)
	}
	report, err := doc.Merge(readings)
	if err != nil {
		return err
	}
	if err := p.save(doc, now); err != nil {
		return err
	}
	return p.written(report, now == nil)
}

func (p *probing) check(args []string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("probe takes no arguments, only flags: %q", args[0])
	case p.config == "":
		return errors.New("probe needs a configuration: sextant probe -config mcp.json")
	case p.merge && p.out == "":
		return fmt.Errorf("-merge: name the file with -o; sextant-mcp looks for %s", lock.DefaultPath(p.config))
	case p.patience <= 0:
		return fmt.Errorf("-timeout: %v is no time to wait; give 30s or the like", p.patience)
	}
	return nil
}

// open reads the file that is to be compared; its content is nil when it is not
// there, or none was named.
func (p *probing) open() (*probe.Document, []byte, error) {
	if p.out == "" {
		return probe.New("standard output"), nil, nil
	}
	data, err := os.ReadFile(p.out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return probe.New(p.out), nil, nil
	case err != nil:
		return nil, nil, fmt.Errorf("-o: %w", err)
	}
	doc, diagnostics, err := probe.Parse(p.out, append([]byte{}, data...))
	report(p.std, diagnostics)
	if err != nil {
		if diagnostics.HasErrors() {
			n := countErrors(diagnostics)
			return nil, nil, fmt.Errorf("-o: %d %s in %s, nothing was done", n, plural(n, "error"), p.out)
		}
		return nil, nil, fmt.Errorf("-o: %w", err)
	}
	return doc, data, nil
}

// save writes the document, if it has changed.
func (p *probing) save(doc *probe.Document, now []byte) error {
	if p.out == "" {
		_, err := p.std.out.Write(doc.Bytes())
		return err
	}
	return doc.Save(p.out, now)
}

// tell writes the report to where it does not mix with the descriptors.
func (p *probing) tell(w io.Writer, r *probe.Report) {
	_ = r.WriteText(w) // as with every report, a reader that left is no fault
}

// compared sums up a comparison that wrote nothing.
func (p *probing) compared(r *probe.Report) error {
	p.tell(p.std.out, r)
	if n := r.Drift(); n > 0 {
		fmt.Fprintf(p.std.out, "%s: %d %s not as approved; nothing was written. To approve what the servers say now: sextant probe -config %s -o %s -merge\n",
			p.out, n, oneOrMany(n, "tool is", "tools are"), p.config, p.out)
	} else if r.Suspicious()+r.Unread() == 0 {
		fmt.Fprintf(p.std.out, "%s: all as approved\n", p.out)
	}
	return p.verdict(r, r.Drift())
}

// written sums up what was written.
func (p *probing) written(r *probe.Report, fresh bool) error {
	w := p.std.out
	if p.out == "" {
		w = p.std.err
	}
	p.tell(w, r)
	switch n := r.Drift(); {
	case p.out == "":
	case fresh:
		fmt.Fprintf(w, "%s: written, with %d %s; review it before you rely on it\n", p.out, n, plural(n, "tool"))
	case n > 0:
		fmt.Fprintf(w, "%s: %d %s taken over\n", p.out, n, plural(n, "change"))
	default:
		fmt.Fprintf(w, "%s: nothing new\n", p.out)
	}
	return p.verdict(r, 0)
}

// verdict says what is left to be done, as an exit code does.
func (p *probing) verdict(r *probe.Report, drift int) error {
	if n := r.Suspicious(); n > 0 {
		fmt.Fprintf(p.std.err, "%d %s something that can't be seen; once you know what it is, accept it with \"%s\": true in the entry\n", n, oneOrMany(n, "tool says", "tools say"), lock.KeyAccepts)
	}
	if n := r.Unread(); n > 0 {
		fmt.Fprintf(p.std.err, "%d %s could not be read as a whole\n", n, plural(n, "server"))
	}
	if drift+r.Suspicious()+r.Unread() > 0 {
		return errFindings
	}
	return nil
}

func oneOrMany(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func anyRead(readings []probe.Reading) bool {
	for _, r := range readings {
		if r.Failed == "" && !r.Off {
			return true
		}
	}
	return false
}

func failures(readings []probe.Reading) (out []probe.ServerReport) {
	for _, r := range readings {
		out = append(out, probe.ServerReport{Server: r.Server, Failed: r.Failed, Off: r.Off})
	}
	return out
}
