package probe

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// Options adjust how servers are asked.
type Options struct {
	// Name and Version introduce this program to the servers.
	Name, Version string
	// Patience is how long a server may take to start and to list its tools; zero
	// is fleet.DefaultStartTime.
	Patience time.Duration
	// Log takes what is odd about the servers; nil drops it.
	Log *slog.Logger
}

// never is longer than any run: a server that fails is not tried again.
const never = 24 * time.Hour

// Collect starts or reaches all servers at once, lists their tools and ends them.
// A server that fails hides no other: its reading says why.
func Collect(ctx context.Context, servers []config.Server, opt Options) []Reading {
	if opt.Patience <= 0 {
		opt.Patience = fleet.DefaultStartTime
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	f := fleet.Start(servers, fleet.Options{
		Name: opt.Name, Version: opt.Version, StartTime: opt.Patience, Backoff: never, Log: opt.Log,
	})
	defer f.Close()
	f.Settle(ctx, opt.Patience+time.Second)
	byName := map[string]*config.Server{}
	for i := range servers {
		byName[servers[i].Name] = &servers[i]
	}
	lists := f.Tools()
	readings := make([]Reading, 0, len(lists))
	for i, status := range f.Status() {
		readings = append(readings, reading(byName[status.Name], status, lists[i], opt.Patience))
	}
	var wait sync.WaitGroup
	for _, name := range f.WithSkills() {
		i := slices.IndexFunc(readings, func(r Reading) bool { return r.Server == name })
		if readings[i].Failed == "" && !readings[i].Off {
			wait.Go(func() { readings[i].readSkills(ctx, f) })
		}
	}
	wait.Wait()
	return readings
}

// reading is what is known of one server.
func reading(s *config.Server, status fleet.Status, list fleet.ToolList, patience time.Duration) Reading {
	r := Reading{Server: status.Name, Partial: list.Partial}
	switch status.State {
	case fleet.Ready:
	case fleet.Off:
		r.Off = true
		return r
	case fleet.Starting:
		r.Failed = fmt.Sprintf("it was not ready within %v", patience)
		return r
	default:
		r.Failed = s.Redact(status.Why)
		return r
	}
	for _, text := range list.Problems {
		r.LeftOut = append(r.LeftOut, s.Redact(text))
	}
	for _, item := range list.Items {
		if leaks(s, item) {
			r.LeftOut = append(r.LeftOut, item.Key+": what the server says of it holds a credential of the configuration, which must not be written to a file")
			continue
		}
		r.Tools = append(r.Tools, lock.Listed{Name: item.Key, Raw: item.Raw})
	}
	return r
}

// leaks reports a tool whose text holds a credential that its server was given.
func leaks(s *config.Server, item link.Item) bool {
	for _, secret := range s.Credentials() {
		if strings.Contains(string(item.Raw), secret) {
			return true
		}
	}
	return false
}
