package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/surface/skills"
)

// skillsTime is how long reading the skills of all servers may take.
const skillsTime = 20 * time.Second

// fleetSkills keeps the skills of a fleet's servers: on a shelf to be served,
// and as documents to be ranked.
type fleetSkills struct {
	fleet *fleet.Fleet
	set   settings
	log   *slog.Logger

	mu      sync.Mutex
	library *skills.Library // nil until the surface is there
	shelf   *skills.Shelf
}

// documents fills the shelf anew and returns what is to be ranked.
func (f *fleetSkills) documents(ctx context.Context) []source.Skill {
	from := sources(f.set)
	for _, name := range f.fleet.WithSkills() {
		from = append(from, f.set.locking.skills(skills.Remote(name, f.fleet.Sender(name)), name, f.fleet))
	}
	if len(from) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, skillsTime)
	defer cancel()
	shelf, problems := skills.Open(ctx, from...)
	documents, unread := skills.Documents(ctx, shelf)
	for _, p := range append(problems, unread...) {
		f.log.Warn("a skill is not served", "error", p)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shelf = shelf
	if f.library != nil {
		f.library.Replace(shelf)
	}
	return documents
}

// serveFrom serves the shelf from a library, now and when it is filled anew.
func (f *fleetSkills) serveFrom(library *skills.Library) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.library = library
	if f.shelf != nil {
		library.Replace(f.shelf)
	}
}
